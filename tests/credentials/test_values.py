"""What is taken for a secret, and what of it is kept."""

import hashlib
from base64 import b64encode
from random import Random
from uuid import UUID

import pytest

from app.credentials.secret_values import LONGEST_SECRET, bound, is_kept_shape, to_keep, unbound, weakness
from app.domain.access.credentials import SecretName
from app.domain.errors import SettingsError

CARRIER = (SecretName.AUTHORIZATION_TOKEN, SecretName.AUTHORIZATION_USER)
RECEIVER = (SecretName.RECEIVER_TOKEN, SecretName.RECEIVER_TOKEN_NEXT)


@pytest.mark.parametrize("name", CARRIER)
@pytest.mark.parametrize("typed", ["ana 7", "ana 7\n", "ana 7\r\n"])
def test_a_line_break_at_the_end_is_not_part_of_a_secret(name: SecretName, typed: str) -> None:
    assert to_keep(name, typed) == "ana 7"


@pytest.mark.parametrize("name", RECEIVER)
def test_of_a_receivers_token_only_its_digest_is_kept(name: SecretName) -> None:
    token = "eyJhbGciOiJub25lIn0." + "x" * 5000
    assert to_keep(name, token + "\n") == "sha256:" + hashlib.sha256(token.encode()).hexdigest()


@pytest.mark.parametrize("token", ["short-Token-831", "x", "12345678"])
def test_a_token_of_few_characters_is_weak(token: str) -> None:
    assert "too short" in str(weakness(SecretName.RECEIVER_TOKEN, token))


@pytest.mark.parametrize(
    "token",
    [
        *("aaaaaaaaaaaaaaaa", "abababababababab", "1234567890123456", "abcdefghijklmnopqrst", "0987654321098765"),
        *(
            "passwordpassword",
            "receiver-receiver",
            "Bogota2024Bogota2024",
            "tokentokentokentoken!",
            "aaaaaaaabbbbbbbbcd",
        ),
    ],
)
def test_a_token_that_repeats_itself_is_weak(token: str) -> None:
    assert "too simple" in str(weakness(SecretName.RECEIVER_TOKEN, token))


def test_a_random_token_is_not_weak() -> None:
    random = Random(7)
    for _ in range(2000):
        uuid = UUID(int=random.getrandbits(128))
        for token in (str(uuid), uuid.hex, b64encode(random.randbytes(12)).decode(), "eyJhbGciOiJIUzI1NiJ9.e30.c2ln"):
            assert weakness(SecretName.RECEIVER_TOKEN, token) is None, token


@pytest.mark.parametrize("name", SecretName)
@pytest.mark.parametrize("typed", ["", "\n", "\r\n"])
def test_nothing_is_no_secret(name: SecretName, typed: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name} is empty"):
        to_keep(name, typed)


@pytest.mark.parametrize("name", [*CARRIER, *RECEIVER])
@pytest.mark.parametrize(
    "typed",
    [
        "contraseña",
        "sEcReT\tx",
        "sEcReT\nX-Other: 1",
        "sEcReT\n\n",
        "sEcReT\0",
        " sEcReT",
        "sEcReT ",
        " ",
        "\x7f",
        "“sEcReT”",
        "\ud800",
    ],
)
def test_what_no_header_can_carry_is_refused_without_being_repeated(name: SecretName, typed: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name} contains characters that cannot be sent") as refused:
        to_keep(name, typed)
    assert "sEcReT" not in str(refused.value) + repr(refused.value)


@pytest.mark.parametrize("name", CARRIER)
def test_a_secret_may_be_as_long_as_windows_can_keep(name: SecretName) -> None:
    assert to_keep(name, "x" * LONGEST_SECRET) == "x" * LONGEST_SECRET
    with pytest.raises(SettingsError, match=f"^{name} is longer than 1280 characters"):
        to_keep(name, "x" * (LONGEST_SECRET + 1))


@pytest.mark.parametrize("name", CARRIER)
def test_a_secret_is_kept_with_its_origin_as_far_as_windows_can(name: SecretName) -> None:
    origin = "https://api.example:8443"
    longest = "x" * (LONGEST_SECRET - len(origin) - 1)
    kept = bound(name, longest, origin)
    assert (len(kept), unbound(kept)) == (LONGEST_SECRET, (longest, origin))
    assert is_kept_shape(name, kept)
    assert unbound(bound(name, "ana 7", "")) == ("ana 7", "")
    with pytest.raises(SettingsError, match=f"^{name} is longer than {len(longest)} characters"):
        bound(name, longest + "x", origin)


def test_a_foreign_value_is_recognized() -> None:
    assert is_kept_shape(SecretName.AUTHORIZATION_USER, "ana")
    assert not is_kept_shape(SecretName.AUTHORIZATION_USER, "a\r\nb")
    assert not is_kept_shape(SecretName.AUTHORIZATION_USER, "")
    assert not is_kept_shape(SecretName.AUTHORIZATION_USER, "ana\tapi.example")
    assert not is_kept_shape(SecretName.AUTHORIZATION_USER, "ana\thttps://api.example\t")
    assert not is_kept_shape(SecretName.RECEIVER_TOKEN, "the token itself")


def test_a_phrase_is_kept_without_what_gets_lost_when_it_is_told() -> None:
    kept = to_keep(SecretName.HANDOVER_PHRASE, " Luna  LLENA\tsobre Ibagué\n")
    assert kept == "luna llena sobre ibague"
    assert is_kept_shape(SecretName.HANDOVER_PHRASE, kept)
    assert not is_kept_shape(SecretName.HANDOVER_PHRASE, "Luna llena sobre Ibagué")
    with pytest.raises(SettingsError, match="at least 10 characters") as refused:
        to_keep(SecretName.HANDOVER_PHRASE, "luna   llen")
    assert "luna" not in str(refused.value)


@pytest.mark.parametrize("before", ["Bearer ", "bearer\t", "Authorization: Bearer "])
def test_a_token_may_be_entered_with_its_scheme(before: str) -> None:
    for name in (*RECEIVER, SecretName.AUTHORIZATION_TOKEN):
        assert to_keep(name, f"{before}eyJhbGciOiJIUzI1NiJ9.x\n") == to_keep(name, "eyJhbGciOiJIUzI1NiJ9.x")
    assert to_keep(SecretName.AUTHORIZATION_USER, "Bearer of news") == "Bearer of news"
