"""The reasons of a site, and the messages about them."""

from dataclasses import replace

import pytest

from app.domain.calls import reasons
from app.domain.calls.reasons import BUILT_IN, CallReason, Placeholder, Reasons, filled, unknown_placeholders
from app.domain.follow_ups import FailureReason
from app.i18n import Catalog

VALUES = {
    Placeholder.RECIPIENT: "Ana",
    Placeholder.NUMBER: "9001 {motivo}",
    Placeholder.ADDRESS: "CL 1 # 2",
    Placeholder.TIME: "",
}


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("Hola {destinatario}: {numero}", "Hola Ana: 9001 {motivo}"),  # nothing of a value is a placeholder
        ("{RECIPIENT} {Dirección}", "Ana CL 1 # 2"),
        (
            "Hola, {hora}. Su envío {number} ({hora}) está en: {hora}. ¿Sí?",
            "Hola. Su envío 9001 {motivo} está en. ¿Sí?",
        ),
        ("{hora} a las 10:30, {direccion}", "a las 10:30, CL 1 # 2"),
        ("{precio} {0} {recipient.__class__} {", "{precio} {0} {recipient.__class__} {"),
        ("línea\n{number}", "línea\n9001 {motivo}"),
        ("línea\n{hora} {number}", "línea\n9001 {motivo}"),
        ("Vea ( {hora} , {hora}). {recipient}, {hora}, {hora}: {hora}", "Vea. Ana:"),
        ("{recipient} !  ( ) {hora}{number}", "Ana !  ( ) 9001 {motivo}"),  # as the site wrote it
        ("{re{hora}cipient} \0\1", "{recipient}"),
    ],
)
def test_a_template_is_filled(template: str, text: str) -> None:
    assert filled(template, VALUES) == text


def test_a_run_of_blanks_is_looked_at_once() -> None:
    for pattern, _ in reasons._TIDIED:
        looked_at = [pattern.match(f"a  {what}", 2) for what in ("\0.", "\0 ", "(\0)")]
        assert looked_at == [None] * 3, pattern


def test_a_value_stays_as_it_was_sent() -> None:
    address = "Cra 7 # 4 - 5 , apto ( ) 3  ;  \0int. ,. \1"
    values = {Placeholder.ADDRESS: f" {address} ", Placeholder.NUMBER: "\t"}
    assert filled("A {address}: {number}. ({address})", values) == f"A {address}. ({address})"


def test_a_value_that_ends_with_a_stop_gets_no_second_one() -> None:
    values = {Placeholder.RECIPIENT: "Edificio Nogal P.H.", Placeholder.NUMBER: "9001"}
    assert filled("Hola {recipient}. Su envío {number}. {recipient}, {number}", values) == (
        "Hola Edificio Nogal P.H. Su envío 9001. Edificio Nogal P.H., 9001"
    )


def test_an_address_has_its_complement_behind_it_unless_the_template_has_a_place_for_it() -> None:
    values = {Placeholder.ADDRESS: "CL 1 # 2", Placeholder.COMPLEMENT: "Torre 3\nApto 402"}
    assert filled("Va a {direccion}.", values) == "Va a CL 1 # 2, Torre 3 Apto 402."
    assert filled("{Complemento}: {address}", values) == "Torre 3\nApto 402: CL 1 # 2"
    assert filled("Va a {direccion} ({complemento}).", {**values, Placeholder.COMPLEMENT: ""}) == "Va a CL 1 # 2."


def test_a_placeholder_that_there_is_not_is_named() -> None:
    assert unknown_placeholders("{numero} {precio} {Hora} {x.y}") == ["{precio}", "{x.y}"]


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_message_that_comes_with_the_program_can_be_filled(language: str) -> None:
    say = Catalog.load(language).say
    for one in (*BUILT_IN, CallReason("unknown")):
        template = Reasons().template(one.key, say)
        assert unknown_placeholders(template) == []
        assert "{" not in filled(template, VALUES | {Placeholder.NUMBER: "9001"})


def test_a_removed_reason_stays_readable_and_comes_back_with_its_key() -> None:
    own = CallReason("sin_cambio", "Sin cambio")
    site = Reasons().changed_to([*BUILT_IN[:2], own]).changed_to(BUILT_IN[:2])
    assert [one.key for one in site.offered] == ["no_answer", "rescheduled"]
    assert site.name("sin_cambio", str) == "Sin cambio"
    assert site.name(FailureReason.ZONE, str) == "Zone not served"
    assert site.new_reason("SIN CAMBIO").key == "sin_cambio"
    assert site.name("of_another_desk", str) == "of_another_desk"


def test_the_key_of_a_new_reason_is_made_of_its_name_and_is_nobody_elses() -> None:
    site = Reasons().changed_to([CallReason("perro_bravo", "Perro bravo"), CallReason("perro_bravo_2", "x")])
    assert site.new_reason("¡Perro bravo!").key == "perro_bravo_3"
    assert site.new_reason("Zone").key == "zone_2"
    assert site.new_reason("!?").key == "reason"


def test_a_site_gives_a_reason_its_own_name_and_message() -> None:
    site = Reasons().changed_to([CallReason(FailureReason.ZONE, "Barrio cerrado", "Hola {numero}")])
    assert site.names(str) == {"zone": "Barrio cerrado"}
    assert site.template("zone", str) == "Hola {numero}"
    assert site.template(None, str).startswith("Hello {recipient}.")
    site = replace(site, first_message="Buenas, {recipient}")
    assert site.template(None, str) == site.template("refused", str) == "Buenas, {recipient}"
    assert site.template("absent", str).startswith("Hello {recipient}. We came")
    assert site.changed_to(BUILT_IN).first_message == "Buenas, {recipient}"
