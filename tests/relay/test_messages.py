"""Messages of the stream, and the addresses of the relay."""

import tracemalloc
from base64 import b64encode
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.relay.relay_status import checked_servers, servers_of
from app.domain.relay.shared_fact import SharedFact, origin_of
from app.relay.connection import user_key
from app.relay.messages import from_token, message_of, read_message, token
from tests.relay.hostile_messages import bomb

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
STORED = "2026-11-20T00:00:00.123456789Z"
PROOF = "0" * 32


def stored(subject: str, data: bytes) -> dict[str, Any]:
    """Return a message as the server answers it."""
    return {"seq": 7, "time": STORED, "subject": subject, "data": b64encode(data).decode()}


@given(TEXT)
def test_every_text_is_a_token_and_comes_back(text: str) -> None:
    assert from_token(token(text)) == text
    assert not set(token(text)) & set(" .*>\t\r\n")


@given(
    st.text(st.characters(categories=["L", "N", "Zs"]), max_size=200).filter(str.isprintable), st.binary(max_size=5000)
)
def test_a_fact_comes_back_from_its_message(desk: str, body: bytes) -> None:
    origin, made_at = origin_of(desk, PROOF), "2026-11-20T00:00:00.000000Z"
    fact = SharedFact("7_2026_ab", "load", origin, made_at, body, desk, PROOF)
    sent = message_of(fact, "north")
    found = read_message(stored(sent.subject, sent.data))
    assert (found.fact, found.desk) == (replace(fact, latest="2026-11-20T00:02:00.123456Z"), desk)
    again = sent.renamed("9")
    assert (again.identity, again.data) == ("9", sent.data)


@given(st.text(), st.binary())
def test_other_messages_are_no_facts(subject: str, data: bytes) -> None:
    assert read_message(stored(subject, data)).fact is None
    assert read_message(stored("despacho.north.load.ana", data)).fact is None


def test_what_is_too_large_once_inflated_is_not_inflated_whole() -> None:
    packed = bomb(64)
    tracemalloc.start()
    try:
        assert read_message(stored("despacho.north.load.ana", packed)).fact is None
        assert tracemalloc.get_traced_memory()[1] < 8 * 2**20
    finally:
        tracemalloc.stop()


def test_addresses_get_their_port() -> None:
    checked = checked_servers(" tls://a.example , tls://[::1]:1,nats://127.0.0.1 ")
    assert servers_of(checked) == ("tls://a.example:4222", "tls://[::1]:1", "nats://127.0.0.1:4222")
    assert servers_of(checked_servers(" ")) == ()


@pytest.mark.parametrize("seed", ["", "SU", "SUAMK2FG4MI6UE3BCF3FK3OIQBCEIEZV7NSWFFEW63UXMRLFM2XLAXK4GY", "ñ", "UAAA"])
def test_what_is_no_seed_is_refused(seed: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of several functions
        user_key(seed)
