"""Several recipients have one number: each call, message and outcome is about one of them."""

from PySide6.QtCore import Qt

from app.domain.calls.reasons import Placeholder
from app.domain.follow_ups import FollowUp
from app.ui.calls.message_box import values_of
from tests.flows.conftest import Bench
from tests.flows.test_calls import follow_up_of, numbers, opened, press, texts, until_read


def failed_visits(bench: Bench, *contacts: tuple[str, str]) -> None:
    bench.open()
    bench.receive()
    for visit, (name, phone) in enumerate(contacts, 1):
        contact = {"nombre": name, "telefono": phone}
        bench.notify(visit, "falso_flete", f"N{visit}", at=f"09:0{visit}:00", contacto=contact)


def test_an_outcome_is_of_the_one_who_was_called_alone(bench: Bench) -> None:
    failed_visits(
        bench, ("Ana", "3001112233 / 6015550000"), ("Beto", "6015550000 / 3105550000"), ("Caro", "3105550000")
    )
    page = opened(bench)
    assert (numbers(bench), page.progress.text()) == (("N1",), "3 people to call now · 3 shipments")
    assert page.message.message.startswith("Hello Ana. We could not deliver your parcel N1. ")
    assert texts(page).count("1 other recipient to call has this number: ask who answers.") == 1
    press(page, Qt.Key.Key_3)
    until_read(bench, "2 to attend · 1 done")
    bench.qtbot.waitUntil(lambda: follow_up_of(bench, 1).reason == "absent")
    assert [follow_up_of(bench, visit) for visit in (2, 3)] == [FollowUp(), FollowUp()]
    assert page.message.message.startswith("Hello Beto. We could not deliver your parcel N2. ")


def test_a_message_names_only_what_the_number_was_given_for(bench: Bench) -> None:
    failed_visits(bench, ("Ana", "3001112233"), ("", "3001112233 / 6015550000"))
    page = opened(bench)
    group, formats = bench.window.calls.session.current, bench.window.context.formats
    assert group is not None
    assert group.numbers == ("N1", "N2")
    said = [values_of(group, formats, phone) for phone in group.phones]
    assert [(one[Placeholder.RECIPIENT], one[Placeholder.NUMBER]) for one in said] == [("Ana", "N1, N2"), ("", "N2")]
    assert values_of(group, formats) == said[0]
    page.recipient.phones[1].chat.click()
    assert page.message.message.startswith("Hello. We could not deliver your parcel N2. ")
    page.message.text.setPlainText("Hola")
    page.recipient.phones[0].chat.click()
    assert page.message.message == "Hola"
