"""The manifest query of the contract: one path, one method, five statuses."""

import json
from contextlib import suppress

from aiohttp import web
from aiohttp.typedefs import Handler

from app.demo.day.day_schedule import DaySchedule
from app.demo.server.query import check_caller, read_day
from app.domain.access.credentials import CarrierCredentials

_PATH = "/v2/planillas-envios"


def application(schedule: DaySchedule, credentials: CarrierCredentials | None) -> web.Application:
    """Return the web application that answers from a schedule; without credentials it accepts any."""

    async def manifests(request: web.Request) -> web.StreamResponse:
        check_caller(request, credentials)
        pieces = await schedule.answer(read_day(request))
        if pieces is None:
            raise web.HTTPNotFound(text="No existe planilla para los parámetros dados")
        response = web.StreamResponse(headers={"Content-Type": "application/json; charset=utf-8"})
        await response.prepare(request)
        with suppress(ConnectionError):  # the client has disconnected
            for piece in pieces:
                await response.write(piece)
            await response.write_eof()
        return response

    app = web.Application(middlewares=[_errors_as_json])
    app.router.add_get(_PATH, manifests, allow_head=False)
    return app


@web.middleware
async def _errors_as_json(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Give every error a small JSON body; the contract does not describe it."""
    try:
        return await handler(request)
    except web.HTTPException as refusal:
        refusal.text = json.dumps({"codigo": refusal.status, "mensaje": refusal.text}, ensure_ascii=False)
        refusal.content_type = "application/json"
        raise
