from contextlib import suppress
from dataclasses import dataclass

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.domain.settings import Settings
from app.i18n.catalog import Catalog
from tests.flows.all_views import a_day, every_place
from tests.flows.conftest import Bench, FixedDay
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


def wrong_with(bench: Bench, window: QWidget) -> tuple[list[str], list[str]]:
    """Return what is cut and what is nameless, for good: a text that has just come gets its room a turn later."""
    with suppress(bench.qtbot.TimeoutError):
        bench.qtbot.waitUntil(lambda: not cut_texts(window) and not nameless(window), timeout=2000)
    return cut_texts(window), nameless(window)


@pytest.mark.parametrize("language", ["es", "en", "stretched"])
def test_no_text_is_truncated_in_any_tab_or_dialog(bench: Bench, language: str) -> None:
    bench.change_settings(language="en" if language == "en" else "es")
    if language == "stretched":
        place = bench.place
        bench.place = StretchedPlace(place.folder, place.environment, place.credentials, lambda: bench.clock)
    a_day(bench)
    found = {name: wrong_with(bench, widget) for name, widget in every_place(bench)}
    assert len(found) > 20
    assert {name: what for name, what in found.items() if any(what)} == {}
