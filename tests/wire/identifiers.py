"""Identifiers as programs, chats and spreadsheets change them: sent, typed and pasted."""

import json
from collections.abc import Callable
from decimal import Decimal

from app.cli.parser import code_of
from app.domain.contract.notifications import read_notification
from app.domain.contract.shipment_contract import read_shipment
from app.domain.settings import Settings
from app.ui.search.search_field import pasted_numbers
from tests.wire.section import Case, Reading, Section

_UNMATCHED = "another identifier: no match"
_NOT_TOLD = "the same, and nothing was told"
_OTHER_PHONE = "another telephone, +57 30011122330"


def _shipment(name: str, value: str) -> Reading:
    shipment, told = read_shipment({"numero": "1", name: json.loads(value, parse_float=Decimal)})
    key = {"numero": "number", "numeroExterno": "external_number", "telefonoDest": "recipient_phone"}
    said = shipment.cells[key.get(name, "recipient_document")]
    return Reading(f"`{said}`", "; ".join(f"{one.place}: {one.what}, {one.example}" for one in told) or "nothing")


def _visit(name: str, value: str) -> Reading:
    members = {"visita_id": "7", "estado_nuevo": '"completada"', name: value}
    data = ", ".join(f'"{member}": {written}' for member, written in members.items())
    change, visit = read_notification(f'{{"timestamp": "2026-06-15T11:59:58", "data": {{{data}}}}}'.encode())
    return Reading(f"`{change.visit_id if name == 'visita_id' else visit.tracking_id}`", "as of a shipment")


def _pasted(_name: str, value: str) -> Reading:
    return Reading(f"`{', '.join(pasted_numbers(json.loads(value)))}`", "nothing")


def _argument(_name: str, value: str) -> Reading:
    return Reading(f"`{code_of(json.loads(value))}`", "nothing")


def _setting(name: str, value: str) -> Reading:
    return Reading(f"`{getattr(Settings.read({name: json.loads(value)}), name)}`", "nothing")


_BY: dict[str, Callable[[str, str], Reading]] = {
    **dict.fromkeys(("numero", "numeroExterno", "telefonoDest", "documentoDest"), _shipment),
    **dict.fromkeys(("visita_id", "tracking_id"), _visit),
    "a pasted list": _pasted,
    **dict.fromkeys(("--carrier", "follow-up"), _argument),
    **dict.fromkeys(("carrier", "base_url", "receiver_host"), _setting),
}


def of(kind: str, name: str, value: str, before: str = _UNMATCHED) -> Case:
    """Return the case of a value, as JSON, at a place."""
    return Case(kind, f"{name}\n{value}".encode(), before, f"{name}: `{value}`")


def reading(case: Case) -> Reading:
    """Read the value at its place."""
    name, _, value = case.sent.decode().partition("\n")
    return _BY[name](name, value)


IDENTIFIERS = Section(
    "Identifiers",
    "One form is compared, wherever an identifier comes from; it is also what is shown. Examples are JSON.",
    (
        of("a float", "numero", "700000059.0", ""),
        of("a float of more digits", "numero", "4007199254740995.0"),
        of("a float with an exponent", "numero", "4.007199254740995E15", ""),
        of("a float in a text", "numeroExterno", '"700000059.0"'),
        of("a number that is no integer", "numeroExterno", "7.50", ""),
        of("an exponent that has lost digits", "numeroExterno", "1.2345678901234568E+20", ""),
        of("invisible characters", "numero", '"\\u200b700\\u202c\\ufeff"', _NOT_TOLD),
        of("a soft hyphen", "numeroExterno", '"700\\u00ad1"', _NOT_TOLD),
        of("blanks around it", "numero", '" 700\\u00a0"', ""),
        of("a telephone as a float", "telefonoDest", "3001112233.0", _OTHER_PHONE),
        of("the same in a text", "telefonoDest", '"3001112233.0"', _OTHER_PHONE),
        of("a document as a float", "documentoDest", '"52123456.0"', "another recipient than `52123456`"),
        of("a visit as a float in a text", "visita_id", '"880001.0"', "set aside: no_visit"),
        of("a visit as a float of more digits", "visita_id", "4007199254740995.0", "set aside: no_visit"),
        of("a reference with an invisible character", "tracking_id", '"\\u2060K1"', ""),
        of("bullets", "a pasted list", '"\\u2022 101\\n- 102\\n* 103"'),
        of("quotes and the apostrophe of a spreadsheet", "a pasted list", '"\\u201c101\\u201d\\n\'102\\n\\"103\\""'),
        of("floats and invisible characters in a list", "a pasted list", '"101.0\\n\\u200b102\\n1\\u00ad03"'),
        of("an argument with an invisible character", "--carrier", '"ANDINA-BOG\\u200b"', "no such carrier"),
        of("a number as a float", "follow-up", '"700000059.0"', "no such shipment"),
        of("a setting with an invisible character", "carrier", '"\\ufeffANDINA-BOG "', "no such carrier"),
        of("an address with an invisible character", "base_url", '"https://api.example/c\\u200b"', "it leads nowhere"),
        of("an address that ends in the version", "base_url", '"https://api.example/c/v2"', "404, from /v2/v2"),
        of("an address that is the query", "base_url", '"https://a.example/c/v2/planillas-envios?fecha=x"', "refused"),
        of("a host in brackets", "receiver_host", '"[::1]"', "refused"),
    ),
    reading,
)  # fmt: skip
