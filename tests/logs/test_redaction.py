import json
import random
import traceback
from urllib.parse import quote, quote_plus, urlencode

import pytest

from app.logs.redaction import Redactor

TOKEN = "5f0c3a52-8f63-4c1f-9d0b-1f2e3d4c5b6a"
CANARY = 'cañary/"7&+'.replace("ñ", "n") + "'\\ %z"
"""With all that URLs, JSON and Python write in another way."""


@pytest.fixture
def redact() -> Redactor:
    redact = Redactor()
    for secret in (CANARY, "ana", "Sesame-42"):
        redact.learn(secret)
    return redact


@pytest.mark.parametrize(
    "shape",
    [
        CANARY,
        CANARY.upper(),
        quote(CANARY),
        quote(CANARY, safe=""),
        quote(CANARY, safe="").lower(),
        quote_plus(CANARY),
        urlencode({"t": CANARY}),
        json.dumps(CANARY),
        repr(CANARY),
        repr(CANARY.encode()),
        repr([CANARY]),
        f"<{CANARY}>",
        f"x{CANARY}y",
        f"one line\nanother one {CANARY}\nthe last",
    ],
)
def test_a_secret_in_force_is_gone_however_it_is_written(redact: Redactor, shape: str) -> None:
    said = redact(f"before {shape} after")
    for left in (CANARY, "canary", "7&", "%22"):
        assert left not in said.lower()
    assert said.startswith("before ")
    assert said.endswith(" after")


def test_a_short_secret_is_a_word_of_its_own(redact: Redactor) -> None:
    assert redact("ana in Banana, (ana) and 'ana'") == "*** in Banana, (***) and '***'"


def test_a_secret_of_bytes_that_are_no_text_is_gone(redact: Redactor) -> None:
    redact.learn(b"Sesame\xff".decode(errors="surrogateescape"))
    assert redact("a Sesame\udcff") == "a ***"


def test_an_empty_secret_takes_nothing_away(redact: Redactor) -> None:
    redact.learn("")
    redact.learn(" ")
    assert redact("a b") == "a b"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Authorization: Bearer abc.def", "Authorization: ***"),
        ("authorization-token: abc, Accept: */*", "authorization-token: ***, Accept: */*"),
        ("{'Authorization-Token': 'a b c', 'n': 1}", "{'Authorization-Token': ***, 'n': 1}"),
        ("[(b'authorization-user', b'peter p'), (b'n', b'1')]", "[(b'authorization-user', ***), (b'n', b'1')]"),
        ('"{\\"Authorization\\": \\"Bearer abc\\"}"', '"{\\"Authorization\\": ***}"'),
        ("Basic realm; Proxy-Authorization: Basic cGV0ZXI6cA==", "Basic realm; Proxy-Authorization: ***"),
        ("it sent Bearer xyz-1 twice", "it sent Bearer *** twice"),
        ("set-cookie: id=1; Path=/", "set-cookie: ***; Path=/"),
        ("DESPACHO_RECEIVER_TOKEN=abc despacho", "DESPACHO_RECEIVER_TOKEN=*** despacho"),
        ("CarrierCredentials(token='abc d', user='p')", "CarrierCredentials(token=***, user='p')"),
        ("['--token', 'x'] --token abc", "['--token', 'x'] --token ***"),
        (f"no such {TOKEN} here", "no such *** here"),
        (f"sha256:{'0a' * 32}", "sha256:***"),
        ("Ab1" * 15, "***"),
        ("https://peter:pw@host/a/b", "https://***@host/a/b"),
        ("GET https://host/a?codigo=A&fecha=2026-11-20 failed", "GET https://host/a?*** failed"),
        ("GET /a/b?sig=abc HTTP/1.1", "GET /a/b?*** HTTP/1.1"),
        ("https://host/a#frag", "https://host/a?***"),
    ],
)
def test_what_looks_like_a_secret_is_gone(redact: Redactor, text: str, left: str) -> None:
    assert redact(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("call 3001234567 now", "call ***67 now"),
        ("call +57 300 123 4567 now", "call ***67 now"),
        ("call (601) 555-12-34 now", "call ***34 now"),
        ("call 300.123.45.67 now", "call ***67 now"),
        (repr("300\xa0123\xa04567"), "'***67'"),
        (repr("300\u2011123\u20114567".encode()), "b'***67'"),
        (ascii("300\u2011123\u20114567"), "'***67'"),
        ("document CC1032456789", "document CC***89"),
        ("documento 654321 of it", "documento *** of it"),
        ("Cédula: 65432, CC 79.123.45 and cc=1", "Cédula: ***, CC *** and cc=***"),
        ("NIT 900 123-4; DNI: 12; tel 601 2345", "NIT ***; DNI: ***; tel ***"),
        ("phone 4321 or teléfono 43 21.", "phone *** or teléfono ***."),
        ("on 2026-11-20 3001234567 called", "on 2026-11-20 ***67 called"),
        ("3001234567 on 2026-11-20", "***67 on 2026-11-20"),
        ("٣٠٠١٢٣٤٥٦٧", "***٦٧"),
        ("to ana.gomez+x@correo.example.com, now", "to ***@***, now"),
        ("mail=maria%40example.com", "mail=***"),
        ("{'destinatario': 'María Gómez', 'peso': 2}", "{'destinatario': ***, 'peso': 2}"),
        ('{"direccionDest": "Calle 1 # 2-3", "n": 1}', '{"direccionDest": ***, "n": 1}'),
        ("Shipment(number='A', recipient='María Gómez')", "Shipment(number='A', recipient=***)"),
        ("type=int, input_value={'a': 'María'}, input_type=dict]", "type=int, input_value=***, input_type=dict]"),
    ],
)
def test_what_tells_of_a_person_is_gone(redact: Redactor, text: str, left: str) -> None:
    assert redact(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "Loaded ANDINA-BOG 2026-11-20: 12 manifests, 480 shipments (400 new, 80 changed, 0 gone) in 1.234 s",
        "since 2026-11-20T15:00:00.123456Z until 2026-11-20 15:00:00.123+00:00",
        "crash-20261120-150000.txt and crash-20261120-150000-01.txt, 20261120T150000123456",
        "It listens at http://127.0.0.1:8750/visitas and 192.168.100.200",
        "Linux 6.8.0-1021-generic, Windows 10.0.19045, Python 3.11.7",
        'File "/home/me/app/board/reading/column_sql.py", line 1234, in rows',
        "12 documents, acc 12, 3 phones and unit 7",
        "The receiver has no token to compare with. Why? It is unknown.",
    ],
)
def test_what_is_logged_on_purpose_stays(redact: Redactor, text: str) -> None:
    assert redact(text) == text


def test_no_arrangement_of_canaries_comes_through(redact: Redactor) -> None:
    rng = random.Random(7)
    canaries = {
        TOKEN: TOKEN,
        CANARY: CANARY,
        "3015550199": "3015550199",
        "eva@example.org": "eva@",
        "{'telefonoDest': '+57 601 555 0199'}": "601",
        "Authorization: Bearer Q1W2": "Q1W2",
        "https://u:Zx9@h/p?k=Vb8": "Zx9",
    }
    between = [" ", "\n", ", ", "; ", "\t", " | ", "\r\n", " 2026-11-20T15:00:00Z ", " 12 ", " ñandú "]
    for _ in range(2000):
        chosen = rng.sample(list(canaries), rng.randint(1, 4))
        said = redact("".join(part for one in chosen for part in (rng.choice(between), one)) + rng.choice(between))
        for one in chosen:
            assert canaries[one] not in said, said
        assert redact(said) == said


def test_a_traceback_keeps_its_places_and_loses_what_errors_say(redact: Redactor) -> None:
    try:
        try:
            int(f"{CANARY}\n3015550199")
        except ValueError as error:
            error.add_note(f"sent with Authorization-Token: {TOKEN}")
            raise RuntimeError({"email": "eva@example.org"}) from error
    except RuntimeError as error:
        said = redact("".join(traceback.format_exception(error)))
    for left in (CANARY, "3015550199", TOKEN, "eva@example.org"):
        assert left not in said
    assert "test_redaction.py" in said
    assert "direct cause" in said


@pytest.mark.parametrize(
    "text", ["a", "1", "a1-", "1 ", "?a=", "a@", '"', "token", "token=\\", "a://", "http://a/b", "nota", "12.34 "]
)
def test_a_long_text_is_read_once(redact: Redactor, text: str) -> None:
    redact(text * 50_000)  # takes minutes where a pattern begins anew at each place


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("KeyError: 'María José Ibáñez'", "KeyError: '***'"),
        ('no "ÓSCAR NÚÑEZ PEÑA" here', 'no "***" here'),
        ("'Ana de la Paz' and 'Mar\\xeda L\\u00f3pez'", "'***' and '***'"),
        ("'no such table' in 'Despacho'", "'no such table' in 'Despacho'"),
        ("'The disk is full'", "'The disk is full'"),
    ],
)
def test_what_looks_like_a_name_in_quotation_marks_goes(text: str, shown: str) -> None:
    assert Redactor()(text) == shown
