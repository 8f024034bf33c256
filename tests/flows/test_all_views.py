from contextlib import suppress
from dataclasses import dataclass

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.domain.settings import Settings
from app.i18n.catalog import Catalog
from tests.flows.all_views import a_day, every_place
from tests.flows.conftest import Bench, FixedDay
from tests.flows.test_screens import PANELS, SCREENS, out_of_reach
from tests.flows.truncated_texts import cut_texts


@dataclass(frozen=True)
class Stretched(Catalog):
    """Spanish, and every sentence a third longer than it is: what has room for it has room for other languages."""

    def lookup(self, context: str, source: str, number: int = -1) -> str | None:
        text = super().lookup(context, source, number) or source
        more = len(text) // 3
        return f"{text} {'ñandú ' * (more // 6)}{'ñ' * (more % 6)}".rstrip() if len(text) > 2 else text


class StretchedPlace(FixedDay):
    """An AppContext in an invented language."""

    def catalog(self, settings: Settings) -> Catalog:
        spanish = super().catalog(settings)
        return Stretched(spanish.language, spanish.translations)


def nameless(window: QWidget) -> list[str]:
    """Return what takes the keyboard in a window and says no name to assistive technology."""
    takers = [one for one in window.findChildren(QWidget) if one.isVisibleTo(window) and one.isEnabled()]
    takers = [one for one in takers if one.focusPolicy() & Qt.FocusPolicy.TabFocus and not one.focusProxy()]
    return [
        f"{one!r} in {one.parentWidget()!r}"
        for one in takers
        if not (one.accessibleName() or getattr(one, "text", lambda: "")())
    ]


def wrong_with(bench: Bench, window: QWidget) -> list[str]:
    """Return what is cut, nameless or out of reach, for good: what has just come gets its room a turn later."""

    def found() -> list[str]:
        return cut_texts(window) + nameless(window) + out_of_reach(window)

    with suppress(bench.qtbot.TimeoutError):
        bench.qtbot.waitUntil(lambda: not found(), timeout=2000)
    return found()


@pytest.mark.parametrize("language", ["es", "en", "stretched"])
def test_no_text_is_truncated_in_any_tab_or_dialog(bench: Bench, language: str) -> None:
    bench.change_settings(language="en" if language == "en" else "es")
    if language == "stretched":
        place = bench.place
        bench.place = StretchedPlace(place.folder, place.environment, place.credentials, lambda: bench.clock)
    a_day(bench)
    assert wrong_places(bench) == {}


def test_a_system_font_of_20_points_has_room_in_all_of_them(bench: Bench, large_texts: None) -> None:
    bench.change_settings(language="es")
    a_day(bench)
    bench.window.resize(SCREENS[0] - PANELS)
    assert wrong_places(bench) == {}


def wrong_places(bench: Bench) -> dict[str, list[str]]:
    """Return what is wrong in the tabs and dialogs, by their names."""
    found = {name: wrong_with(bench, widget) for name, widget in every_place(bench)}
    assert len(found) > 20
    return {name: what for name, what in found.items() if what}
