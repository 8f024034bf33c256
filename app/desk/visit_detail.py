"""All that is known of a visit: where and when, whose it is, its photos' addresses, and every notification of it."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from app.desk.detail_parts import DetailParts, RowLink
from app.desk.formats import FAR_M
from app.desk.icons import icon
from app.desk.plain import Line, card, lines_grid, plain_label
from app.domain.columns import Table
from app.domain.details import Cell, NewsLine, ShipmentLine, VisitDetail
from app.domain.notifications import OUTCOME_TEXTS, Outcome
from app.domain.places import Place
from app.domain.statuses import State

_WHO = ("driver", "route", "contact", "contact_phone", "contact_email")
_IDENTITY = ("id", "tracking_id", "numbers", "title", "previous_status", "driver_id", "route_id", "received_at")


class VisitDetailBuilder(QObject):
    """Words a visit. A picture is opened by the browser, on a click; nothing of it is fetched or kept here."""

    def __init__(self, parts: DetailParts, follow: Callable[[RowLink], object]) -> None:
        super().__init__(parts)
        self._parts = parts
        self._follow = follow

    def build(self, detail: VisitDetail) -> list[QWidget]:
        """Return its widgets, from top to bottom."""
        cells, parts = detail.cells, self._parts
        where = " · ".join(str(cells[key]) for key in ("contact", "address") if cells[key] is not None)
        copied = {
            self.tr("Visit"): cells["id"],
            self.tr("Tracking numbers"): cells["numbers"],
            self.tr("Phone"): cells["contact_phone"],
            self.tr("Address"): cells["address"],
        }
        return [
            parts.head(self.tr("Visit {number}").format(number=detail.id), detail.state, str(cells["status"])),
            *([plain_label(where, tone="dim", selectable=True)] if where else []),
            parts.copies(copied),
            card(self.tr("Notifications"), lines_grid([self._news_line(one) for one in reversed(detail.news)])),
            parts.fields(self.tr("Who"), Table.VISITS, cells, _WHO),
            card(self.tr("Where and when"), lines_grid(self._where(detail))),
            card(self.tr("Photos"), self._photos(cells["photo_evidence"], cells["photo_identity"])),
            card(self.tr("Shipments"), self._shipments(detail.shipments)),
            parts.fields(self.tr("Also sent"), Table.VISITS, cells, _IDENTITY),
            parts.raw(detail.raw),
        ]

    def _news_line(self, news: NewsLine) -> Line:
        formats = self._parts.formats
        said = [news.status, self.tr("received {time}").format(time=formats.instant(news.received_at))]
        if news.outcome is not Outcome.STORED:
            said.append(self._parts.say(OUTCOME_TEXTS[news.outcome]))
        if news.repeats:
            said.append(self.tr("came %n more time(s)", "", news.repeats))
        return formats.moment(news.timestamp), " · ".join(said), "bad" if news.state is State.EXCEPTION else ""

    def _where(self, detail: VisitDetail) -> list[Line]:
        cells, formats = detail.cells, self._parts.formats
        coordinates = ", ".join(str(cells[key]) for key in ("latitude", "longitude") if cells[key] is not None)
        is_known = _place(cells, "") is not None
        lines: list[Line] = []
        if cells["address"] is not None:
            lines.append((self.tr("Address"), str(cells["address"]), ""))
        if is_known:
            lines.append((self.tr("Coordinates"), coordinates, ""))
        else:
            text = (
                self.tr("{coordinates}: no place, nothing to measure by") if coordinates else self.tr("none were sent")
            )
            lines.append((self.tr("Coordinates"), text.format(coordinates=coordinates), "dim"))
        check_in = cells["check_in_distance"]
        lines.append(self._check(self.tr("Check-in"), cells, "check_in_", check_in, is_known=is_known))
        check_out = detail.check_out_distance_m
        lines.append(self._check(self.tr("Check-out"), cells, "check_out_", check_out, is_known=is_known))
        dwell = cells["dwell"]
        if isinstance(dwell, int | float):
            text, tone = formats.seconds(abs(dwell)), ""
            if dwell < 0:
                text, tone = self.tr("The check-out came {time} before the check-in.").format(time=text), "warn"
            lines.append((self.tr("At the door"), text, tone))
        return lines

    def _check(self, title: str, cells: Mapping[str, Cell], key: str, distance: Cell, *, is_known: bool) -> Line:
        at = cells[f"{key}at"]
        if at is None and cells[f"{key}latitude"] is None and cells[f"{key}longitude"] is None:
            return title, self.tr("not sent"), "dim"
        time = self._parts.formats.moment(str(at)) if at is not None else self.tr("no time")
        tone = ""
        if isinstance(distance, int | float):
            where = self.tr("{distance} from the address").format(distance=self._parts.formats.metres(distance))
            tone = "warn" if distance > FAR_M else ""
        elif is_known:
            where = self.tr("its place is not known")
        else:
            where = self.tr("nothing to measure by")
        return title, f"{time} · {where}", tone

    def _photos(self, evidence: Cell, identity: Cell) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(12)
        if evidence is None and identity is None:
            column.addWidget(plain_label(self.tr("None were sent."), tone="faint"))
        if evidence is not None:
            column.addWidget(self._photo(str(evidence), self.tr("Open photo"), self.tr("of the delivery")))
        if identity is not None:
            warning = self.tr("shows an identity document")
            column.addWidget(self._photo(str(identity), self.tr("Open document"), warning))
        return column

    def _photo(self, address: str, text: str, about: str) -> QWidget:
        url = photo_url(address)
        if url is None:
            explained = self.tr("{about}, not an address that can be opened: {address}")
            return plain_label(explained.format(about=about, address=address), tone="dim", selectable=True)
        button = QPushButton(icon("eye", self._parts.theme.dim), text)
        button.setToolTip(self.tr("Opens in the browser, from {host}").format(host=url.host()))
        button.setAccessibleDescription(f"{about}. {button.toolTip()}")
        note = plain_label(f"{about} · {url.host()}", tone="dim", selectable=True)
        button.clicked.connect(lambda: self._open(url, note))
        return self._parts.column([self._parts.buttons([button]), note])

    def _open(self, url: QUrl, note: QLabel) -> None:
        if not QDesktopServices.openUrl(url):
            note.setText(self.tr("No browser could be opened."))

    def _shipments(self, shipments: tuple[ShipmentLine, ...]) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(8)
        if not shipments:
            text = self.tr("No shipment that was loaded has one of its tracking numbers.")
            column.addWidget(plain_label(text, tone="dim"))
        for one in shipments:
            column.addWidget(self._shipment(one))
        return column

    def _shipment(self, shipment: ShipmentLine) -> QWidget:
        parts = self._parts
        link = RowLink(Table.SHIPMENTS, shipment.id, shipment.day.date, shipment.day.carrier)
        name = self.tr("Show shipment {number}").format(number=shipment.number)
        head: list[QWidget] = [parts.link(shipment.number, name, lambda: self._follow(link))]
        if shipment.status is not None:
            head.append(parts.pill(shipment.state, shipment.status))
        about = [shipment.recipient, parts.formats.day(shipment.day.date.isoformat())]
        return parts.column([parts.buttons(head), plain_label(" · ".join(filter(None, about)), tone="dim")])


def photo_url(address: str) -> QUrl | None:
    """Return an address of a picture as one that a browser may open; None for whatever is none by http or https."""
    url = QUrl(address, QUrl.ParsingMode.StrictMode)
    is_web = url.scheme() in ("https", "http") and bool(url.host()) and not url.userInfo()
    return url if url.isValid() and is_web else None


def _place(cells: Mapping[str, Cell], key: str) -> Place | None:
    latitude, longitude = (cells[f"{key}{name}"] for name in ("latitude", "longitude"))
    return Place.read(None if latitude is None else str(latitude), None if longitude is None else str(longitude))
