"""The carrier as a real HTTP server on loopback that says what a plan says, and fails as it is told to."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from urllib.parse import parse_qs, urlsplit

from tests.faults.truth.plan import STATUS_IDS, Parcel, Plan

CARRIER = "ANDINA-BOG"
_NAMES = {"2": "En Reparto", "3": "Entregado", "4": "Excepción", "24": "Listo para Retirar"}
_STATUS = {
    state: f',"idEstadoEnvio":"{one}","estadoEnvio":"{_NAMES[one]}"}}'.encode() for state, one in STATUS_IDS.items()
}


class Trouble(Enum):
    """What it answers in the place of a day."""

    ERROR = "500"
    HANG = "hang"
    CUT = "cut body"


class Carrier:
    """Answers for a plan's two days.

    Args:
        plan: of the day.
        seconds: tells how many have passed since the start.
    """

    def __init__(self, plan: Plan, seconds: Callable[[], float]) -> None:
        self._plan, self._seconds = plan, seconds
        self._texts = {one.number: _text(one) for one in plan.parcels}
        self.trouble: Trouble | None = None
        self.gave_up = Event()

    def answer(self, day: date) -> bytes:
        """Return all manifests of a day, as they stand."""
        now = self._seconds()
        manifests: dict[int, list[bytes]] = {}
        for manifest, parcel in self._plan.listed(day, now):
            manifests.setdefault(manifest, []).append(self._texts[parcel.number] + _STATUS[parcel.said(now)])
        return b"[" + b",".join(_manifest(number, listed) for number, listed in manifests.items()) + b"]"

    @contextmanager
    def listening(self) -> Iterator[str]:
        """Listen, and give the base URL."""
        carrier = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                carrier._serve(self)

            def log_message(self, *_: object) -> None:
                pass

        with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
            thread.start()
            try:
                yield f"http://127.0.0.1:{server.server_address[1]}"
            finally:
                self.gave_up.set()
                server.shutdown()
                thread.join()

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        if self.trouble is Trouble.HANG:
            self.gave_up.wait(60)
            return
        if self.trouble is Trouble.ERROR:
            handler.send_error(500)
            return
        body = self.answer(date.fromisoformat(parse_qs(urlsplit(handler.path).query)["fecha"][0]))
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body if self.trouble is None else body[: min(len(body) // 2, 50_000)])


def _text(parcel: Parcel) -> bytes:
    own = {key: parcel.identifiers[key] for key in ("numero", "numeroExterno")}
    data = {key: value for key, value in parcel.identifiers.items() if key not in own}
    data |= {"flujo": "OPL"} if "numeroPedido" in data else {"SellerId": "S1"}
    fields = own | {"destinatario": f"Persona {parcel.number}", "dinamicouno": json.dumps(data)}
    return json.dumps(fields).encode()[:-1]


def _manifest(number: int, listed: list[bytes]) -> bytes:
    head = f'{{"idPlanillaReparto":{number},"estado":"VIG","codigoCarrier":"{CARRIER}","envios":['
    return head.encode() + b",".join(listed) + b"]}"
