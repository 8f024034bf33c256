"""Messages of the stream, and the addresses of the relay."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.relay.relay_status import checked_servers, servers_of
from app.domain.relay.shared_fact import SharedFact
from app.relay.connection import user_key
from app.relay.messages import MESSAGE_ID, from_token, message_of, read_message, token

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
AT = datetime(2026, 11, 20, tzinfo=UTC)


@given(TEXT)
def test_every_text_is_a_token_and_comes_back(text: str) -> None:
    assert from_token(token(text)) == text
    assert not set(token(text)) & set(" .*>\t\r\n")


@given(TEXT, TEXT, st.binary(max_size=5000))
def test_a_fact_comes_back_from_its_message(carrier: str, desk: str, body: bytes) -> None:
    fact = SharedFact("7_2026_ab", "load", carrier, "origin", "2026-11-20T00:00:00Z", body)
    sent = message_of(fact, "north", desk)
    found = read_message(sent.subject, sent.headers, sent.data, 1, 0, AT)
    assert (found.fact, found.desk) == (fact, desk)
    again = sent.renamed("9")
    assert again.headers[MESSAGE_ID] != sent.headers[MESSAGE_ID]
    assert read_message(again.subject, again.headers, again.data, 1, 0, AT).fact == fact


@given(st.text(), st.dictionaries(st.text(), st.text()), st.binary())
def test_other_messages_are_no_facts(subject: str, headers: dict[str, str], data: bytes) -> None:
    assert read_message(subject, headers, data, 1, 0, AT).fact is None


def test_addresses_get_their_port() -> None:
    checked = checked_servers(" tls://a.example , tls://[::1]:1,nats://127.0.0.1 ")
    assert servers_of(checked) == ("tls://a.example:4222", "tls://[::1]:1", "nats://127.0.0.1:4222")
    assert servers_of(checked_servers(" ")) == ()


@pytest.mark.parametrize("seed", ["", "SU", "SUAMK2FG4MI6UE3BCF3FK3OIQBCEIEZV7NSWFFEW63UXMRLFM2XLAXK4GY", "ñ", "UAAA"])
def test_what_is_no_seed_is_refused(seed: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of several functions
        user_key(seed)
