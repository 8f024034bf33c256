from pathlib import Path

import pytest

from app.domain.settings import LANGUAGES
from app.domain.texts import Text
from app.i18n import Catalog, _read


@pytest.fixture
def catalog() -> Catalog:
    return Catalog(
        "es",
        {
            ("Cell", "yes"): ("sí",),
            ("Reply", "yes"): ("claro",),
            ("Pane", "%n row(s)"): ("%n fila", "%n filas"),
            ("Error", "{path} is full: {reason}"): ("{reason}; por eso {path} no cabe",),
            ("Reason", "{free} bytes are free"): ("quedan {free} bytes",),
        },
    )


def test_a_sentence_is_translated_in_its_context(catalog: Catalog) -> None:
    assert catalog.lookup("Cell", "yes") == "sí"
    assert catalog.lookup("Reply", "yes") == "claro"


def test_a_sentence_that_is_not_translated_is_not_found(catalog: Catalog) -> None:
    assert catalog.lookup("Cell", "no") is None
    assert catalog.lookup("Elsewhere", "yes") is None


@pytest.mark.parametrize(("number", "form"), [(0, "%n filas"), (1, "%n fila"), (2, "%n filas"), (1001, "%n filas")])
def test_one_is_singular_and_every_other_number_plural(catalog: Catalog, number: int, form: str) -> None:
    assert catalog.lookup("Pane", "%n row(s)", number) == form


@pytest.mark.parametrize("number", [-1, 1, 2])
def test_a_sentence_with_one_form_has_it_for_every_number(catalog: Catalog, number: int) -> None:
    assert catalog.lookup("Cell", "yes", number) == "sí"


def test_a_text_is_said_with_its_values_wherever_the_translation_puts_them(catalog: Catalog) -> None:
    text = Text("Error", "{path} is full: {reason}").filled(path="/tmp/{x}", reason=7)
    assert catalog.say(text) == "7; por eso /tmp/{x} no cabe"


def test_a_text_inside_a_text_is_said_as_well(catalog: Catalog) -> None:
    text = Text("Error", "{path} is full: {reason}", {"path": "C:", "reason": Text("Reason", "{free} bytes are free")})
    said = catalog.say(text.filled(reason=Text("Reason", "{free} bytes are free").filled(free=12)))
    assert said == "quedan 12 bytes; por eso C: no cabe"


def test_a_text_that_is_not_translated_is_said_as_it_was_written(catalog: Catalog) -> None:
    assert catalog.say(Text("Error", "No {thing}.").filled(thing=Text("Cell", "yes"))) == "No sí."


def test_what_is_unfinished_obsolete_or_empty_counts_as_not_translated(tmp_path: Path) -> None:
    file = tmp_path / "es.ts"
    file.write_text(
        """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context><name>Pane</name>
<message><source>good &amp; “whole”</source><translation>bien y “entero”</translation></message>
<message><source>guessed</source><translation type="unfinished">adivinado</translation></message>
<message><source>gone</source><translation type="vanished">ido</translation></message>
<message><source>old</source><translation type="obsolete">viejo</translation></message>
<message><source>empty</source><translation></translation></message>
<message><source>nothing</source></message>
<message numerus="yes"><source>%n row(s)</source>
<translation><numerusform>%n fila</numerusform><numerusform>%n filas</numerusform></translation></message>
<message numerus="yes"><source>%n half(s)</source>
<translation><numerusform>%n mitad</numerusform><numerusform></numerusform></translation></message>
</context>
</TS>
""",
        encoding="utf-8",
    )
    assert _read(file) == {
        ("Pane", "good & “whole”"): ("bien y “entero”",),
        ("Pane", "%n row(s)"): ("%n fila", "%n filas"),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_that_is_offered_can_be_loaded(language: str) -> None:
    catalog = Catalog.load(language)
    assert catalog.language == language
    assert catalog.translations


def test_spanish_says_what_english_has_in_the_source() -> None:
    spanish, english = Catalog.load("es"), Catalog.load("en")
    assert (spanish.lookup("TopBar", "Load"), english.lookup("TopBar", "Load")) == ("Cargar", None)
    age = "%Ln day(s) ago"
    assert [spanish.lookup("Age", age, number) for number in (1, 2)] == ["hace %Ln día", "hace %Ln días"]
    assert [english.lookup("Age", age, number) for number in (1, 2)] == ["%Ln day ago", "%Ln days ago"]


def test_a_count_chooses_singular_or_plural_and_is_shown() -> None:
    """In English without a catalogue too: a log shows the sentence as it is written."""
    spanish, english = Catalog.load("es"), Catalog.load("en")
    days = [Text("Age", "%Ln day(s) ago", count=number) for number in (1, 2)]
    assert [spanish.say(one) for one in days] == ["hace 1 día", "hace 2 días"]
    assert [english.say(one) for one in days] == ["1 day ago", "2 days ago"]
    assert str(days[1]) == "2 day(s) ago"
