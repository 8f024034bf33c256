"""What carriers and providers send takes steps as it is long, however it is broken."""

import json
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

import pytest

from app.carrier.answer_parser import Elements
from app.domain.contract.notifications import Received
from app.domain.errors import CarrierAnswerError
from app.domain.folding import fold
from tests.steps import LINEAR, growth

AT = datetime(2026, 11, 20, 15, tzinfo=UTC)
SIZE = 200
GOOD = '{"numero":"7","estadoEnvio":"En Reparto"}'
SHIPMENTS: dict[str, str] = {
    "good": GOOD,
    "with NaN": '{"numero":"7","peso":NaN}',
    "with single quotes": "{'numero':'7'}",
    "without a comma": '{"numero":"7" "x":1}',
    "that do not end": '{"numero":"7","x":"',
    "that end twice": '{"numero":"7"}}',
    "that open lists": '{"numero":"7","x":[[[}',
    "of quotes": '""""',
    "of comments": "/*/*/*",
    "of backslashes": '"\\\\\\"',
}
NUMBERS: dict[str, Callable[[int], object]] = {
    "different": lambda nth: f"N{nth}",
    "equal": lambda _nth: "A1",
    "empty": lambda _nth: "",
    "lists": lambda nth: [nth],
}


@pytest.mark.parametrize("kind", SHIPMENTS)
def test_an_answer_takes_steps_as_it_is_long(kind: str) -> None:
    def reading(size: int) -> Callable[[], object]:
        answer = f'[{{"idPlanillaReparto":1,"envios":[{",".join([SHIPMENTS[kind]] * size)}]}}]'.encode()

        def read() -> None:
            elements = Elements()
            with suppress(CarrierAnswerError):  # in words
                for start in range(0, len(answer), 1000):
                    elements.feed(answer[start : start + 1000])
                elements.close()

        return read

    assert growth(reading, SIZE) < LINEAR


@pytest.mark.parametrize("kind", NUMBERS)
def test_a_notification_takes_steps_as_it_has_numbers(kind: str) -> None:
    def reading(size: int) -> Callable[[], object]:
        data = {"visita_id": 7, "estado_nuevo": "completada", "numero_seguimientos": [*map(NUMBERS[kind], range(size))]}
        body = {"event": "visita_estado_cambio", "timestamp": "2026-11-20T10:00:00", "data": data}
        return lambda: Received.read(json.dumps(body).encode(), AT)

    assert growth(reading, SIZE) < LINEAR


@pytest.mark.parametrize("letter", ["\u0301\u0327", "\u0f73", "\uff9e\u3099", "\U0001f468\u200d"])
def test_no_run_of_accents_is_sorted(letter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    longest = 0
    normalize = unicodedata.normalize

    def note(form: str, text: str) -> str:
        nonlocal longest
        longest = max(longest, len(text))
        return normalize(form, text)  # type: ignore[arg-type]

    monkeypatch.setattr(unicodedata, "normalize", note)
    assert fold("a" + letter * 10_000)[0] == "a"
    assert longest <= 3  # letters that one of them folds to
