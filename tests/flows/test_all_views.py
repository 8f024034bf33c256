from contextlib import suppress
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from app.domain.settings import Settings
from app.i18n import Catalog
from tests.flows.conftest import Bench, FixedDay
from tests.flows.places.day import a_day
from tests.flows.places.every_place import every_place
from tests.flows.truncated_texts import cut_texts
from tests.systems import not_under_wine


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


def cut_for_good(bench: Bench, window: QWidget) -> list[str]:
    """Return what is cut: a text that has just come gets its room a turn later."""
    with suppress(bench.qtbot.TimeoutError):
        bench.qtbot.waitUntil(lambda: not cut_texts(window), timeout=10_000)
    return cut_texts(window)


@not_under_wine  # letters are a part of a pixel wider there
def test_no_text_is_truncated_in_a_language_with_longer_sentences(bench: Bench) -> None:
    bench.change_settings(language="es")
    place = bench.place
    bench.place = StretchedPlace(place.folder, place.environment, place.credentials, lambda: bench.clock)
    a_day(bench)
    found = {name: cut_for_good(bench, widget) for name, widget in every_place(bench)}
    assert {name: what for name, what in found.items() if what} == {}
