"""Contents of `settings.toml` and of the window's state."""

_VIEW = r"{\"name\":\"v\",\"table\":\"shipments\",\"view\":\"all\",\"search\":\"\",\"filters\":%s,\"sort\":%s}"


def _view(filters: str, sort: str = "[]") -> bytes:
    return b'[General]\nviews="[' + (_VIEW % (filters, sort)).encode() + b']"\n'


SETTINGS: dict[str, bytes] = {
    # failed once
    "a last line without end whose key has parts": b"window.x = 1",
    "a key in parts that looks like a day": b"receiver_2026-01-01ort.a.b = 8750.0",
    "a number of 5,000 digits as a text": b"carrier = 0x" + b"f" * 5000,
    "a key that has parts": b"carrier.x = 0x" + b"f" * 5000,
    "a key twice, in a list of tables": b"[[carrier]]\nfar_metres=9\nfar_metres=12\n",
    # others
    "nothing": b"",
    "NUL": b"\0" * 4096,
    "a byte order mark": b'\xef\xbb\xbfcarrier = "A"\n',
    "UTF-16": 'carrier = "A"\n'.encode("utf-16"),
    "Latin-1": b'carrier = "\xd1"\n',
    "cut": b'carrier = "AND',
    "a comment": b"# mine\n\n  carrier = 'A' # this one\n",
    "line feeds of Windows": b'carrier = "A"\r\n# x\r\n',
    "a line feed of old": b'carrier = "A"\rrefresh_minutes = 5\r',
    "a key twice": b'carrier = "A"\ncarrier = "B"\n',
    "a key as a table": b"[carrier]\nx = 1\n",
    "a key as tables": b"[[carrier]]\nx = 1\n",
    "a table of somebody else's": b"[receiver]\nport = 1\n",
    "a table and a key": b"[receiver_port.x]\n",
    "lists 2,000 deep": b"carrier = " + b"[" * 2000 + b"]" * 2000,
    "objects 500 deep": b"carrier = " + b"{a=" * 500 + b"1" + b"}" * 500,
    "a key in 5,000 parts": b"a." * 5000 + b"b = 1\n",
    "nan": b"retry_seconds = nan\ntimeout_seconds = inf\n",
    "1e400": b"timeout_seconds = 1e400\n",
    "5,000 digits": b"x = " + b"9" * 5000,
    "no such day": b"x = 2026-13-45\n",
    "an offset that is none": b"x = 1979-05-27T07:32:00.999999999999999-99:99\n",
    "half a pair": rb'carrier = "\ud800"',
    "NUL in a text": rb'carrier = "\u0000"',
    "a folder of zones": b'time_zone = "America"\n',
    "a path as a zone": b'time_zone = "../../../etc/localtime"\n',
    "an address that is none": b'base_url = "http://[::1"\npublic_url = "https://["\n',
    "a user in an address": b'base_url = "https://ana:Sesame@example.com"\n',
    "a host that is no host": 'base_url = "https://℀.x"\n'.encode(),
    "a clock in other digits": 'quiet_from = "١٢:30"\n'.encode(),
    "a port as a text": b'receiver_port = "8750"\n',
    "a long text": b'carrier = "' + b"x" * 3000 + b'"\n',
}  # fmt: skip
"""Settings files by what is odd about them."""

STATES: dict[str, bytes] = {
    # failed once
    "an object that claims to be long": b"[General]\nviews=@Variant(\\0\\0\\0\\x9\xf1\xfczx7f\\xff\\xff)\n",
    # others
    "nothing": b"",
    "NUL": b"\0" * 4096,
    "no lines": b"\xff\xfe\x00[",
    "cut": b'[General]\nviews="[{\\"na',
    "objects": b"[General]\nmap=@Variant(\\0\\0\\0\\x13\\xff\\xff\\xff\\xff)\n[layout]\nwindow=@Rect(1 2 3 4)\n",
    "layouts that are none": b"[layout]\nwindow=@ByteArray(\\0\\x1\\xff)\npanes=1, 2\ntab=@Size(a b)\n",
    "escapes that are none": b'[General]\nfolder=\\xzz\\\npalette="\\xd800"\n',
    "lists that are none": b"[General]\ncarriers=a, b\npalette=1\n[columns]\nshipments=NaN\n",
    "carriers of half a pair": b'[General]\ncarriers="[\\"\\\\ud800\\"]"\n',
    "columns of any width": b'[columns]\nshipments="[[\\"number\\",99999999999999999999,true]]"\n',
    "alerts of any number": b'[alerts]\ntold="[9223372036854775808,1e400,\\"\\"]"\n',
    "a gap of no time": b"[gap]\nclosed=9999-99-99\n",
    "lists 3,000 deep": b'[General]\nviews="' + b"[" * 3000 + b'"\n',
    "a view of 1e400": _view(r"[[\"number\",1e400,false]]"),
    "a view of NaN": _view(r"[[\"number\",NaN,false]]"),
    "a view of 5,000 digits": _view(r"[[\"number\"," + "9" * 5000 + ",false]]"),
    "a view of no column": _view(r"[[\"x\",1,false]]"),
    "a view of no rows": _view("7", "{}"),
    "a view in an order of lists": _view("[]", "[[[],[]]]"),
    "a vertical tab behind a value": b"[carrIer]\nx = 1\x0b",
}  # fmt: skip
"""Window states by what is odd about them."""
