"""Where the data of a notification goes: a canary in each field that the provider fills, looked for everywhere.

`PLACES` lists for each field where its value may be, as documentation of privacy. Everything is real: the bodies reach
the receiver by HTTP, and are looked for in the window, on the clipboard, in exports, on paper and in files.
"""

import json
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from itertools import chain, product
from pathlib import Path

import pytest
from pydantic import ValidationError
from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLabel, QPlainTextEdit, QPushButton, QWidget

from app.domain.contract import notification_contract, statuses
from app.domain.contract.manifests import Shipment
from app.domain.views.columns import COLUMNS, DESK_TABLES, EXPORTED_TABLES, Table, is_offered
from app.domain.views.details import ManifestDetail, NotificationDetail, ShipmentDetail, VisitDetail
from app.domain.views.exports import Format
from app.domain.views.queries import RowQuery
from app.logs.process_log import Voice
from app.ui.tables.row_menu import RowAct
from app.ui.tables.table_page import TablePage
from app.ui.widgets.labels import CopyButton
from tests.cli.process import Despacho
from tests.flows.conftest import NOW, Bench
from tests.flows.test_day import save_to
from tests.flows.test_export import export_to
from tests.pdf import pdf_text

FIELDS: dict[str, object] = {
    "event": "qzevento",
    "timestamp": f"{NOW.date()}T10:05:09.918273",
    "visita_id": 918273645001,
    "tracking_id": "qzreferencia",
    "titulo": "qztitulo",
    "direccion": "qzdireccion",
    "estado_anterior": "qzanterior",
    "estado_nuevo": "qznuevo",
    "numero_seguimientos": ["qzseguimiento"],
    "conductor.id": "qzidconductor",
    "conductor.nombre": "qzconductor",
    "ruta.id": "qzidruta",
    "ruta.nombre": "qzruta",
    "contacto.nombre": "qzcontacto",
    "contacto.telefono": "qztelefono",
    "contacto.email": "qzcorreo@qz.example",
    "ubicacion.latitud": "4.6180339",
    "ubicacion.longitud": "-74.0577215",
    "check_in.fecha_hora": "qzllegada",
    "check_in.latitud": "4.6141421",
    "check_in.longitud": "-74.0173205",
    "check_out.fecha_hora": "qzsalida",
    "check_out.latitud": "4.6223606",
    "check_out.longitud": "-74.0264575",
    "fotos.dni": "https://fotos.example/qzdni.jpg",
    "fotos.evidencia": "https://fotos.example/qzevidencia.jpg",
    "observacion": "qzotro",  # which the contract does not list
}
CANARIES = {"timestamp": "918273", "fotos.dni": "qzdni", "fotos.evidencia": "qzevidencia"} | {
    name: str(value[0] if isinstance(value, list) else value)
    for name, value in FIELDS.items()
    if name not in ("timestamp", "fotos.dni", "fotos.evidencia")
}

DETAILS = dict(zip(DESK_TABLES, (ShipmentDetail, VisitDetail, ManifestDetail, NotificationDetail), strict=True))

EXAMPLES = "export deviations"  # where the value is not what the contract says
SENT = {  # a body as it was sent
    "notifications table", "notifications detail", "notifications copied", "notifications exported", "search",
    "visits detail", "visits copied", "export notifications", "export rejected", "export visits", "export day",
}  # fmt: skip
VISIT = SENT | {"visits table", "visits exported"}
SHIPMENT = {"shipments table", "shipments copied", "shipments exported"}
SUMMARY = {"shipments copied"}  # of a follow-up
PLACES = {
    "event": {one for one in SENT if one.startswith("notifications")} | {"search", "export notifications"} | {EXAMPLES},
    "timestamp": VISIT | SHIPMENT | {"shipments detail", "export shipments"},
    "visita_id": VISIT | SHIPMENT | {"shipments detail", "export shipments"},
    "tracking_id": VISIT,
    "titulo": VISIT,
    "direccion": VISIT | SUMMARY | {"print"},
    "estado_anterior": VISIT,
    "estado_nuevo": VISIT | SHIPMENT | {"shipments detail", "export shipments", EXAMPLES},
    "numero_seguimientos": VISIT | {"print"},
    "conductor.id": VISIT | {EXAMPLES},
    "conductor.nombre": VISIT | SHIPMENT | {"shipments detail", "day tab", "print"},
    "ruta.id": VISIT | {EXAMPLES},
    "ruta.nombre": VISIT | SHIPMENT | {"shipments detail", "day tab", "print"},
    "contacto.nombre": VISIT | SUMMARY | {"print"},
    "contacto.telefono": VISIT | SUMMARY | {"print"},
    "contacto.email": VISIT,
    "ubicacion.latitud": VISIT,
    "ubicacion.longitud": VISIT,
    "check_in.fecha_hora": VISIT | SUMMARY | {"shipments detail", EXAMPLES},
    "check_in.latitud": VISIT,
    "check_in.longitud": VISIT,
    "check_out.fecha_hora": VISIT | {"shipments detail", EXAMPLES},
    "check_out.latitud": VISIT,
    "check_out.longitud": VISIT,
    "fotos.dni": {"export visits"},
    "fotos.evidencia": VISIT,
    "observacion": SENT,
}
"""Where the value of each field may be. No field is in the log, a crash report or the state of the window."""


def test_each_field_of_the_contract_has_a_canary() -> None:
    inner = [f"{name}.{one}" for name, part in notification_contract._WITHIN_VISIT.items() for one in part]
    flat = [
        name
        for name in (*notification_contract._ENVELOPE, *notification_contract._VISIT)
        if name not in ("data", *notification_contract._WITHIN_VISIT)
    ]
    assert set(FIELDS) - {"observacion"} == {*flat, *inner}


def notification(number: str, **more: object) -> bytes:
    """Return the body with all canaries but the event's."""
    data: dict[str, object] = {}
    for name, value in {**FIELDS, **more}.items():
        outer, _, inner = name.partition(".")
        if inner:
            data.setdefault(outer, {})[inner] = value  # type: ignore[index]
        elif name not in ("event", "timestamp"):
            data[name] = value
    data["numero_seguimientos"] = [number, *CANARIES["numero_seguimientos"].split()]
    event = more.get("event", statuses.EVENT)
    return json.dumps({"event": event, "timestamp": more.get("timestamp", FIELDS["timestamp"]), "data": data}).encode()


def texts_of(widget: QWidget) -> Iterator[str]:
    """Yield all texts of a widget and of those in it."""
    for one in [widget, *widget.findChildren(QWidget)]:
        yield from (one.toolTip(), one.accessibleName(), one.accessibleDescription(), one.windowTitle())
        if isinstance(one, QLabel | QAbstractButton):
            yield one.text()
        if isinstance(one, QPlainTextEdit):
            yield one.toPlainText()
        if isinstance(one, QAbstractItemView) and one.model() is not None:
            model, top = one.model(), QModelIndex()
            columns = model.columnCount(top) if isinstance(model, QAbstractTableModel) else 1
            places = product(range(model.rowCount(top)), range(columns))
            yield from (str(model.data(model.index(*place, top))) for place in places)


def clipboard() -> str:
    mime = QGuiApplication.clipboard().mimeData()
    return " ".join(bytes(mime.data(form).data()).decode(errors="replace") for form in mime.formats())


def looked_at(bench: Bench, table: Table) -> dict[str, str]:
    """Return the texts of a table, of the details of its rows, and of all that can be copied there."""
    window = bench.window
    page = window.tabs.pages[table]
    window.tabs.setCurrentWidget(page)
    bench.settle()
    page.view.columns_header.show_columns(tuple(one.key for one in COLUMNS[table] if is_offered(one, ())), [])
    page.view.selectAll()
    page.view.copy(with_titles=True)
    copied = [clipboard()]
    details: list[str] = []
    for row in rows_with_canaries(page):
        page.view.selectRow(row)
        bench.qtbot.waitUntil(partial(is_shown, bench, DETAILS[table], bench.row_id(row)))
        for button in window.detail.findChildren(QPushButton):
            if button.isCheckable():
                button.click()
        details += texts_of(window.detail)
        for button in window.detail.findChildren(CopyButton):
            button.click()
            copied.append(clipboard())
        menu = page.view.menu_of(page.model.index(row, 0))
        for action in menu.actions():
            if action.text().startswith("Copy"):
                action.trigger()
                copied.append(clipboard())
        menu.deleteLater()
        if table in (Table.SHIPMENTS, Table.VISITS):
            page.view.act_asked.emit(RowAct.SUMMARY)
            copied.append(clipboard())
    cells = (str(one) for one in chain.from_iterable(cells_of(page, row) for row in range(page.model.rowCount())))
    return {
        f"{table} table": " ".join(cells),
        f"{table} detail": " ".join(details),
        f"{table} copied": " ".join(copied),
    }


def is_shown(bench: Bench, kind: type, row_id: int) -> bool:
    shown = bench.window.detail._shown
    return isinstance(shown, kind) and shown is not None and shown.id == row_id


def cells_of(page: TablePage, row: int) -> Iterator[object]:
    roles = (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
        Qt.ItemDataRole.AccessibleDescriptionRole,
    )
    for column in range(page.model.columnCount()):
        yield from (page.model.data(page.model.index(row, column), role) for role in roles)


def rows_with_canaries(page: TablePage) -> list[int]:
    if page.table is not Table.SHIPMENTS:
        return list(range(page.model.rowCount()))
    return [row for row in range(page.model.rowCount()) if page.model.value(row, "visit_id") is not None]


def found_by_search(bench: Bench) -> str:
    """Return the canaries by which a table, or the search through all days, finds a row."""
    found, day = [], bench.window.current_day.shown_day
    for canary in CANARIES.values():
        hits = len(bench.rows.hits(canary, 5))
        for table in DESK_TABLES:
            hits += bench.rows.count(RowQuery(table, day, search=canary), day.date)
        if hits:
            found.append(canary)
    return " ".join(found)


def in_files(*paths: Path) -> str:
    """Return the contents of files, unpacked."""
    found = []
    for path in paths:
        if path.suffix == ".xlsx":
            with zipfile.ZipFile(path) as book:
                found += [book.read(name).decode(errors="replace") for name in book.namelist()]
        else:
            found.append(path.read_text(encoding="utf-8", errors="replace"))
    return " ".join(found)


def exported(bench: Bench, folder: Path) -> dict[str, str]:
    """Return the files of all exports of the command line, by table."""
    forms = (Format.XLSX, Format.JSON)  # of csv the window's exports are enough: it has the same columns
    names = [(str(table), str(form)) for table in EXPORTED_TABLES for form in forms] + [("day", "xlsx")]
    paths = {(table, form): folder / f"{table}.{form}" for table, form in names}
    despacho, date = Despacho(bench.folder), str(NOW.date())
    despacho.run_each(*(("export", table, "--date", date, "--output", str(path)) for (table, _), path in paths.items()))
    return {
        f"export {table}": in_files(*(path for (other, _), path in paths.items() if other == table))
        for table, _ in names
    }


def everything(bench: Bench, folder: Path) -> dict[str, str]:
    """Return the texts of all places; at the end the window is closed."""
    places: dict[str, str] = {}
    for table in DESK_TABLES:
        places |= looked_at(bench, table)
        written = [export_to(bench, f"{table}.{form}", whole=True) for form in ("csv", "xlsx")]
        places[f"{table} exported"] = in_files(*written)
    places["search"] = found_by_search(bench)
    with bench.qtbot.waitSignal(bench.window.day.page.report_shown):
        bench.window.tabs.show_named("day")
    places["day tab"] = " ".join(texts_of(bench.window.day.page))
    pdf = folder / "day.pdf"
    save_to(bench, pdf)
    bench.qtbot.waitUntil(pdf.exists)
    places["print"] = pdf_text(pdf)
    places |= exported(bench, folder)
    with pytest.raises(ValidationError) as error:
        Shipment.model_validate(FIELDS)
    bench.journal.report(error.value)
    assert bench.window.close()
    bench.desk.stop()
    places["window state"] = in_files(bench.folder / "window.ini")
    places["log"] = in_files(*(bench.folder / "log").glob("*.log*"))
    places["crash report"] = in_files(*(bench.folder / "log").glob("*.txt"))
    return places


def test_each_field_is_in_its_places_alone(bench: Bench, tmp_path: Path) -> None:
    with ExitStack() as stack:
        stack.enter_context(bench.journal.opened(Voice.DESK))
        bench.carrier(60)
        bench.trust()
        bench.open().load()
        bench.receive()
        number = bench.column("number")[0]
        whole = notification(number)
        assert [
            bench.post(one)
            for one in (
                whole,
                notification(number, event=FIELDS["event"], visita_id=2),
                notification(number, nota="more"),
                notification("qzseguimiento", visita_id=3, estado_nuevo="falso_flete"),
                whole[:-1],
                whole.replace(b'"fotos"', b'"titulo": "", "fotos"').replace(b"/", b"\\/"),
                notification(number, visita_id=None).replace(b'"dni"', b'"\\u0044NI"'),
            )
        ] == ["stored", "stored", "duplicate", "stored", "quarantined", "quarantined", "quarantined"]
        places = {name: text.casefold() for name, text in everything(bench, tmp_path).items()}
    assert all(len(text) > 100 for text in places.values())
    found = {field: {name for name, text in places.items() if canary in text} for field, canary in CANARIES.items()}
    assert found == PLACES
