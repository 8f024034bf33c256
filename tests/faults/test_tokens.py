"""Ten thousand wrong tokens are refused, and a rotation under load loses nothing."""

import asyncio
import base64
import itertools
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backends.SecretService import Keyring as SecretServiceKeyring

from app.credentials.credentials import Credentials, SessionVault
from app.credentials.keyring_vault import KeyringVault
from app.domain.access.credentials import SecretName
from app.webhook.limits import Limits
from app.webhook.tokens import bears
from tests.faults.figures import Figures, Length, seconds_of
from tests.faults.running_receiver import ask, receiving, send_all
from tests.webhook.running_server import DEADLINE, NEXT, TOKEN, digests, request, visit

FAULT = "tokens"
SENDERS = 8


def wrong_tokens(count: int) -> Iterator[str | bytes]:
    """Give so many tokens that are none of the two, most of them nearly."""
    rng = random.Random(11)
    right = (TOKEN, NEXT)
    yield from (
        b"\xff\xfe",
        "ñandú".encode(),
        "ñandú".encode("latin-1"),
        b"\x80" * 40,
        "\N{FULLWIDTH DIGIT ONE}".encode(),
    )
    yield from (*digests(*right), *(one.removeprefix("sha256:") for one in digests(*right)))
    for token in right:
        yield from (token.upper(), token.lower(), token.swapcase(), token * 2, token[1:], token[:-1], token + "=")
        yield from (f'"{token}"', f"Bearer {token}", f"{token}, {token}", f"{token},{token}", f"{token} {token}")
        yield from (base64.b64encode(token.encode()), token.replace(".", "%2E"), token.encode("utf-16"), "x" * 8000)
        yield from (token[:place] for place in range(1, len(token)))
    yield from (TOKEN + NEXT, NEXT + TOKEN, "*", "null", "None", "true", "[object Object]")
    while True:
        changed = bytearray(rng.choice(right).encode())
        place = rng.randrange(len(changed))
        changed[place] = rng.choice([byte for byte in range(0x21, 0x7F) if byte != changed[place]])
        yield bytes(changed)


def test_ten_thousand_wrong_tokens_do_not_compare_equal() -> None:
    accepted = tuple(one.encode() for one in digests(TOKEN, NEXT))
    assert bears(TOKEN.encode(), accepted)
    assert bears(NEXT.encode(), accepted)
    wrong = (b"%s%d" % (TOKEN.encode()[:-1], number) for number in range(10_000))
    assert not any(bears(token, accepted) for token in wrong)
    assert not bears(accepted[0], accepted)
    assert not bears(b"\xff\0", accepted)
    assert not bears(TOKEN.encode(), ())


def test_every_token_is_compared_with_all_accepted_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[bytes] = []

    def compare(given: bytes, known: bytes) -> bool:
        compared.append(known)
        return given == known

    monkeypatch.setattr("hmac.compare_digest", compare)
    accepted = tuple(one.encode() for one in digests(TOKEN, NEXT))
    for token in (TOKEN, NEXT, "wrong"):
        bears(token.encode(), accepted)
    assert compared == [*accepted] * 3


def test_ten_thousand_wrong_tokens_are_refused(length: Length, figures: Figures, tmp_path: Path) -> None:
    many = length.of(500, 10_000)
    tokens = list(itertools.islice(wrong_tokens(many), many))
    with receiving(tmp_path / "data", DESPACHO_RECEIVER_TOKEN_NEXT=NEXT) as receiver:
        statuses = Counter(send_all(receiver.port, [request(visit(), token=token) for token in tokens], 50))
        assert send_all(receiver.port, [request(visit(1)), request(visit(2), token=NEXT)], 1) == [200, 200]
    figures.at_least("wrong tokens", statuses.total(), many)
    figures.at_most("of these accepted", statuses[200], 0)
    figures.at_most(
        "of these answered neither 401 nor (where no header may hold them) 400",
        statuses.total() - statuses[401] - statuses[400],
        0,
    )
    assert statuses[401] > 0.98 * many
    assert receiver.kept() == [1, 2]


def test_a_burst_of_wrong_tokens_slows_down_its_own_source_alone(
    length: Length, figures: Figures, tmp_path: Path
) -> None:
    many, limits = length.of(300, 3000), Limits()
    noise = request(visit(), token="wrong", headers={"X-Forwarded-For": "203.0.113.9"})
    with receiving(tmp_path / "data") as receiver:
        statuses = Counter[int]()
        seconds = seconds_of(lambda: statuses.update(send_all(receiver.port, [noise] * many, 50)))
        a_second = (many - limits.wrong_tokens_at_once - 1) / seconds
        honest = [request(visit(one), headers={"X-Forwarded-For": "203.0.113.9"}) for one in range(1, 101)]
        assert set(send_all(receiver.port, honest, 50)) == {200}
    figures.at_least("wrong tokens of one source in a burst, answered 401", statuses[401], many)
    figures.at_most("of these answered a second, after the first 60", round(a_second), limits.wrong_tokens_per_s, "/s")
    assert len(receiver.kept()) == 100


@pytest.mark.skipif(sys.platform != "linux", reason="gnome-keyring and D-Bus are Linux's")
def test_rotations_under_load_lose_nothing(
    length: Length, figures: Figures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.credentials.secret_service import BUS, gnome_keyring  # noqa: PLC0415 - Linux alone

    monkeypatch.setattr(keyring.core, "_keyring_backend", SecretServiceKeyring())  # type: ignore[no-untyped-call]
    home = tmp_path / "keyring"
    home.mkdir()
    with gnome_keyring(home, monkeypatch):
        credentials = Credentials({}, SessionVault(), KeyringVault())
        credentials.write(SecretName.RECEIVER_TOKEN, TOKEN)
        with receiving(tmp_path / "data", token=None, **{BUS: os.environ[BUS]}) as receiver:
            times = length.of(1, 15)
            statuses = asyncio.run(Rotation(receiver.port, credentials).turn(times))
    figures.at_least("rotations by another process in a real keyring", times, length.of(1, 15))
    figures.at_least("visits sent meanwhile", statuses.total(), length.of(100, 5000))
    figures.at_most("of these not answered 200", statuses.total() - statuses[200] - length.of(statuses[503], 0), 0)
    assert len(set(receiver.kept()) - {0}) == statuses[200]


class Rotation:
    """Senders that send without end, while the token that they use is changed under them.

    Args:
        credentials: those that the receiver reads, in another process.
    """

    def __init__(self, port: int, credentials: Credentials) -> None:
        self._port, self._credentials = port, credentials
        self._token = TOKEN
        self._numbers = itertools.count(1)
        self._sent = [asyncio.Event() for _ in range(SENDERS)]
        self._is_over = False
        self._statuses: Counter[int] = Counter()

    async def turn(self, times: int) -> Counter[int]:
        """Rotate the token so many times; return how the senders' visits were answered."""
        sending = [asyncio.create_task(self._send(place)) for place in range(SENDERS)]
        for time in range(times):
            old, new = self._token, f"{TOKEN}-{time}"
            await asyncio.to_thread(self._credentials.write, SecretName.RECEIVER_TOKEN_NEXT, new)
            await self._wait_until(new, 200)
            self._token = new
            await self._wait_until_all_sent_again()
            await asyncio.to_thread(self._credentials.write, SecretName.RECEIVER_TOKEN, new)
            await asyncio.to_thread(self._credentials.delete, SecretName.RECEIVER_TOKEN_NEXT)
            await self._wait_until(old, 401)
        self._is_over = True
        await asyncio.gather(*sending)
        return self._statuses

    async def _send(self, place: int) -> None:
        while not self._is_over:
            raw = request(visit(next(self._numbers)), token=self._token)
            self._statuses[await ask(self._port, raw)] += 1
            self._sent[place].set()

    async def _wait_until(self, token: str, status: int) -> None:
        """Wait until a token is answered so. A wrong one beside it has the receiver read what it accepts again."""
        async with asyncio.timeout(DEADLINE):
            while await ask(self._port, request(visit(0), token=token)) != status:
                await ask(self._port, request(visit(0), token="wrong"))

    async def _wait_until_all_sent_again(self) -> None:
        for _ in range(2):  # what comes first may have begun before
            for sent in self._sent:
                sent.clear()
            async with asyncio.timeout(DEADLINE):
                await asyncio.gather(*(sent.wait() for sent in self._sent))
