"""Measures the time from a driver's POST to the repainted cell while the window is in use.

Each notification changes a visit whose shipment is on the screen; it counts as painted by the first painting of the
table after which its row shows this change or a newer one.

`python -m tests.bench.repainted SHIPMENTS RATE SECONDS` measures it through Caddy with TLS, by the template of
`packaging/proxies`, and prints the figures as JSON; the row of the benchmark measures it without a proxy.
"""

import json
import ssl
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.bootstrap.desk import Desk
from app.ui.tables.table_page import TablePage
from tests.bench.days import own_copy
from tests.bench.notification_bodies import PATH, TOKEN
from tests.bench.row import Figures, quantiles_of
from tests.bench.sender import Order, Sent, sending
from tests.bench.windows import Watch, desk_on
from tests.proxies.reverse_proxies import front

_WARM_UP = 50
_PATIENCE = 30


def main() -> None:
    """Measure through Caddy."""
    shipments, rate, seconds = (int(one) for one in sys.argv[1:])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        place = Path(folder)
        with (
            desk_on(own_copy(place, shipments, "own"), TOKEN) as desk,
            front("caddy", urlsplit(url_of(desk)).port or 0, place / "caddy") as outside,
        ):
            url, certificate = f"{outside.url}{PATH}", _authority(outside.trust)
            figures = repainted(desk, rate, rate * seconds, url=url, certificate=certificate)
    print(json.dumps(figures), flush=True)  # noqa: T201 - the result


def repainted(desk: Desk, rate: float, count: int, *, begin: int = 0, url: str = "", certificate: str = "") -> Figures:
    """Have new words sent on the visits whose shipments stand on the screen.

    Args:
        desk: with its window shown and its receiver open.
        rate: notifications a second.
        count: of all of them.
        begin: how many were sent before.
        url: where to, if not right to the receiver.
        certificate: which to trust, where that is https.

    Returns:
        Of all but the first, until each was answered and painted; and how late the event loop was at most.
    """
    app, page = QApplication.instance(), desk.window.tabs.page
    assert isinstance(app, QApplication)
    numbers = list(dict.fromkeys(str(page.model.value(row, "number")) for row in page.view.visible_rows()))
    seen, watch = Painted(page, numbers), Watch()
    order = Order(url or url_of(desk), numbers, rate, count, begin, certificate)
    with sending(order) as (is_done, sent_ones), watch.over():
        loop, ticking = QEventLoop(), QTimer(interval=20)  # the application's own would close the window at its end
        ticking.timeout.connect(lambda: loop.quit() if is_done() else None)
        ticking.start()
        loop.exec()
        sent = sent_ones()
        seen.wait_for_all(app, sent)
    return (
        quantiles_of([one.took for one in sent[_WARM_UP:]], "answered")
        | quantiles_of([seen.at(one) - one.began for one in sent[_WARM_UP:]], "painted")
        | {"sent": len(sent), "late": watch.worst}
    )


class Painted(QObject):
    """Notes, after each painting of the table, which word each row of a visit shows."""

    def __init__(self, page: TablePage, numbers: list[str]) -> None:
        super().__init__(page)
        self._page = page
        rows = {str(page.model.value(row, "number")): row for row in reversed(page.view.visible_rows())}
        self._rows = {1 + nth: rows[number] for nth, number in enumerate(numbers)}
        self._words: dict[int, list[tuple[str, float]]] = {visit: [] for visit in self._rows}
        page.view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Have the table painted, and look at what it shows now."""
        if event.type() != QEvent.Type.Paint:
            return False
        watched.removeEventFilter(self)
        QApplication.sendEvent(watched, event)
        watched.installEventFilter(self)
        now = time.perf_counter()
        for visit, row in self._rows.items():
            word = str(self._page.model.value(row, "visit_timestamp"))
            seen = self._words[visit]
            if not seen or seen[-1][0] != word:
                seen.append((word, now))
        return True

    def at(self, sent: Sent) -> float:
        """Return when the visit's row first showed this word or a newer one; infinity where it never did."""
        seen = self._words[sent.visit]
        return next((at for shown, at in seen if shown != "None" and shown >= sent.word), float("inf"))

    def wait_for_all(self, app: QApplication, sent: list[Sent]) -> None:
        """Wait until what was sent last stands on the screen, and look no more."""
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline and any(self.at(one) == float("inf") for one in sent):
            app.processEvents()
        self._page.view.viewport().removeEventFilter(self)


def url_of(desk: Desk) -> str:
    """Return where the receiver listens."""
    state = desk.window.receiver.state.listening.server
    assert state is not None
    return state.url


def _authority(trust: ssl.SSLContext) -> str:
    """Return the certificates that a context trusts."""
    return "".join(ssl.DER_cert_to_PEM_cert(one) for one in trust.get_ca_certs(binary_form=True))


if __name__ == "__main__":
    main()
