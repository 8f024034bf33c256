"""The carriers of a simulated world, as a real HTTP server on loopback with simulated failures."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from urllib.parse import parse_qs, urlsplit

from tests.faults.truth.parcels import STATUSES, Parcel
from tests.faults.truth.plan import Plan

_STATUS = {state: f',"idEstadoEnvio":"{one}","estadoEnvio":"{name}"}}' for state, (one, name) in STATUSES.items()}


class Trouble(Enum):
    """What it answers in the place of a day."""

    ERROR = "500"
    HANG = "hang"
    CUT = "cut body"
    NOT_FOUND = "404"
    EMPTY = "empty list"


SAYS_NOTHING = (Trouble.NOT_FOUND, Trouble.EMPTY)


class Carrier:
    """Answers for a plan's days.

    Args:
        plan: of the days.
        seconds: tells how many have passed since the start.
    """

    def __init__(self, plan: Plan, seconds: Callable[[], float]) -> None:
        self._plan, self._seconds = plan, seconds
        self._texts = {id(one): _text(one) for one in plan.parcels}
        self.trouble: Trouble | None = None
        self.gave_up = Event()

    def answer(self, carrier: str, day: date) -> bytes:
        """Return all manifests of a day, as they stand."""
        now = self._seconds()
        entries: dict[tuple[int, int, bool], list[str]] = {}
        for one in self._plan.listed(carrier, day, now):
            text = self._texts[id(one.parcel)] + _STATUS[one.said(now)]
            entries.setdefault((one.manifest, one.nth, one.in_force), []).append(text)
        texts = (
            self._manifest(carrier, number, listed, in_force=in_force)
            for (number, _, in_force), listed in entries.items()
        )
        return f"[{','.join(texts)}]".encode()

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
        if self.trouble in (Trouble.ERROR, Trouble.NOT_FOUND):
            handler.send_error(int(self.trouble.value))
            return
        asked = parse_qs(urlsplit(handler.path).query)
        body = self.answer(asked["codigoCarrier"][0], date.fromisoformat(asked["fecha"][0]))
        if self.trouble is Trouble.EMPTY:
            body = b"[]"
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body[: len(body) // 2] if self.trouble is Trouble.CUT else body)

    def _manifest(self, carrier: str, number: int, listed: list[str], *, in_force: bool) -> str:
        state = "VIG" if in_force else "ANU"
        head = f'{{"idPlanillaReparto":{number},"estado":"{state}","codigoCarrier":"{carrier}","envios":['
        return head + ",".join(listed) + "]}"


def _text(parcel: Parcel) -> str:
    own = {key: parcel.identifiers[key] for key in ("numero", "numeroExterno")}
    data = {key: value for key, value in parcel.identifiers.items() if key not in own}
    data |= {"flujo": "OPL"} if "numeroPedido" in data else {"SellerId": "S1"}
    document, name, address = parcel.recipient
    fields = own | {"destinatario": name, "direccionDest": address, "dinamicouno": json.dumps(data)}
    fields |= {} if document is None else {"documentoDest": document}
    return json.dumps(fields, ensure_ascii=False)[:-1]
