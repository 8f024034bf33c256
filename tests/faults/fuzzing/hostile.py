"""Fragments of JSON, and bytes around it, on which parsers, databases and spreadsheets have failed before."""

VALUES: tuple[bytes, ...] = tuple(
    value if isinstance(value, bytes) else value.encode(errors="surrogatepass")
    for value in (
        # numbers
        "0", "-0", "-1", "1.0", "1e0", "1E400", "-1e400", "1e-400", "1e999999999", "1e99999999999999999999",
        "-1e-99999999999999999999", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551616", "9" * 25, "1" * 400, "1" * 4301, "0." + "1" * 300,
        "00", "01", ".5", "5.", "+1", "0x10", "1_000", "NaN", "Infinity", "-Infinity", "nan", "1e", "--1",
        # texts
        '""', '" "', '"None"', '"null"', '"nan"', '"inf"', '"-"', '"0"', '"1e309"', '"1_0"', '"true"', r'"\u0000"',
        r'"a\u0000b"', r'"\ud800"', r'"\udfff\ud800"', r'"\ud83d\ude00"', r'"\uD83D"', '"\u202e\u2066abc\u2069"',
        '"\ufeff"', '"\ufffe\uffff"', '"\U0001f600"', '"n\u0303\u0301"', '"<img src=file:///etc/passwd>"',
        '"=1+1"', '"@SUM(A1)"', '"\\t=1"', "\"' OR 1=1 --\"", '"%s%n{0}{x}"', '"\\u2028\\u2029\\u0085"',
        '"\x00"', '"\x1f\x7f"', '"\n"', '"\t"', r'"\x"', r'"\u12"', '"abc', "'a'", '"\ud800"',
        b'"\xff\xfe"', b'"\xc0\xaf"', b'"\xed\xa0\x80"', b'"\xf5\x80\x80\x80"', b'"\xe9"',
        '"' + "x" * 5000 + '"', '"' + "\u00f1\u0301" * 1000 + '"', '"' + r"\ud800" * 500 + '"',
        # times
        '"0000-01-01T00:00:00"', '"0001-01-01T00:00:00"', '"9999-12-31T23:59:59.999999"', '"2026-06-30T23:59:60"',
        '"2026-02-29T00:00:00"', '"2026-06-15T12:00:00Z"', '"2026-06-15T12:00:00+14:00"', '"2026-06-15T24:00:00"',
        '"2026-W25-1T12:00:00"', '"2026-06-15T12:00:00.1234567"', '"2026-06-15 12:00:00"', '"2026-06-15T12:00"',
        '"٢٠٢٦-06-15T12:00:00"', '"2026-06-15T12:00:00.000000"', '"2026-06-15T12:00:00,5"', '"2026-06-15T12:00:00\\n"',
        # others
        "null", "true", "false", "None", "undefined", "", "[]", "{}", "[null]", '[["a"]]', '{"a":1,"a":2}',
        '{"":{"":""}}', '["a","a",1,null,{}]', "[" * 60 + "]" * 60, "[" * 101 + "]" * 101, "[" * 3000,
        '{"a":' * 99 + "1" + "}" * 99, '{"a":' * 1500 + "1" + "}" * 1500, "[" + "1," * 3000 + "1]", "[,]", "[1,]",
        '{"a"}', "{1:2}", "]", "}", ",", ":", '{"__class__":"x","model_config":{},"__dict__":{}}',
    )
)  # fmt: skip
"""What may stand for any value. Some of it is no JSON."""

KEYS: tuple[bytes, ...] = (
    b'""', b'"at"', b'"visit"', b'"self"', b'"model_config"', b'"__class__"', b'"\\ud800"', b'"\\u0000"', b'"a\\u0000"',
    b'"constructor"', b'"data"', b'"timestamp"', b'"id"', b'"skus_as_sent"', b'"declared_value"', b'"cuerpo"',
    b'"envios"', b'"distancia_check_in_m"', b'"\xff"', b'"' + b"k" * 3000 + b'"', b"1", b"null",
)  # fmt: skip
"""What may stand for any member's name."""

WRAPPINGS: tuple[tuple[bytes, bytes], ...] = (
    (b"\xef\xbb\xbf", b""), (b"\xef\xbb\xbf\xef\xbb\xbf", b""), (b" \t\r\n", b"\n"), (b"", b"\0"), (b"", b"x"),
    (b"[", b"]"), (b'{"data":', b"}"), (b"[" * 5000, b""), (b"\0", b""), (b"\xff\xfe", b""), (b"// ", b""),
    (b"{", b"}"), (b'"', b'"'), (b"", b",{}"), (b"\x0c", b""), (b"\xa0", b""), (b")]}',\n", b""),
)  # fmt: skip
"""What may stand around a whole document."""
