"""The pane beside the tables: what is said of a shipment, a visit, a notification, and what stays while it changes."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from PySide6.QtCore import QCoreApplication, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPlainTextEdit, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.domain.board.decision import Decision, Rule
from app.domain.board.facts import Observation
from app.domain.board.message_order import Statement
from app.domain.board.row import Explained, Mention, Reason, Row
from app.domain.board.signs import Sign
from app.domain.column import Cell
from app.domain.contract.outcomes import Outcome, QuarantineReason, Shortened
from app.domain.contract.statuses import State
from app.domain.days import Day, HistoryEntry, HistoryKind
from app.domain.follow_ups import FollowUp
from app.domain.views.columns import COLUMNS, Table
from app.domain.views.details import (
    Attempt,
    Listed,
    NotificationDetail,
    NotificationLine,
    ShipmentDetail,
    ShipmentLine,
    VisitDetail,
    VisitLine,
)
from app.domain.views.queries import ValueFilter
from app.ui.appearance.pills import StatusPill
from app.ui.appearance.theme import LIGHT
from app.ui.details.detail_lines import PhotoLink, photo_url
from app.ui.details.detail_pane import Detail, DetailPane
from app.ui.details.notification_detail import shown_body
from app.ui.widgets.detail_parts import RowLink
from tests.ui.conftest import DAY, formats

NOON = datetime(2026, 11, 20, 17, tzinfo=UTC)  # 12:00 in Bogotá


def of_state(state: State) -> ShipmentDetail:
    """The shipment with another state."""
    return replace(SHIPMENT, why=SHIPMENT.why._replace(row=ROW._replace(state=state)))


def cells(table: Table, **values: Cell) -> Mapping[str, Cell]:
    return {column.key: None for column in COLUMNS[table]} | values


VISIT = VisitLine(
    id=7,
    date=date(2026, 11, 20),
    timestamp="2026-11-20T12:03:41.000000",
    status="falso_flete",
    state=State.EXCEPTION,
    driver="Ana Peña",
    check_in_at="2026-11-20T11:56:00",
    check_out_at="2026-11-20T11:59:20",
    check_in_distance_m=1409.0,
    dwell_s=200,
    received_at=NOON,
    leads=True,
)
SEEN = Observation(NOON.replace(hour=13), None, State.ON_ITS_WAY, "En Reparto")  # 08:00 in Bogotá
SAID = Statement(NOON.replace(minute=3), 7, State.EXCEPTION, "7_1")
DECISION = Decision(Rule.NOT_ASKED_SINCE, State.EXCEPTION, SAID, None, frozenset((Sign.AHEAD,)), is_settled=False)
ROW = Row(
    state=State.EXCEPTION,
    status="Excepción",
    signs="adelantado",
    visit_id=7,
    is_by_visit=True,
    leads_to=None,
    outcome=State.EXCEPTION,
    is_outcome_seen_later=False,
    is_delivered_later=False,
    counts=True,
    failure="7_1",
    other_failure=None,
    failed_after=None,
    is_settled=False,
    left_out=None,
    is_counted_twice=False,
)
SHIPMENT = ShipmentDetail(
    id=1,
    cells=cells(
        Table.SHIPMENTS,
        number="700001190",
        status_id="2",
        status="En Reparto",
        shown_status="Excepción",
        date="2026-11-20",
        promised_date="2026-11-20",
        recipient="Sofía Ñáñez",
        current=1,
    ),
    history=(HistoryEntry(NOON.replace(hour=12, minute=42), HistoryKind.LISTED, "2", "En Reparto", "9001"),),
    raw='{"numero": "700001190"}',
    why=Explained(ROW, DECISION, None, [SAID], (), [SEEN], SEEN.seen_at),
    visits=(VISIT,),
    carrier=DAY.carrier,
)
DETAIL = VisitDetail(
    id=7,
    cells=cells(
        Table.VISITS,
        id=7,
        status="falso_flete",
        driver="Ana Peña",
        route="Norte 3",
        contact="Sofía Ñáñez",
        contact_phone="300 555 0134",
        address="Cra 15 # 82-40",
        latitude="4.668",
        longitude="-74.0540000000001",
        check_in_at="2026-11-20T11:56:00",
        check_in_latitude="4.66",
        check_in_longitude="-74.05",
        check_out_at="2026-11-20T11:59:20",
        check_out_latitude="4.66",
        check_out_longitude="-74.05",
        check_in_distance=1409.0,
        dwell=200,
        photo_evidence="https://photos.example/7.jpg",
        photo_identity="https://photos.example/7-id.jpg",
    ),
    state=State.EXCEPTION,
    check_out_distance_m=35.0,
    shipments=(ShipmentLine(1, DAY, "700001190", "Sofía Ñáñez", "Excepción", State.EXCEPTION),),
    news=(
        NotificationLine(3, "2026-11-20T10:00:00", "completada", State.DELIVERED, NOON, Outcome.DUPLICATE, 0),
        NotificationLine(1, "2026-11-20T11:00:00", "completada", State.DELIVERED, NOON, Outcome.STORED, 0),
        NotificationLine(2, "2026-11-20T12:03:41.0", "falso_flete", State.EXCEPTION, NOON, Outcome.STORED, 2),
    ),
    raw='{"visita_id": 7}',
)
ASIDE = NotificationDetail(
    id=9,
    cells=cells(Table.NOTIFICATIONS, outcome="quarantined", raw='{"a": 1}'),
    outcome=Outcome.QUARANTINED,
    reason=QuarantineReason.NO_VISIT,
    received_at=NOON,
    path="/old",
    headers=(("Content-Type", "application/json"), ("User-Agent", "sender/1")),
    body='{"event": "visita_estado_cambio", "data": {"visita_id": "7"}}',
)


@pytest.fixture
def pane(qtbot: QtBot, dressed: QApplication) -> DetailPane:
    pane = DetailPane(str, LIGHT)
    qtbot.addWidget(pane)
    pane.use_formats(formats())
    pane.resize(360, 500)
    with qtbot.waitExposed(pane):
        pane.show()
    pane.show_detail(SHIPMENT)
    for section in ("Shipment", "Sender", "History", "Technical"):
        button(pane, section).click()  # so they are for every row from now on
    pane.show_nothing()
    return pane


def squeezed(pane: DetailPane) -> list[str]:
    """The widgets of the pane that are lower than what they hold."""
    held = [one for one in pane.findChildren(QWidget) if one.isVisible() and one.hasHeightForWidth()]
    return [f"{type(one).__name__} {one.size()}" for one in held if one.height() < one.heightForWidth(one.width())]


def places(pane: DetailPane) -> list[QRect]:
    return [one.geometry() for one in pane.findChildren(QFrame) if one.property("card")]


def texts(pane: DetailPane) -> str:
    return "\n".join(pane.shown_texts())


def button(pane: DetailPane, name: str) -> QPushButton:
    (found,) = (one for one in pane.findChildren(QPushButton) if name in (one.text(), one.accessibleName()))
    return found


def boxes(pane: DetailPane) -> list[QPlainTextEdit]:
    """The texts that were unfolded."""
    return [one for one in pane.findChildren(QPlainTextEdit) if one.isReadOnly()]


def box(pane: DetailPane) -> QPlainTextEdit:
    (found,) = boxes(pane)
    return found


def pill(pane: DetailPane) -> str:
    return pane.findChildren(StatusPill)[0].text()


def test_nothing_of_a_row_is_left_where_none_is_chosen(pane: DetailPane) -> None:
    pane.show_detail(DETAIL)
    pane.show_nothing()
    assert (pane.is_empty, pane.shown_texts()) == (True, [])


@pytest.mark.parametrize("detail", [SHIPMENT, DETAIL, ASIDE], ids=lambda detail: type(detail).__name__)
@pytest.mark.parametrize("before", [None, replace(SHIPMENT, id=2), replace(DETAIL, id=8), replace(ASIDE, id=10)])
@pytest.mark.parametrize("is_folded", [False, True])
def test_each_card_of_a_row_has_its_place_and_its_whole_height_before_any_event(
    pane: DetailPane, before: "Detail | None", detail: "Detail", is_folded: bool
) -> None:
    if before is not None:
        pane.show_detail(before)
        QCoreApplication.processEvents()
    pane.setHidden(is_folded)
    pane.show_detail(detail)
    pane.show()
    assert squeezed(pane) == []
    cards = places(pane)
    QCoreApplication.processEvents()
    assert places(pane) == cards


def test_a_row_that_is_read_again_with_its_raw_data_unfolded_is_laid_out_at_once(pane: DetailPane) -> None:
    pane.show_detail(SHIPMENT)
    button(pane, "Show as sent (JSON)").click()
    QCoreApplication.processEvents()
    pane.show_detail(of_state(State.DELIVERED))
    assert box(pane).isVisible()
    assert squeezed(pane) == []


def test_a_shipment_says_who_says_what_and_who_leads(pane: DetailPane) -> None:
    pane.show_detail(SHIPMENT)
    assert pill(pane) == "Failed"
    said = pane.shown_texts()
    at = said.index("WHO SAYS WHAT")
    assert said[at + 1 : at + 5] == [
        *("Carrier", "«En Reparto»"),
        *("Visit", "Failed · 12:03:41 · Ana Peña"),
    ]
    pane.show_detail(replace(SHIPMENT, visits=()))
    assert "no notification came" in texts(pane)


REASON = "The carrier, last asked at 08:00, said “En Reparto”."


def signed(signs: str, leads_to: Listed | None = None) -> ShipmentDetail:
    """The shipment with other signs on its row."""
    return replace(SHIPMENT, why=SHIPMENT.why._replace(row=ROW._replace(signs=signs)), leads_to=leads_to)


def test_the_row_is_explained_in_one_sentence_that_no_line_repeats(pane: DetailPane) -> None:
    pane.show_detail(SHIPMENT)
    assert REASON in pane.shown_texts()
    assert "Ahead of the carrier" not in texts(pane)


def test_what_failed_says_where_how_long_and_who_drove_with_the_photos(pane: DetailPane, qtbot: QtBot) -> None:
    visit = replace(VISIT, route="Norte 3", evidence="https://photos.example/7.jpg")
    attempt = Attempt(4, Day(DAY.carrier, date(2026, 11, 19)), None, State.EXCEPTION, None, None, None)
    pane.show_detail(replace(SHIPMENT, visits=(visit,), attempts=(attempt,)))
    assert "Failed at 12:03, 1.4 km from the address, after 3 min 20 s on site." in pane.shown_texts()
    assert "route Norte 3 · attempt 2" in pane.shown_texts()
    with qtbot.waitSignal(pane.rows_asked) as asked:
        button(pane, "Show the shipments of Ana Peña").click()
    assert asked.args == [Table.SHIPMENTS, [ValueFilter("driver", "Ana Peña")]]
    with qtbot.waitSignal(pane.photo_asked) as photo:
        button(pane, "Photo of the visit").click()
    assert photo.args == [PhotoLink(7, "https://photos.example/7.jpg")]
    pane.show_detail(replace(SHIPMENT, visits=(replace(VISIT, dwell_s=-240, check_in_distance_m=None),)))
    assert "Failed at 12:03." in pane.shown_texts()


def test_the_head_names_the_carrier_of_several_steps_through_the_rows_and_closes(
    pane: DetailPane, qtbot: QtBot
) -> None:
    pane.show_detail(SHIPMENT)
    assert DAY.carrier not in pane.shown_texts()
    pane.show_nothing()
    pane.show_detail(SHIPMENT, names_carrier=True)
    assert DAY.carrier in pane.shown_texts()
    steps = {one.accessibleName(): one for one in pane.findChildren(QToolButton)}
    asked: list[int] = []
    pane.step_asked.connect(asked.append)
    for name in ("Previous row", "Next row"):
        steps[name].click()
    assert asked == [-1, 1]
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
        QTest.keyClick(pane, key)
    assert asked[2:] == [-1, 1]
    pane.activateWindow()
    steps["Next row"].setFocus()
    qtbot.waitUntil(steps["Next row"].hasFocus)
    pane.show_detail(replace(SHIPMENT, id=SHIPMENT.id + 1))
    steps = {one.accessibleName(): one for one in pane.findChildren(QToolButton) if one.isVisible()}
    assert steps["Next row"].hasFocus()
    with qtbot.waitSignal(pane.close_asked):
        steps["Close the detail (Esc)"].click()


@pytest.mark.parametrize("shows", [lambda pane: pane.show_selection(3), lambda pane: pane.show_skipped([])])
def test_the_way_back_to_the_list_comes_and_goes_with_the_room_whatever_is_shown(
    pane: DetailPane, shows: Callable[[DetailPane], None]
) -> None:
    def ways() -> list[str]:
        return [one.text() for one in pane.findChildren(QToolButton) if one.text() and one.isVisibleTo(pane)]

    shows(pane)
    assert ways() == []
    pane.lie_over(is_over=True)
    assert ways() == ["List"]
    pane.lie_over(is_over=False)
    assert ways() == []


def test_the_follow_up_stands_beside_the_rest_where_there_is_room(pane: DetailPane, qtbot: QtBot) -> None:
    pane.show_detail(replace(SHIPMENT, follow_up=FollowUp(note="after 5")))
    card = pane.follow_up
    high = card.y()
    assert card.x() < 100
    pane.resize(860, 360)
    qtbot.waitUntil(lambda: card.x() > 400 and card.y() < 100)
    pane.show_detail(replace(SHIPMENT, id=SHIPMENT.id + 1, follow_up=FollowUp(note="after 6")))
    qtbot.waitUntil(lambda: card.x() > 400)
    pane.resize(360, 500)
    qtbot.waitUntil(lambda: (card.x() < 100, card.y()) == (True, high))


def test_the_follow_up_keeps_its_place_whether_the_detail_is_scrolled_or_not(
    pane: DetailPane, monkeypatch: pytest.MonkeyPatch
) -> None:
    pane.show_detail(replace(SHIPMENT, follow_up=FollowUp(note="after 5")))
    part = next(one for one in pane.findChildren(QLabel) if one.wordWrap() and one.isVisible())
    part.setText("higher in half the width " * 140)
    places, place = list[QWidget](), pane._place

    def counted(part: QWidget) -> None:
        places.append(part)
        place(part)

    monkeypatch.setattr(pane, "_place", counted)
    for width in range(722, 732, 3):
        for height in range(400, 1700, 24):
            pane.resize(width, height)
            places.clear()
            for _ in range(12):
                QApplication.processEvents()
            assert len(places) < 6, (width, height)


def test_each_further_sign_says_what_it_means(pane: DetailPane) -> None:
    pane.show_detail(signed("adelantado ambiguo dato_raro en_dos_planillas"))
    said = pane.shown_texts()
    at = said.index(REASON)
    assert [line.partition(":")[0] for line in said[at + 1 : at + 4]] == [
        *("Ambiguous match", "Odd data", "In two manifests"),
    ]
    tones = {label.text().partition(":")[0]: label.property("tone") for label in pane.findChildren(QLabel)}
    assert (tones["Ambiguous match"], tones["In two manifests"]) == ("warn", "dim")


def test_odd_data_names_the_fields_that_are_odd(pane: DetailPane) -> None:
    raw = json.dumps({"numero": "1", "idEstadoEnvio": "3", "estadoEnvio": "En Reparto", "telefonoDest": ["a"]})
    pane.show_detail(replace(signed("dato_raro"), raw=raw))
    said = "Odd data: What the carrier sent cannot be read or contradicts itself: telefonoDest, estadoEnvio."
    assert said in pane.shown_texts()
    pane.show_detail(replace(signed("dato_raro"), raw='{"numero": "1"}'))
    assert any(one.startswith("Odd data: Something that was sent") for one in pane.shown_texts())


@pytest.mark.parametrize(("signs", "listed", "said"), [
    ("relistado", Listed(9, Day(DAY.carrier, date(2026, 11, 23)), "9002"), "Listed again on 23 Nov"),
    ("entregado_antes", Listed(9, Day(DAY.carrier, date(2026, 11, 18)), "9002"), "Delivered on 18 Nov"),
    ("trasladado", Listed(9, DAY, "9002"), "Listed in manifest 9002"),
    ("trasladado", Listed(9, Day("OTRA", DAY.date), "9002"), "Listed by OTRA"),
])  # fmt: skip
def test_what_stands_in_the_rows_place_is_a_click_away(
    pane: DetailPane, qtbot: QtBot, signs: str, listed: Listed, said: str
) -> None:
    pane.show_detail(signed(signs, listed))
    with qtbot.waitSignal(pane.row_asked) as asked:
        button(pane, said).click()
    assert asked.args == [RowLink(Table.SHIPMENTS, 9, listed.day.date, listed.day.carrier)]


def test_what_happened_later_says_how_the_day_itself_ended(pane: DetailPane) -> None:
    pane.show_detail(signed("concluido_despues"))
    assert "Decided later: What the row says happened on a later day than the listing's." in pane.shown_texts()
    row = ROW._replace(signs="concluido_despues", outcome=State.ON_ITS_WAY)
    pane.show_detail(replace(SHIPMENT, why=SHIPMENT.why._replace(row=row)))
    assert "Decided later: On its own day it ended as: Out for delivery." in pane.shown_texts()


@pytest.mark.parametrize(("reason", "said"), [
    (Reason.DAY_END, "Contradiction: It ended the day as Out for delivery, and the first load after it says"),
    (Reason.NO_LONGER_LISTED, "Contradiction: The carrier no longer lists it, and it is not delivered."),
    (Reason.NAMED_NO_MORE, "Odd data: A later message of its visit names other parcels."),
])  # fmt: skip
def test_a_sign_of_doubt_says_its_reason_instead_of_what_it_means(pane: DetailPane, reason: Reason, said: str) -> None:
    row = ROW._replace(signs="contradiccion dato_raro ya_no_figura", outcome=State.ON_ITS_WAY)
    pane.show_detail(replace(SHIPMENT, why=SHIPMENT.why._replace(row=row, reasons=frozenset({reason}))))
    sign = said.partition(":")[0]
    lines = [one for one in pane.shown_texts() if one.startswith(f"{sign}:")]
    assert len(lines) == 1
    assert lines[0].startswith(said)


@pytest.mark.parametrize(("mention", "said"), [
    (Mention.AMBIGUOUS, "names a number that may also mean another parcel"),
    (Mention.LOOK_ALIKE, "names a number that looks like this one, and matches no parcel"),
    (Mention.OTHER_DAY, "of a day before this listing"),
])  # fmt: skip
def test_a_visit_that_says_nothing_of_the_shipment_is_shown_and_says_why(
    pane: DetailPane, mention: Mention, said: str
) -> None:
    pane.show_detail(replace(SHIPMENT, visits=(replace(VISIT, leads=False, mention=mention),)))
    assert f"Visit: Failed, Ana Peña · {said}" in pane.shown_texts()
    assert "none of this parcel" in pane.shown_texts()
    assert button(pane, "Visit 7").isVisible()


def test_the_history_holds_the_carriers_word_and_the_visits_by_one_clock(pane: DetailPane) -> None:
    pane.show_detail(SHIPMENT)
    said = pane.shown_texts()
    at = said.index("HISTORY")
    assert said[at + 1 : at + 9] == [
        *("12:03:41", "Visit: Failed, Ana Peña"),
        *("11:59:20", "Check-out · dwell time 3 min 20 s"),
        *("11:56:00", "Check-in 1.4 km from the address"),
        *("07:42:00", "Listed in manifest 9001: «En Reparto»"),
    ]


def test_what_is_asked_for_rarely_is_folded_with_its_gist_and_stays_unfolded_for_the_next_row(
    qtbot: QtBot, dressed: QApplication
) -> None:
    pane = DetailPane(str, LIGHT)
    qtbot.addWidget(pane)
    pane.use_formats(formats())
    pane.show_detail(SHIPMENT)
    assert "HISTORY" not in pane.shown_texts()
    history = button(pane, "History")
    assert history.accessibleDescription() == "4 event(s) · 12:03:41"
    assert history.accessibleDescription() in pane.shown_texts()
    history.click()
    assert "HISTORY" in pane.shown_texts()
    pane.show_detail(replace(SHIPMENT, id=SHIPMENT.id + 1))
    assert "HISTORY" in pane.shown_texts()
    assert "SENDER" not in pane.shown_texts()


def test_the_follow_up_is_low_and_says_what_its_fields_are_for(pane: DetailPane) -> None:
    pane.show_detail(of_state(State.EXCEPTION))
    card = pane.follow_up
    assert (card.reason.currentText(), card.step.currentText()) == ("No reason", "No next step")
    assert card.reason.y() == card.step.y() > card.owner.y()
    height = card.note.height()
    card.note.setPlainText("one\ntwo")
    assert card.note.height() > height


def test_a_failed_visit_says_what_happened_like_its_shipment(pane: DetailPane) -> None:
    at = {**DETAIL.cells, "timestamp": "2026-11-20T12:03:00"}
    pane.show_detail(replace(DETAIL, cells=at))
    assert "Failed at 12:03, 1.4 km from the address, after 3 min 20 s on site." in pane.shown_texts()
    pane.show_detail(replace(DETAIL, cells=at, state=State.DELIVERED))
    assert "Delivered at 12:03, 1.4 km from the address, after 3 min 20 s on site." in pane.shown_texts()


def test_an_odd_visit_is_shown_as_sent(pane: DetailPane) -> None:
    odd = replace(VISIT, check_in_distance_m=None, dwell_s=-45, check_out_at="at noon", driver=None)
    pane.show_detail(replace(SHIPMENT, visits=(odd,)))
    assert "Check-in · nothing to measure by" in texts(pane)
    assert "Check-out, before its check-in" in texts(pane)
    assert "at noon" in texts(pane)
    assert " 0 m" not in texts(pane)


def test_what_is_promised_is_judged_by_the_status_that_is_shown(pane: DetailPane) -> None:
    def tone() -> object:
        labels = [label for label in pane.findChildren(QLabel) if label.text() == "yesterday"]
        return labels[0].property("tone")

    overdue = {**SHIPMENT.cells, "promised_date": "2026-11-19"}
    pane.show_detail(replace(SHIPMENT, cells=overdue))
    assert tone() == "bad"
    pane.show_detail(replace(of_state(State.DELIVERED), cells=overdue))
    assert tone() == "dim"


DOOR = {"recipient_address": "Cra 7 # 45-12", "complement": "Torre 3\r\nApto 402", "recipient_document": "1"}


def test_the_complement_stands_under_the_address_and_is_copied_with_it(pane: DetailPane) -> None:
    pane.show_detail(replace(SHIPMENT, cells=cells(Table.SHIPMENTS, number="7", **DOOR)))
    said = pane.shown_texts()
    assert said[said.index("Cra 7 # 45-12") + 1] == "Torre 3 Apto 402"
    button(pane, "Address").click()
    assert QGuiApplication.clipboard().text() == "Cra 7 # 45-12, Torre 3 Apto 402"
    pane.show_detail(replace(DETAIL, cells=cells(Table.VISITS, address="Cra 7 # 45-12", complement="Torre 3")))
    assert pane.shown_texts().count("Cra 7 # 45-12, Torre 3") == 1


def test_a_complement_of_five_thousand_characters_leaves_the_phone_in_sight(pane: DetailPane) -> None:
    long = DOOR | {"complement": "Torre 3 " * 625, "recipient_phone": "300 555 0134"}
    pane.show_detail(replace(SHIPMENT, cells=cells(Table.SHIPMENTS, number="7", **long)))
    line = next(one for one in pane.findChildren(QLabel) if one.property("heading") == "complement")
    assert (len(line.text()), squeezed(pane)) == (200, [])


def test_what_is_sent_beside_the_contract_has_its_title_and_what_is_not_known_its_name(pane: DetailPane) -> None:
    inside = {"ordenCompra": "OC-9", "unidadMedida": "UND", "distritoDest": "Chicó"}
    sent = {"pesoVolumen": "2.5", "alto": "0", "idPoblacionOrigen": "05001000", "franja": "AM", "totalPiezas": "2"}
    raw = json.dumps({"numero": "7", "dinamicouno": json.dumps(inside), **sent})
    known: dict[str, Cell] = {"pieces": 2, "purchase_order": "OC-9", "content": "Libros", "age": 3}
    pane.show_detail(replace(SHIPMENT, raw=raw, cells=cells(Table.SHIPMENTS, number="7", **known)))
    said = pane.shown_texts()
    wanted = {"Content": "Libros", "Pieces": "2", "Purchase order": "OC-9", "Age (days)": "3"}
    assert {title: said[said.index(title) + 1] for title in wanted} == wanted
    assert said[said.index("FURTHER DATA") + 1 :][:4] == ["Origin", "05001000", "Volumetric weight", "2.5"]
    assert said[said.index("PROVIDER DATA") + 1 :][:2] == ["unidadMedida", "UND"]
    assert said[said.index("ALSO SENT") + 1 :][:2] == ["franja", "AM"]


def test_a_visit_shows_whose_it_is_where_and_when(pane: DetailPane, qtbot: QtBot) -> None:
    pane.show_detail(DETAIL)
    assert pill(pane) == "Failed"
    said = texts(pane)
    for text in (
        *("Ana Peña", "Norte 3", "300 555 0134", "4.668, -74.054", "3 min 20 s"),
        *("11:56:00 · 1.4 km from the address", "11:59:20 · 35 m from the address"),
    ):
        assert text in said
    button(pane, "Copy Phone").click()
    assert QGuiApplication.clipboard().text() == "300 555 0134"
    QGuiApplication.clipboard().clear()


def test_a_copied_value_of_the_details_is_no_formula(pane: DetailPane) -> None:
    changed = cells(Table.VISITS, id=7, status="falso_flete", address="=1+1", contact_phone="+57 300 555 0134")
    pane.show_detail(replace(DETAIL, cells=changed))
    copied = []
    for name in ("Address", "Phone"):
        button(pane, f"Copy {name}").click()
        copied.append(QGuiApplication.clipboard().text())
    QGuiApplication.clipboard().clear()
    assert copied == ["'=1+1", "+57 300 555 0134"]


def test_all_notifications_of_a_visit_are_listed_with_what_became_of_them(pane: DetailPane) -> None:
    pane.show_detail(DETAIL)
    said = pane.shown_texts()
    at = said.index("HISTORY")
    assert said[at + 1 : at + 7] == [
        *("12:03:41", "3 of 3 · Failed · received 12:00:00 · came 2 more time(s)"),
        *("11:00:00", "2 of 3 · Delivered · received 12:00:00"),
        *("10:00:00", "1 of 3 · Delivered · received 12:00:00 · Repeated"),
    ]


def test_messages_that_follow_each_other_whatever_their_stamps_stand_in_that_order(pane: DetailPane) -> None:
    late = NotificationLine(1, "2026-11-20T12:00:00", "completada", State.DELIVERED, NOON, Outcome.STORED, 0, True)
    next_one = NotificationLine(2, "2026-11-20T11:00:00", "falso_flete", State.EXCEPTION, NOON, Outcome.STORED, 0, True)
    pane.show_detail(replace(DETAIL, news=(late, next_one)))
    said = pane.shown_texts()
    at = said.index("HISTORY")
    assert said[at + 2].startswith("In the order of what each message says was before")
    assert said[at + 3 : at + 7] == [
        *("11:00:00", "2 of 2 · Failed · received 12:00:00"),
        *("12:00:00", "1 of 2 · Delivered · received 12:00:00"),
    ]


def test_a_visit_that_may_mean_several_parcels_lists_them(pane: DetailPane, qtbot: QtBot) -> None:
    line = DETAIL.shipments[0]
    may_mean = tuple(replace(line, id=one, number=f"2{one}", mention=Mention.AMBIGUOUS) for one in (3, 4))
    alike = replace(line, id=5, number="25", mention=Mention.LOOK_ALIKE)
    pane.show_detail(replace(DETAIL, shipments=(), mentioned=(*may_mean, alike)))
    said = texts(pane)
    assert "No shipment that was loaded" not in said
    assert "It may mean any of these" in said
    assert "A number of these looks like the visit's, and is written in another way:" in said
    with qtbot.waitSignal(pane.row_asked) as asked:
        button(pane, "Show shipment 24").click()
    assert asked.args == [RowLink(Table.SHIPMENTS, 4, DAY.date, DAY.carrier)]


@pytest.mark.parametrize(("changes", "said"), [
    ({"latitude": None, "longitude": None}, "none were sent"),
    ({"latitude": "0", "longitude": "0"}, "0, 0: no place, nothing to measure by"),
    ({"latitude": "north", "longitude": None}, "north: no place, nothing to measure by"),
])  # fmt: skip
def test_where_there_is_nothing_to_measure_by_it_is_said(pane: DetailPane, changes: dict[str, Cell], said: str) -> None:
    where = {**DETAIL.cells, **changes, "check_in_distance": None}
    pane.show_detail(replace(DETAIL, cells=where, check_out_distance_m=None))
    assert said in pane.shown_texts()
    assert "11:56:00 · nothing to measure by" in pane.shown_texts()
    assert " m from" not in texts(pane)


def test_a_check_out_before_its_check_in_is_said_so_and_what_was_not_sent_too(pane: DetailPane) -> None:
    bare: dict[str, Cell] = {key: None for key in DETAIL.cells if key.startswith("check_in")}
    pane.show_detail(replace(DETAIL, cells={**DETAIL.cells, "dwell": -45, **bare}))
    assert "The check-out came 45 s before the check-in." in texts(pane)
    assert "not sent" in pane.shown_texts()


def test_a_link_leads_to_the_shipment_and_to_the_visit(pane: DetailPane, qtbot: QtBot) -> None:
    pane.show_detail(DETAIL)
    with qtbot.waitSignal(pane.row_asked) as asked:
        button(pane, "Show shipment 700001190").click()
    assert asked.args == [RowLink(Table.SHIPMENTS, 1, DAY.date, DAY.carrier)]
    pane.show_detail(SHIPMENT)
    with qtbot.waitSignal(pane.row_asked) as asked:
        button(pane, "Visit 7").click()
    assert asked.args == [RowLink(Table.VISITS, 7, date(2026, 11, 20))]


def test_a_visit_without_shipment_says_so(pane: DetailPane) -> None:
    pane.show_detail(replace(DETAIL, shipments=(), cells=cells(Table.VISITS, id=7, status="en_camino")))
    assert "No shipment that was loaded has one of its tracking numbers." in texts(pane)
    assert "None were sent." in texts(pane)


def test_a_photo_is_asked_for_on_a_click_and_the_document_is_announced_as_personal(
    pane: DetailPane, qtbot: QtBot
) -> None:
    pane.show_detail(DETAIL)
    with qtbot.waitSignal(pane.photo_asked) as asked:
        button(pane, "Photo of the visit").click()
    assert asked.args == [PhotoLink(7, "https://photos.example/7.jpg")]
    assert "personal data" in button(pane, "Photo of the document").accessibleDescription()
    with qtbot.waitSignal(pane.photo_asked) as asked:
        button(pane, "Photo of the document").click()
    assert asked.args == [PhotoLink(7, "https://photos.example/7-id.jpg", is_identity=True)]
    with qtbot.waitSignal(pane.map_asked) as asked:
        button(pane, "Show on the map").click()
    assert asked.args == [7]


def test_an_identity_photos_address_is_not_shown_where_it_cannot_be_opened(pane: DetailPane) -> None:
    pane.show_detail(replace(DETAIL, cells={**DETAIL.cells, "photo_identity": "ftp://photos.example/7-id.jpg"}))
    shown = " ".join(pane.shown_texts())
    assert "Photo of the document: not an address that can be opened: [identity photo]" in shown
    assert "7-id" not in shown


@pytest.mark.parametrize("address", [
    *("file:///etc/passwd", "javascript:alert(1)", "photos/7.jpg", "https://", "ftp://photos.example/7.jpg"),
    *("<img src=x>", "https://photos.example/a b", "data:text/html,x", "https://bank.example@evil.example/7.jpg"),
])  # fmt: skip
def test_an_address_that_is_not_of_the_web_is_text_without_a_link(pane: DetailPane, address: str) -> None:
    assert photo_url(address) is None
    pane.show_detail(replace(DETAIL, cells={**DETAIL.cells, "photo_evidence": address}))
    assert any(address in text for text in pane.shown_texts())
    assert not [one for one in pane.findChildren(QPushButton) if one.text() == "Photo of the visit"]


def test_what_was_set_aside_says_why_and_what_to_do_and_is_applied_again_on_a_click(
    pane: DetailPane, qtbot: QtBot
) -> None:
    pane.show_detail(ASIDE)
    assert pill(pane) == "Set aside"
    said = texts(pane)
    assert "Why: visita_id is missing or no whole number." in said
    assert "show it to the provider's technical team" in said
    assert "/old, not the receiver's own" in said
    assert said.index("Content-Type") < said.index("sender/1")
    assert '\n  "event": "visita_estado_cambio"' in box(pane).toPlainText()
    with qtbot.waitSignal(pane.apply_asked) as asked:
        button(pane, "Apply again").click()
    assert asked.args == [9]


def test_a_shortened_body_says_so_and_cannot_be_applied_again(pane: DetailPane) -> None:
    pane.show_detail(replace(ASIDE, body="{}[shortened]", shortened=Shortened(1_048_576, "ab" * 32)))
    said = texts(pane)
    assert "At most its first 4,096 of 1,048,576 bytes are kept" in said
    assert "ab" * 32 in said
    assert "another holder of the token" in said
    assert "exactly as it came" not in said
    assert not [one for one in pane.findChildren(QPushButton) if one.text() == "Apply again"]
    assert box(pane).toPlainText() == "{}[shortened]"
    pane.show_detail(replace(ASIDE, reason=QuarantineReason.TOO_MUCH, shortened=Shortened(5_000_000, None, 1200)))
    assert "1,200 bodies of 5,000,000 bytes in all" in texts(pane)
    assert "Why: too much was set aside within an hour." in texts(pane)


def test_what_was_applied_offers_its_visit_and_nothing_to_apply(pane: DetailPane, qtbot: QtBot) -> None:
    values = cells(Table.NOTIFICATIONS, visit_id=7, timestamp="2026-11-20T12:03:41", status="completada", repeats=3)
    pane.show_detail(
        replace(ASIDE, cells=values, outcome=Outcome.STORED, visit_date=date(2026, 11, 20), reason=None, path=None)
    )
    assert pill(pane) == "Delivered"
    assert not [one for one in pane.findChildren(QPushButton) if one.text() == "Apply again"]
    with qtbot.waitSignal(pane.row_asked) as asked:
        button(pane, "Visit 7").click()
    assert asked.args == [RowLink(Table.VISITS, 7, date(2026, 11, 20))]


@pytest.mark.parametrize(("body", "reason", "shown"), [
    ('{"a":1.50}', None, '{\n  "a": 1.50\n}'),
    ('{"a":1,"a":2}', QuarantineReason.REPEATED_KEY, '{"a":1,"a":2}'),
    ("\x00<b>\x07\udcff\x85", QuarantineReason.NOT_JSON, "\\u0000<b>\\u0007\\udcff\\u0085"),
    ("[" * 100_000, QuarantineReason.TOO_DEEP, "[" * 100_000),
    ('{"a": "\\ud800"}', QuarantineReason.NO_VISIT, '{\n  "a": "\\ud800"\n}'),
    ("[" * 5000 + "]" * 5000, QuarantineReason.NOT_AN_OBJECT, None),
])  # fmt: skip
def test_a_body_is_laid_out_where_it_can_be_and_what_is_no_text_is_visible(
    body: str, reason: QuarantineReason | None, shown: str | None
) -> None:
    assert shown_body(replace(ASIDE, body=body, reason=reason)) == (body if shown is None else shown)


@pytest.mark.parametrize("raw", ['\ufeff{"visita_id": 7}', '{"visita_id": 7'])
def test_what_python_cannot_lay_out_is_shown_as_it_came(pane: DetailPane, raw: str) -> None:
    pane.show_detail(replace(DETAIL, raw=raw))
    button(pane, "Show as sent (JSON)").click()
    assert box(pane).toPlainText() == raw.replace("\ufeff", "\\ufeff")


def test_a_body_that_is_too_long_to_show_is_cut_and_copied_whole(pane: DetailPane) -> None:
    pane.show_detail(replace(ASIDE, body="x" * 300_000, reason=QuarantineReason.NOT_JSON))
    assert len(box(pane).toPlainText()) == 100_000
    assert "the first 100,000 of 300,000 characters" in texts(pane)
    button(pane, "Copy Body").click()
    assert len(QGuiApplication.clipboard().text()) == 300_000
    QGuiApplication.clipboard().clear()


def test_the_same_row_anew_stays_where_it_was_scrolled_with_focus_and_what_is_unfolded(
    pane: DetailPane, qtbot: QtBot
) -> None:
    pane.show_detail(DETAIL)
    fold = button(pane, "Show as sent (JSON)")
    fold.click()
    pane.activateWindow()
    fold.setFocus()
    bar = pane.verticalScrollBar()
    qtbot.waitUntil(lambda: fold.hasFocus() and bar.maximum() > 300)
    bar.setValue(250)
    pane.show_detail(replace(DETAIL, cells={**DETAIL.cells, "status": "completada"}, state=State.DELIVERED))
    QApplication.processEvents()
    assert pill(pane) == "Delivered"
    assert bar.value() == 250
    assert button(pane, "Show as sent (JSON)") is not fold
    assert button(pane, "Show as sent (JSON)").hasFocus()
    assert box(pane).isVisible()
    pane.show_detail(replace(DETAIL, id=8))
    QApplication.processEvents()
    assert bar.value() == 0
    assert not boxes(pane)


def test_what_did_not_change_is_not_built_again(pane: DetailPane) -> None:
    pane.show_detail(DETAIL)
    first = button(pane, "Copy Phone")
    pane.show_detail(replace(DETAIL))
    assert button(pane, "Copy Phone") is first


def test_hostile_texts_are_shown_as_texts(pane: DetailPane) -> None:
    hostile = "<img src='file:///etc/passwd'>&x\x00"
    values = {key: hostile for key in DETAIL.cells if key not in ("id", "dwell", "check_in_distance", "received_at")}
    pane.show_detail(replace(DETAIL, cells={**DETAIL.cells, **values}, check_out_distance_m=None))
    assert texts(pane).count(hostile) > 10
