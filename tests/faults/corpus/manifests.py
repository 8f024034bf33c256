"""Answers of the carrier, and provider data (`dinamicouno`) alone."""

import json

_SHIPMENT = {"numero": "7400000000011", "idEstadoEnvio": "2", "estadoEnvio": "En Reparto"}


def _answer(*shipments: object, **head: object) -> bytes:
    return json.dumps([{"idPlanillaReparto": 9001, "estado": "VIG", **head, "envios": list(shipments)}]).encode()


def _with(member: bytes) -> bytes:
    """Return an answer with a member of a shipment as it is written."""
    return b'[{"idPlanillaReparto":1,"envios":[{"numero":"7",' + member + b'},{"numero":"8"}]}]'


def _head(member: bytes) -> bytes:
    return b'[{"idPlanillaReparto":1,' + member + b',"envios":[{"numero":"7"}]}]'


ANSWERS: dict[str, bytes] = {
    # good
    "as the contract has it": _answer(_SHIPMENT),
    "an empty list": b"[]",
    "no shipments": _answer(),
    "shipments that are null": b'[{"idPlanillaReparto":1,"envios":null}]',
    "a byte order mark": b"\xef\xbb\xbf" + _answer(_SHIPMENT),
    "spaces in front": b"\r\n\t " * 1000 + _answer(_SHIPMENT),
    # no list of manifests
    "nothing": b"",
    "spaces": b" \n" * 50,
    "half a byte order mark": b"\xef\xbb",
    "an object": b'{"error":"x"}',
    "HTML": b"<!doctype html><title>Acceso</title>",
    "UTF-16": _answer(_SHIPMENT).decode().encode("utf-16"),
    "cut": _answer(_SHIPMENT)[:-3],
    "cut in a text": _answer(_SHIPMENT)[:40],
    "cut in an escape": b'[{"idPlanillaReparto":"\\',
    "cut in a number": b"[12",
    "cut in a half pair": b'["\\ud8',
    "something behind": _answer(_SHIPMENT) + b"x",
    "two lists": _answer(_SHIPMENT) * 2,
    "lists of nothing": b"[[],[[]],{}]",
    "an error in a list": b'[{"error":"x"}]',
    "NaN": _with(b'"valorDeclarado":NaN'),
    "Infinity": _with(b'"valorDeclarado":-Infinity'),
    "single quotes": b"['x']",
    "a comma too many": b'[{"idPlanillaReparto":1,},]',
    "NUL": b"[\0]",
    "no UTF-8": _with(b'"remitente":"\xff\xfe"'),
    "overlong UTF-8": _with(b'"remitente":"\xc0\xaf"'),
    "a surrogate as bytes": _with(b'"remitente":"\xed\xa0\x80"'),
    "a second half of a pair as a name": _with(rb'"remitente":{"\udc00":null}'),
    "half a pair before a whole one": _with(rb'"remitente":"\ud800\ud800\udc00"'),
    "a bracket of the other kind": b"[{]",
    "brackets that end too much": b"[]]]]",
    # nesting and numbers
    "100,000 lists": b"[" * 100_000,
    "100,000 lists and sound": b"[" * 100_000 + b"]" * 100_000,
    "100,000 objects": b"[" + b'{"a":' * 100_000,
    "a field 150 deep": _with(b'"x":' + b"[" * 150 + b"]" * 150),
    "a field 250 deep": _with(b'"x":' + b'{"a":' * 250 + b"1" + b"}" * 250),
    "a field 100,000 deep": _with(b'"x":' + b"[" * 100_000 + b"]" * 100_000),
    "a head 150 deep": _head(b'"x":' + b"[" * 150 + b"]" * 150),
    "5,000 digits": _with(b'"valorDeclarado":' + b"1" * 5000),
    "a number of 5,000 digits": _head(b'"estado":"VIG"').replace(b"1,", b"1" * 5000 + b",", 1),
    "1e400": _with(b'"valorDeclarado":1e400'),
    "1e999999999999999999999": _with(b'"valorDeclarado":1e999999999999999999999,"x":[-1E-999999999999999999999]'),
    "2**63 as a manifest's number": b'[{"idPlanillaReparto":9223372036854775808,"envios":[{"numero":"7"}]}]',
    "-(2**63) as a manifest's number": b'[{"idPlanillaReparto":-9223372036854775808,"envios":[{"numero":"7"}]}]',
    "a fraction as a manifest's number": b'[{"idPlanillaReparto":1.50,"envios":[{"numero":"7"}]}]',
    "a number as a shipment's number": b'[{"idPlanillaReparto":1,"envios":[{"numero":7},{"numero":7.50},{"numero":1e400}]}]',
    # bad ones among good ones
    "no number": _answer(_SHIPMENT, {"numero": None}, {"numero": "None"}, {}, _SHIPMENT),
    "no objects": _answer(_SHIPMENT, None, 7, "x", [], True, [_SHIPMENT], _SHIPMENT),
    "fields of another shape": _answer({**_SHIPMENT, "remitente": {"a": 1}, "telefonoDest": [1]}, _SHIPMENT),
    "a manifest that is none": b"[null,7," + _answer(_SHIPMENT)[1:],
    "shipments that are no list": b'[{"idPlanillaReparto":1,"envios":{"numero":"7"}},' + _answer(_SHIPMENT)[1:],
    "a field twice": _with(b'"numero":"9","numero":"10"'),
    "shipments twice": b'[{"idPlanillaReparto":1,"envios":[{"numero":"7"}],"envios":[{"numero":"8"}]}]',
    "a manifest twice": b'[{"idPlanillaReparto":1,"envios":[{"numero":"7"}]},{"idPlanillaReparto":1,"envios":[{"numero":"7"}]}]',
    "the same number 300 times": _answer(*[_SHIPMENT] * 300),
    # texts
    "NUL in a text": _with(rb'"remitente":"a\u0000b","numeroExterno":"\u0000"'),
    "half a pair": _with(rb'"remitente":"\ud800","numeroExterno":"\udfff\ud800","\ud800":1'),
    "half a pair as number": b'[{"idPlanillaReparto":"\\ud800","envios":[{"numero":"\\ud800"},{"numero":"\\u0000"}]}]',
    "no characters": _with(rb'"remitente":"\ufffe\uffff\ufeff\u2028\u0085\u202e"'),
    "100 KB of one field": _answer({**_SHIPMENT, "remitente": "x" * 100_000}),
    "a name of 100 KB": _answer({**_SHIPMENT, "k" * 100_000: 1}),
    "formulas": _answer({**_SHIPMENT, "remitente": "=1+1", "destinatario": "@SUM(A1)", "numeroPedido": "\t=1"}),
    "quotes and backslashes": _with(rb'"remitente":"\"\\\\\"[{]}\\","x":"\\"'),
    "names of our own": _with(b'"number":1,"raw":2,"model_config":3,"__dict__":4,"provider_data":5,"weight":6,"skus":7'),
}  # fmt: skip
"""Answers by what is odd about them."""

PROVIDER_DATA: dict[str, bytes] = {
    # failed once
    "a name that is half a pair": rb'{"\ud800":1,"SellerId":"S"}',
    "a form feed before a name that is half a pair": b'\x0c{"\\ud800":1,"SellerId":"S"}',
    "a name in an SKU that is half a pair": rb'{"skus":[{"\udfff":1,"weight":"2"}]}',
    "names within names that are half a pair": rb'{"skus":[{"x":{"\uD800":[]}}]}',
    "NaN": b'{"skus":[{"weight":NaN,"x":-Infinity}],"valorDeclarado":NaN}',
    # others
    "nothing": b"",
    "the text None": b"None",
    "a list": b"[]",
    "an object in a text in a text": rb'"{\"SellerId\":1}"',
    "cut": b'{"SellerId":"S',
    "a field twice": b'{"skus":[],"skus":[{"weight":1}]}',
    "5,000 digits": b'{"valorDeclarado":' + b"1" * 5000 + b"}",
    "1e400": b'{"valorDeclarado":1e400,"skus":[{"weight":1e400},{"weight":"1e400"},{"weight":1}]}',
    "1e999999999999999999999": b'{"skus":[{"weight":1e999999999999999999999}]}',
    "900 deep": b'{"x":' + b"[" * 900 + b"]" * 900 + b"}",
    "100,000 deep": b'{"x":' * 100_000,
    "SKUs that are none": b'{"skus":[null,1,"x",[],{}]}',
    "SKUs in an object": b'{"skus":{"weight":1}}',
    "10,000 SKUs": b'{"skus":[' + b"{}," * 9_999 + b"{}]}",
    "weights that are none": rb'{"skus":[{"weight":"\u0000"},{"weight":true},{"weight":[]},{"weight":" 2.5 "},{"weight":-1}]}',
    "half a pair in every field": rb'{"SellerId":"\ud800","parcelId":"\udfff","skus":[{"skuDesc":"\ud800"}],"flujo":"\ud800"}',
    "a whole pair": rb'{"SellerId":"\ud83d\ude00","\ud83d\ude00":1}',
    "NUL": rb'{"SellerId":"\u0000","parcelNumber":"a\u0000"}',
    "names of our own": b'{"skus_as_sent":1,"provider":2,"model_config":3,"__class__":4}',
}  # fmt: skip
"""Provider data by what is odd about them; they come as a text."""
