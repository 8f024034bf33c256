"""Bodies of notifications."""

import json
import re

_SEVEN = re.compile(rb'"visita_id": ?7(?=[,}])')
_DATA = {"visita_id": 7, "estado_nuevo": "completada"}
_ENVELOPE = {"event": "visita_estado_cambio", "timestamp": "2026-06-15T11:59:58.123456", "data": _DATA}


def _body(at: str = "2026-06-15T11:59:58", **data: object) -> bytes:
    return json.dumps(_ENVELOPE | {"timestamp": at, "data": _DATA | data}).encode()


def _with(member: bytes) -> bytes:
    """Return a body with a member of `data` as it is written."""
    return b'{"timestamp":"2026-06-15T11:59:58","data":{"visita_id":7,"estado_nuevo":"x",' + member + b"}}"


def _visit(number: bytes) -> bytes:
    return b'{"timestamp":"2026-06-15T11:59:58","data":{"visita_id":' + number + b',"estado_nuevo":"x"}}'


KEPT: dict[str, bytes] = {
    # failed once
    "a member whose name is half a pair": _with(rb'"\ud800":1'),
    "a member of a member whose name is half a pair": _with(rb'"x":{"\udfff":{"\ud800":[]}}'),
    # good
    "as the contract has it": _body(),
    "without fields that may be absent": _visit(b"7"),
    "spaces around": b" \r\n\t" + _body() + b"\n",
    "a byte order mark": b"\xef\xbb\xbf" + _body(),
    "escapes": _with(rb'"titulo":"\u00d3scar \ud83d\ude00"'),
    "an accent in two characters": _body(titulo="n\u0303a\u0301"),
    # no JSON
    "nothing": b"",
    "NUL alone": b"\0",
    "cut": _body()[:-1],
    "something behind": _body() + b"x",
    "two of them": _body() + _body(),
    "one byte": b"{",
    "two byte order marks": b"\xef\xbb\xbf\xef\xbb\xbf" + _body(),
    "UTF-16": _body().decode().encode("utf-16"),
    "UTF-32": _body().decode().encode("utf-32"),
    "Latin-1": _body(titulo="Ó").replace(rb"\u00d3", b"\xd3"),
    "no UTF-8": b'{"\xff":1}',
    "overlong UTF-8": _with(b'"titulo":"\xc0\xaf"'),
    "a surrogate as bytes": _with(b'"titulo":"\xed\xa0\x80"'),
    "beyond Unicode": _with(b'"titulo":"\xf5\x80\x80\x80"'),
    "a line feed in a text": _with(b'"titulo":"a\nb"'),
    "NaN": _with(b'"x":NaN'),
    "Infinity": _with(b'"x":[-Infinity]'),
    "single quotes": b"{'data': {}}",
    "a comma too many": _with(b'"x":[1,]'),
    "a leading zero": _visit(b"07"),
    "HTML": b"<!doctype html><title>502</title>",
    # no envelope
    "a list": b"[" + _body() + b"]",
    "a text": b'"' + b"x" * 100 + b'"',
    "a number of 5,000 digits": b"9" * 5000,
    "null": b"null",
    "data in a list": json.dumps(_ENVELOPE | {"data": [_DATA]}).encode(),
    "data as a text": json.dumps(_ENVELOPE | {"data": json.dumps(_DATA)}).encode(),
    "data twice": b'{"data":{},' + _body()[1:],
    "a name twice, once escaped": _with(rb'"x":1,"\u0078":2'),
    "names that are the same without halves": _with(rb'"\ud800":1,"\udfff":2'),
    "fields twice deep inside": _with(b'"conductor":{"id":1,"id":2}'),
    # nesting
    "99 deep": _with(b'"x":' + b"[" * 97 + b"]" * 97),
    "101 deep": _with(b'"x":' + b"[" * 101 + b"]" * 101),
    "900 deep": _with(b'"x":' + b'{"a":' * 900 + b"1" + b"}" * 900),
    "100,000 deep": b"[" * 100_000,
    "100,000 deep and sound": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    # numbers
    "2**63 - 1": _visit(b"9223372036854775807"),
    "2**63": _visit(b"9223372036854775808"),
    "-(2**63)": _visit(b"-9223372036854775808"),
    "-0": _visit(b"-0"),
    "7.0": _visit(b"7.0"),
    "7e0": _visit(b"7e0"),
    "true": _visit(b"true"),
    "an id as a text": _visit(b'"7"'),
    "an id of 400 digits": _visit(b"1" * 400),
    "an id of 5,000 digits": _visit(b"1" * 5000),
    "1e400": _with(b'"x":1e400'),
    "1e999999999999999999999": _with(b'"x":1e999999999999999999999'),
    "5,000 digits": _with(b'"x":' + b"1" * 5000),
    "a fraction of 5,000 digits": _with(b'"x":0.' + b"1" * 5000),
    "places that are no numbers": _body(ubicacion={"latitud": "nan", "longitud": "inf"}, check_in={"latitud": "1e999"}),
    "places in other digits": _body(ubicacion={"latitud": "٤.7", "longitud": "-7_4.0"}),
    "at the poles": _body(ubicacion={"latitud": "90", "longitud": "180"}, check_in={"latitud": "-90", "longitud": "-180"}),
    # texts
    "NUL": _body(titulo="a\0b", estado_nuevo="a\0b", numero_seguimientos=["a\0", "\0"]),
    "half a pair": _with(rb'"titulo":"\ud800","tracking_id":"\udfff\ud800","numero_seguimientos":["\ud800"]'),
    "half a pair as status": b'{"timestamp":"2026-06-15T11:59:58","data":{"visita_id":7,"estado_nuevo":"\\ud800"}}',
    "a status of spaces": _body(estado_nuevo=" \t"),
    "right to left": _body(titulo="\u202e\u2066abc\u2069", estado_nuevo="\u202ecompletada"),
    "no characters": _body(titulo="\ufffe\uffff\ufeff\u2028\u2029\x85"),
    "100 KB of one field": _body(titulo="x" * 100_000),
    "100 KB of combining accents": _body(titulo="e" + "\u0301" * 50_000),
    "a name of 100 KB": _with(b'"' + b"k" * 100_000 + b'":1'),
    "10,000 names": _with(b",".join(b'"k%d":%d' % (nth, nth) for nth in range(10_000))),
    "10,000 numbers": _body(numero_seguimientos=[str(nth) for nth in range(10_000)]),
    "numbers of every kind": _body(numero_seguimientos=[1, 1.5, None, True, [], {}, "", " ", "None", "1", "1", 10**30]),
    "formulas": _body(titulo="=1+1", direccion="@SUM(A1)", tracking_id="+1", contacto={"nombre": "\t=1"}),
    "SQL": _body(titulo="'; DROP TABLE visit; --", tracking_id="?1", estado_nuevo=":id"),
    "format fields": _body(titulo="{0}{x!r:>9999999}%s%n", estado_nuevo="{status}"),
    "HTML in a field": _body(titulo="<img src=file:///etc/passwd onerror=x>"),
    "names of our own": _with(b'"at":1,"id":2,"status":3,"__class__":4,"model_config":5,"cuerpo":6,"timestamp":7,"envios":8'),
    "objects that are none": _body(conductor=[], ruta="x", contacto=7, ubicacion=None, check_in=True, fotos=[{}]),
    # times
    "the year 0": _body("0000-01-01T00:00:00"),
    "the first moment": _body("0001-01-01T00:00:00"),
    "the last moment": _body("9999-12-31T23:59:59.999999"),
    "a leap second": _body("2026-06-30T23:59:60"),
    "24 o'clock": _body("2026-06-15T24:00:00"),
    "no such day": _body("2026-02-29T00:00:00"),
    "a leap day": _body("2028-02-29T00:00:00"),
    "an offset": _body("2026-06-15T12:00:00+14:00"),
    "Z": _body("2026-06-15T12:00:00Z"),
    "seven digits": _body("2026-06-15T12:00:00.1234567"),
    "one digit": _body("2026-06-15T12:00:00.1"),
    "a comma": _body("2026-06-15T12:00:00,5"),
    "a week": _body("2026-W25-1T12:00:00"),
    "other digits": _body("٢٠٢٦-06-15T12:00:00"),
    "a line feed behind": _body("2026-06-15T12:00:00\n"),
    "a time as a number": b'{"timestamp":1781524800,"data":{"visita_id":7,"estado_nuevo":"x"}}',
    "checks at the ends of time": _body(check_in={"fecha_hora": "0001-01-01T00:00:00"}, check_out={"fecha_hora": "9999-12-31T23:59:59"}),
    "checks that are no times": _body(check_in={"fecha_hora": "0000-00-00T00:00:00"}, check_out={"fecha_hora": "\0"}),
}  # fmt: skip
"""Bodies by what is odd about them."""


def apart() -> list[bytes]:
    """Return them with a visit of its own in each that names visit 7, so that none is a copy of another."""
    return [_SEVEN.sub(b'"visita_id": %d' % (1000 + nth), body, count=1) for nth, body in enumerate(KEPT.values())]
