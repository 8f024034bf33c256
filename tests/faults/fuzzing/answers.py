"""Fuzzes probe answers, photos and their addresses, pasted lists, phones and searches."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from random import Random
from typing import Self

import httpx

from app.board.reading.reader import Reader
from app.domain.contract.json_text.storable_text import storable
from app.domain.days import Day
from app.domain.errors import AppError, SettingsError
from app.domain.reception.probing import Probe
from app.domain.views.columns import Table
from app.domain.views.queries import RowQuery, ValueFilter
from app.facts.file.opening import FILE_NAME
from app.phones import Phones
from app.photos.photo import check_signature, photo_url
from app.store.writer import Writer
from app.ui.search.search_field import MOST_NUMBERS, pasted_numbers
from app.url_check.addresses import NoAnswerError, Target, read_target
from app.url_check.answer_meaning import HttpAnswer, judge
from tests.faults.fuzzing.manifests import DAY, ManifestStore, seeds
from tests.faults.fuzzing.notifications import NotificationStore, bodies

PROBE = Probe("nonce", "proof")
_TARGET = Target(httpx.URL("https://despacho.example:8443/visitas"), is_public=True)
_WORDS: tuple[str, ...] = (
    '"', "'", "*", "(", ")", "AND", "OR", "NOT", "NEAR(a b,2)", "{a}:", "folded:", "-a", "^a", "a*", '""', '"a', "\0", "\ud800",
    "%", "_", "?", ":a", "@a", "$a", ";", "--", "/*", "\u202e", "ñ", "n\u0303", "\u0130", "ß", "\ufb03", "\U0001f600", "7400000000011",
    "740-0000.00 0011", "+57 306 555 0117", "00573065550117", "(306) 5550117", "+" * 39, "9" * 41, "٣٠٦٥٥٥٠١١٧", "ab", "a", "Óscar",
    "\t", ",", ";;", "\r\n", "\u2028", "x" * 3000, "1e400", "\x85",
)  # fmt: skip


def typed(seed: int) -> Iterator[bytes]:
    """Return what may be typed or pasted into a field, without end."""
    random = Random(seed)
    while True:
        words = [random.choice(_WORDS) for _ in range(random.choice((1, 1, 2, 3, 8, 120)))]
        text = random.choice(("", " ", "\n", ",")).join(words)
        yield text.encode(errors="surrogatepass")


def text_of(data: bytes) -> str:
    """Return any bytes as a text, half surrogate pairs and all."""
    return (
        data.decode("utf-8", "surrogatepass" if b"\xed" in data else "replace")
        if _is_text(data)
        else data.decode("latin-1")
    )


def _is_text(data: bytes) -> bool:
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def fuzz_probe_answer(data: bytes) -> None:
    """Judge an answer: a status, a header and a body; what does not hold the proof is not this desk's."""
    status = int.from_bytes(data[:2]) % 500 + 100
    head, _, body = data[2:].partition(b"\n")
    for name in (b"Location", b"Ngrok-Error-Code", b"Server", b"Cf-Mitigated"):
        finding = judge(HttpAnswer(status, httpx.Headers([(name, head)]), body), PROBE, _TARGET)
        str(finding.text).encode()
        assert finding.cause.value != "fine" or PROBE.proof.encode() in body


def fuzz_address(data: bytes) -> None:
    """Read an address of a photo, and one of the desk's own."""
    text = text_of(data)
    with suppress(AppError):
        photo_url(text).netloc.decode("ascii")
    for is_public in (True, False):
        with suppress(NoAnswerError):
            target = read_target(text, is_public=is_public)
            _ = (target.server, target.host)


def fuzz_signature(data: bytes) -> None:
    """Tell whether bytes begin as a picture does."""
    with suppress(AppError):
        check_signature(bytearray(data), "fotos.example")


class TypedFuzz:
    """Looks for a text in a real file by every way that a field offers."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._phones = Phones("CO")

    @classmethod
    @contextmanager
    def opened(cls, folder: Path) -> Iterator[Self]:
        """Fill a new file, and open it for reading."""
        with Writer(folder / FILE_NAME) as writer:
            ManifestStore(writer).load(seeds()[0].text)
            NotificationStore(writer).keep([body for body, _ in zip(bodies(7), range(300), strict=False)])
        with Reader.opened(folder / FILE_NAME) as reader:
            yield cls(reader)

    def __call__(self, data: bytes) -> None:
        """Search, filter, paste and call; at most a sentence comes of it."""
        text, reader = text_of(data), self._reader
        numbers = pasted_numbers(text)
        assert all(one.strip() for one in numbers)
        phone = self._phones.read(text)
        for table in (Table.SHIPMENTS, Table.VISITS, Table.MANIFESTS, Table.NOTIFICATIONS):
            day = Day("ANDINA-BOG", date(2026, 6, 15))
            with suppress(SettingsError):
                reader.row_ids(RowQuery(table, day, search=text), day.date)
            if phone is not None:
                reader.row_ids(RowQuery(table, day, search=phone.digits), day.date)
        day = DAY
        reader.count(RowQuery(Table.SHIPMENTS, day, numbers=numbers[:MOST_NUMBERS]), day.date)
        reader.unknown_numbers(day, numbers[:MOST_NUMBERS])
        reader.count(RowQuery(Table.SHIPMENTS, day, filters=(ValueFilter("number", storable(text)),)), day.date)
        with suppress(SettingsError):
            reader.hits(text, 50)
