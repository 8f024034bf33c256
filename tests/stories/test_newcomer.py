"""A newcomer's first quarter of an hour: the demo, a wrong token, the right one, the first day."""

import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from app.domain.access.credentials import SecretName
from app.ui.appearance.theme import DARK
from app.ui.settings import assistant
from app.ui.settings.assistant import Assistant
from app.ui.widgets.system import start_demo
from tests.flows.conftest import TOKEN, USER, Bench
from tests.stories.person import Person

WRONG = "00000000-0000-4000-8000-000000000000"
PNG_END = b"IEND\xaeB`\x82"


@pytest.mark.skipif(sys.platform == "win32", reason="the demo's folder for temporary files is named as Unix does")
def test_a_newcomer_tries_the_demo_and_loads_their_first_day(
    bench: Bench, person: Person, temporary_files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, picture = bench.carrier(), temporary_files / "demo.png"
    bench.change_settings(base_url="", carrier="", theme="dark")
    options = ("--shipments", "40", "--screenshot", str(picture), "--quit-after", "5")
    monkeypatch.setattr(assistant, "start_demo", lambda folder: start_demo(folder, *options))
    bench.open()
    first_steps = person.dialog(Assistant)
    tries_the_demo(bench, person, picture)
    enters_a_wrong_token(person, first_steps, url)
    enters_the_right_one(person, first_steps)
    gets_the_first_day(bench, person, first_steps)
    bench.qtbot.waitUntil(lambda: list(temporary_files.iterdir()) == [picture])


def tries_the_demo(bench: Bench, person: Person, picture: Path) -> None:
    """See another window's picture, in the theme of this one, which stays as it was."""
    person.click(person.button("Try the demo"))
    bench.qtbot.waitUntil(lambda: picture.exists() and picture.read_bytes().endswith(PNG_END))
    shown = QImage(str(picture))
    colors = {shown.pixelColor(x, y).name() for x in range(0, shown.width(), 3) for y in range(0, 400, 3)}
    assert len(colors) > 100
    assert shown.pixelColor(8, 500).name() == DARK.bg.lower()
    assert bench.window.tabs.page.empty.title.text() == "First steps"


def enters_a_wrong_token(person: Person, assistant: Assistant, url: str) -> None:
    page = assistant.carrier
    person.fill(page.base_url, url)
    person.fill(page.token_line.field, WRONG)
    person.fill(page.user_line.field, USER)
    person.fill(page.code, "ANDINA-BOG")
    person.press("Return")
    person.wait(lambda: page.test.outcome.text().startswith("✕ 401 · "))
    said = assistant._errors.text(page.token_line)
    assert "The carrier does not accept this token with this user" in said
    assert "if they are right, ask the carrier for new ones" in said
    assert WRONG not in said


def enters_the_right_one(person: Person, assistant: Assistant) -> None:
    page = assistant.carrier
    person.fill(page.token_line.field, TOKEN)
    person.press("Return")
    person.wait(lambda: page.test.outcome.text().startswith("✓ 200 · "))


def gets_the_first_day(bench: Bench, person: Person, assistant: Assistant) -> None:
    person.press("Return")
    assert assistant.save.hasFocus()
    with bench.qtbot.waitSignal(bench.window.current_day.load_ended):
        person.click(person.button("Save and load today"))
    person.wait(lambda: person.line.startswith("60 of 60"))
    assert bench.credentials.read(SecretName.AUTHORIZATION_USER) == USER
    assert bench.window.state.was_welcomed()
