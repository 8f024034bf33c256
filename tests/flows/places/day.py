"""A day in which something of everything happened."""

from datetime import timedelta

from app.domain.follow_ups import FollowUpEdit, NextStep
from app.domain.views.columns import Table
from app.domain.views.details import Subject
from app.domain.views.queries import RowQuery, View
from tests.flows.conftest import NOW, Bench

THREE_PHONES = "300 111 2233 / +58 412 5550134 ext. 7, 601 555 1234"
LONG_NAME = "María Fernanda de los Ángeles Rodríguez-Castañeda y Peña, Portería Torre B"
_NOTE = "Pide que se lo dejen con el portero después de las cuatro; el perro no muerde, la reja no cierra."


def a_day(bench: Bench) -> None:
    """Open a desk on such a day, asked for again after its visits, so that some contradict the carrier."""
    bench.carrier(shipments=60)
    bench.trust()
    bench.open()
    bench.window.resize(1440, 900)
    bench.receive()
    bench.load()
    _close_visits(bench)
    bench.load()
    _follow_up(bench)
    bench.settle()


def _close_visits(bench: Bench) -> None:
    for nth, number in enumerate(bench.column("number")[:12]):
        bench.notify(
            100 + nth,
            "falso_flete" if nth % 3 == 0 else "completada",
            number,
            at=f"{7 + nth // 4:02}:{nth:02}:07",
            conductor={"id": nth % 3, "nombre": f"Conductora {nth % 3}"},
            ruta={"id": nth % 2, "nombre": f"Ruta Norte {nth % 2}"},
            contacto={"nombre": "Señora Peña", "telefono": "300 555 0100", "email": "pena@mensajes.example"},
            direccion="Carrera 7 # 72-41, apartamento 501",
            ubicacion={"latitud": 4.65 + nth / 500, "longitud": -74.05},
            check_in={"fecha_hora": f"{NOW.date()}T08:00:00", "latitud": 4.652 + nth / 500, "longitud": -74.051},
            check_out={"fecha_hora": f"{NOW.date()}T08:04:10", "latitud": 4.652, "longitud": -74.051},
            fotos={"dni": "https://fotos.example/d.jpg", "evidencia": "https://fotos.example/e.jpg"},
        )
    for visit, (name, phone) in enumerate(((LONG_NAME, THREE_PHONES), ("Señor Mora", "no tiene"))):
        contact = {"nombre": name, "telefono": phone}
        bench.notify(900 + visit, "falso_flete", f"no-shipment-has-this-{visit}", at="09:40:00", contacto=contact)
    bench.post(b"no json")


def _follow_up(bench: Bench) -> None:
    """Note something of two failures: one is acknowledged, another one is to be called again."""
    day = bench.window.current_day.shown_day
    failed = bench.rows.row_ids(RowQuery(Table.SHIPMENTS, day, view=View.TO_ATTEND), day.date)[:2]
    noted = FollowUpEdit("absent", _NOTE, is_called=True, next_step=NextStep.CALL, is_acknowledged=True)
    later = FollowUpEdit("refused", _NOTE, is_called=True, remind_at=NOW + timedelta(hours=6))
    for row, edit in zip(failed, (noted, later), strict=False):
        bench.window.context.follow_ups.save([Subject(Table.SHIPMENTS, row)], edit, bench.place.now())
