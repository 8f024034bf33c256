"""Answers of the carrier that are no JSON by the letter, or other JSON than the contract's."""

import gzip

from app.domain.errors import AppError
from tests.carrier.loading import Load
from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.faults.fuzzing.manifests import Heap, read
from tests.wire.section import Case, Reading, Section

_WHOLE_DAY = "the whole day was lost"
_LAST_COUNTED = "the last one counted, in silence"
_LIST_LOST = "the shipments were lost"
_VALUE_LOST = "the value was lost"
_TWO = '{"numero":"7"},{"numero":"8"}'
_LONGEST_SHOWN = 300  # characters of what is read


def _answer(shipments: str | bytes, head: str = '"idPlanillaReparto":1,"estado":"VIG"') -> bytes:
    written = shipments if isinstance(shipments, bytes) else shipments.encode()
    return f"[{{{head}".encode() + b',"envios":[' + written + b"]}]"


def _member(kind: str, written: str | bytes, before: str = _WHOLE_DAY) -> Case:
    """Return the case of a shipment with this member beside one without."""
    shipment = b'{"numero":"7",' + (written if isinstance(written, bytes) else written.encode()) + b"}"
    return _shipment(kind, shipment, before)


def _shipment(kind: str, written: str | bytes, before: str = _WHOLE_DAY) -> Case:
    """Return the case of a shipment that is written so, beside a good one."""
    shipment = written if isinstance(written, bytes) else written.encode()
    return Case(kind, _answer(shipment + b',{"numero":"8"}'), before, _shown(shipment))


def _whole(kind: str, sent: str | bytes, before: str = _WHOLE_DAY, example: str = "") -> Case:
    return Case(kind, sent if isinstance(sent, bytes) else sent.encode(), before, example)


def _shown(written: bytes) -> str:
    text = written.decode(errors="backslashreplace")
    if not text.isprintable():  # asked of all at once, as one has millions
        text = "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def reading(case: Case) -> Reading:
    """Read an answer as a load does, without or, where the case names an encoding of the body, with HTTP."""
    heap: Heap | Load = Heap()
    try:
        if case.kind in _ENCODED:
            with ScriptedCarrier(says(200, case.sent, _ENCODED[case.kind])) as carrier:
                heap = Load(carrier.url)
                heap.run()
        else:
            assert isinstance(heap, Heap)
            read(case.sent, heap)
    except AppError as error:
        return Reading("nothing; the day stays as it was", str(error.user_message))
    skipped = heap.missed if isinstance(heap, Load) else heap.skipped
    deviations = heap.deviations if isinstance(heap, Load) else [one for one, _ in heap.deviations]
    set_aside = [f"set aside: {one.number or one.fields or 'no number'}, {one.text}" for one in skipped]
    told = [f"{one.place}: {one.what}, {one.example}" for one in deviations]
    return Reading(_read(heap), "; ".join(set_aside + list(dict.fromkeys(told))) or "nothing")


def _read(heap: Heap | Load) -> str:
    shipments = [one.raw for one in heap.shipments if one.raw != '{"numero":"8"}']
    texts = [one if len(one) <= _LONGEST_SHOWN else f"{one[:100]}… ({len(one)} characters)" for one in shipments]
    odd = [name for one in heap.shipments for name in one.shipment.odd_fields]
    signs = [f"`dato_raro` for {', '.join(odd)}"] if odd else []
    beside = ["the shipment beside it" if len(shipments) < len(heap.shipments) else ""]
    return "; ".join([*(f"`{one}`" for one in texts), *signs, *filter(None, beside)]) or "no shipment"


_PYTHON = (
    _member("NaN", '"valorDeclarado":NaN'),
    _member("infinity", '"valorDeclarado":-Infinity'),
    _member("None, True, False", '"x":None,"y":True,"z":False'),
    _shipment("str() of a dict", "{'numero': '7', 'destinatario': \"O'Brien\", 'x': None}"),
    _shipment("repr of Python 2", rb"{'numero': u'7', 'destinatario': u'Jos\xe9', 'peso': 12L}"),
    _member("objects of a database", '"x":Decimal(\'1.50\'),"y":datetime.datetime(2026, 6, 1, 8, 30),"z":UUID(\'7f\')'),
    _member("a name that is a number", '5:"x"'),
)
_JAVASCRIPT = (
    _shipment("names without quotes", '{numero:"7",peso:1}'),
    _shipment("single quotes with an escape", rb"{'numero':'7','destinatario':'O\'Brien'}"),
    _member("undefined", '"x":undefined'),
    _member("a comma at the end", '"x":[1,2,],'),
    _member("comments", '/* \\u00e9 */"x":1'),
    _member("hexadecimal", '"x":0x1F'),
    _member("numbers without a digit before or behind the point, with a plus", '"x":.5,"y":5.,"z":+5'),
    _member("escapes of JavaScript", rb'"x":"\x41\0\v"'),
    _member("new Date", '"x":new Date(1780000000000)'),
    _member("gaps in a list", '"x":[1,,2]'),
)
_PHP = (
    _whole(
        "a list of manifests with gaps",
        '{"0":{"idPlanillaReparto":1,"envios":[' + _TWO + ']},"2":{"idPlanillaReparto":2,"envios":[]}}',
    ),
    _whole(
        "a list of shipments with gaps",
        '[{"idPlanillaReparto":1,"envios":{"0":{"numero":"7"},"2":{"numero":"8"}}}]',
        _LIST_LOST,
    ),
    _member(
        "a list of products with gaps", '"dinamicouno":{"skus":{"0":{"weight":"1"},"2":{"weight":"2"}}}', _VALUE_LOST
    ),
    _whole("a warning in front", b"<br />\n<b>Warning</b>: foo in <b>/x.php</b><br />\n" + _answer(_TWO)),
    _whole("a warning behind", _answer(_TWO) + b"<br />\n<b>Fatal error</b>: x"),
    _whole("a warning behind an empty list", b"[]<br />Fatal error", ""),
    _shipment("print_r or var_export", "{'numero' => '7', 'x' => NULL,}"),
)
_DOT_NET = (
    _whole(
        "a list with references",
        '[{"$id":"1","idPlanillaReparto":1,"envios":{"$id":"2","$values":[' + _TWO + "]}}]",
        _LIST_LOST,
    ),
    _whole("the list in an object", '{"d":[{"idPlanillaReparto":1,"envios":[' + _TWO + "]}]}"),
    _whole("JSON in JSON", b'"' + _answer(_TWO).replace(b'"', rb"\"") + b'"'),
    _member(
        "a date without the offset of its clock", r'"dinamicouno":{"promesaEntrega":"\/Date(1780000000000)\/"}', ""
    ),
    _member("a date", r'"dinamicouno":{"promesaEntrega":"\/Date(1780000000000-0500)\/"}', _VALUE_LOST),
    _member("a number with a comma", '"valorDeclarado":12500,50'),
)
_MADE_BY_HAND = (
    _member("a raw tab and a line break in a text", '"direccionDest":"Calle 5\t#3\nApto 4"'),
    _member("a raw NUL in a text", b'"direccionDest":"Calle\0 5"'),
    _member("quotes inside a text", '"direccionDest":"Calle 5 "La Y", esquina"'),
    _member("a backslash before another character", rb'"direccionDest":"C:\dir \_ \u12"'),
    _member("a comma missing", '"x":1 "y":2'),
    _member("a comma too many", '"x":1,,"y":2'),
    _member("no value", '"x":,"y":'),
    _member("a text without quotes", '"estadoEnvio":En Reparto,"x":2026-06-01T08:00:00'),
    _member("zeros in front", '"documentoDest":007,"idEstadoEnvio":02'),
    _shipment("equals signs", '{"numero"="7"}'),
    _member("one name, the same value", '"x":1,"x":1', "read, in silence"),
    _member("one name, two values", '"idEstadoEnvio":"2","idEstadoEnvio":"3"', _LAST_COUNTED),
    _member("one name, two numbers", '"numero":"9"', _LAST_COUNTED),
    _whole("one object for the list of manifests", '{"idPlanillaReparto":1,"envios":[' + _TWO + "]}"),
    _whole("one object for the list of shipments", '[{"idPlanillaReparto":1,"envios":{"numero":"7"}}]', _LIST_LOST),
    _member("one object for the list of products", '"dinamicouno":{"skus":{"weight":"2"}}', _VALUE_LOST),
    _whole("a list in the list", '[{"idPlanillaReparto":1,"envios":[[' + _TWO + "]]}]", _LIST_LOST),
    _whole(
        "objects one after the other",
        '{"idPlanillaReparto":1,"envios":[{"numero":"7"}]}\n{"idPlanillaReparto":2,"envios":[{"numero":"8"}]}',
    ),
    _whole("no comma between shipments", _answer('{"numero":"7"}{"numero":"8"}')),
    _whole("the end of the list missing", '[{"idPlanillaReparto":1,"envios":[' + _TWO + ',"estado":"VIG"}]'),
    _whole("a bracket too many between shipments", _answer('{"numero":"7"}},{"numero":"8"}')),
    _whole("brackets too many at the end", _answer(_TWO) + b"]}]"),
    _whole("a guard against scripts in front", b")]}',\n" + _answer(_TWO)),
    _whole("a call around it", b"callback(" + _answer(_TWO) + b");"),
    _member("provider data that str() wrote", "\"dinamicouno\":\"{'SellerId': 'S', 'skus': None}\"", _VALUE_LOST),
)
_BROKEN = (
    _member("a text that is never closed", '"destinatario":"Ana,"telefonoDest":"300"'),
    _member("a bracket of the other kind", '"x":[1}'),
    _member("a bracket too many within", '"x":]'),
    _member("two values", '"x":1 2'),
    _member("an object without a colon", '"x" 1'),
    _member("quotes of a word processor", "“x”: 1"),
    _shipment("an object that is never closed", '{"numero":"7","x":{"y":1'),
    _shipment("an object that is never opened", '"numero":"7","x":1}'),
    _shipment("an end of the answer in the middle", '{"numero":"7","x":}]}]1}'),
    _shipment("no object", '"x"', ""),
    _whole("a text that is never closed in the last one", _answer('{"numero":"8"},{"numero":"7","x":"Ana}')),
    _whole(
        "a list that takes in the shipments behind it",
        '[{"idPlanillaReparto":1,"envios":[{"numero":"7","x":[1,{"numero":"8"}]}]',
        "",
    ),
    _whole(
        "a text that is never closed in the last one, and an object behind the list",
        '[{"idPlanillaReparto":1,"envios":[{"numero":"8"},{"numero":"7","x":"Ana}],"x":{"y":1}}]',
        "",
    ),
    _whole("a manifest's field that cannot be read", _answer(_TWO, '"idPlanillaReparto":1,"estado":]')),
)
_WHOLE_ANSWERS = (
    _whole("cut short", _answer(_TWO)[:-2], ""),
    _whole("cut short within a shipment", _answer(_TWO)[:-8], ""),
    _whole("empty", b"", ""),
    _whole("blanks and zeros", b" \r\n\0", "refused as a web page"),
    _whole("a web page", b"<!doctype html><title>Sign in</title>", ""),
    _whole("an object that is no manifest", '{"error":"x"}', ""),
    _whole("a manifest without shipments for the list", '{"idPlanillaReparto":1,"envios":[]}', ""),
    _whole("no manifest", '[{"error":"x"}]', ""),
    _whole("two answers", _answer('{"numero":"7"}') + _answer('{"numero":"8"}')),
    _whole("an answer and an error", _answer(_TWO) + b'{"error":"timeout"}', ""),
    _whole("something behind an empty list", b"[] x", ""),
    _whole("a byte order mark", b"\xef\xbb\xbf" + _answer(_TWO), ""),
    _whole("a byte order mark in the middle", _answer('{"numero":"7"},\ufeff{"numero":"8"}')),
    _whole(
        "UTF-16",
        _answer('{"numero":"7","destinatario":"José"},{"numero":"8"}').decode().encode("utf-16"),
        example="with a byte order mark",
    ),
    _whole("UTF-16 without a mark", _answer(_TWO).decode().encode("utf-16-le"), example="little end first"),
    _whole("Latin-1", _answer('{"numero":"7","destinatario":"José"},{"numero":"8"}').decode().encode("latin-1"), ""),
    Case("gzip", gzip.compress(_answer(_TWO), mtime=0), "", "`Content-Encoding: gzip`"),
    Case("x-gzip", gzip.compress(_answer(_TWO), mtime=0), "", "`Content-Encoding: x-gzip`"),
    Case("gzip that is not declared", gzip.compress(_answer(_TWO), mtime=0), _WHOLE_DAY, "no header"),
    Case("gzip that is none", _answer(_TWO), _WHOLE_DAY, "`Content-Encoding: gzip`, and JSON"),
    Case("an empty Content-Encoding", _answer(_TWO), "", "`Content-Encoding:`"),
    Case("UTF-8 as Content-Encoding", _answer(_TWO), _WHOLE_DAY, "`Content-Encoding: UTF-8`"),
    Case("none as Content-Encoding", _answer(_TWO), _WHOLE_DAY, "`Content-Encoding: none`"),
    Case("another compression", b"\x1b\x2f\x00\x04", "", "`Content-Encoding: br`"),
)  # fmt: skip
_VALUES = (
    _member("a status id with a zero", '"idEstadoEnvio":"02"', ""),
    _member("a status id as a number", '"idEstadoEnvio":2.0', ""),
    _member("no status id", '"idEstadoEnvio":null', ""),
    _member("a number of 10,000 digits", b'"valorDeclarado":' + b"9" * 10_000, ""),
    _member("an exponent of ten digits", '"valorDeclarado":1e9999999999', ""),
    _member("10 MB in one text", b'"x":"' + b"a" * 10_000_000 + b'"', ""),
    _member("half a surrogate pair", rb'"destinatario":"Ana \ud800"', ""),
    _shipment("brackets in a shipment that end its list", '{"numero":"7","ancho":}],"largo":0}'),
    _member("500 levels", b'"x":' + b"[" * 500 + b"]" * 500, ""),
)
_LONG = {
    "a number of 10,000 digits": "10,000 digits",
    "10 MB in one text": "10,000,000 characters",
    "500 levels": "500 lists",
}
_ENCODED = {
    "gzip": {"Content-Encoding": "gzip"},
    "x-gzip": {"Content-Encoding": "x-gzip"},
    "gzip that is not declared": dict[str, str](),
    "gzip that is none": {"Content-Encoding": "gzip"},
    "an empty Content-Encoding": {"Content-Encoding": ""},
    "UTF-8 as Content-Encoding": {"Content-Encoding": "UTF-8"},
    "none as Content-Encoding": {"Content-Encoding": "none"},
    "another compression": {"Content-Encoding": "br"},
}

ANSWERS = Section(
    "Answers of the carrier",
    "Read as a load reads them. An example that is one shipment stands in the list of a manifest, before another one, "
    'the shipment beside it (`{"numero":"8"}`). Not read is what has several meanings: then a shipment is set aside '
    "alone, and rows that it may be stay as they were.",
    [
        case._replace(example=_LONG.get(case.kind, case.example))
        for cases in (_PYTHON, _JAVASCRIPT, _PHP, _DOT_NET, _MADE_BY_HAND, _BROKEN, _WHOLE_ANSWERS, _VALUES)
        for case in cases
    ],
    reading,
)
