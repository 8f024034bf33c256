"""Where a secret comes from, what is kept of it, and what is said where it lacks."""

import logging
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.credentials.credentials import Credentials, SessionVault, Source
from app.credentials.keyring_vault import KeyringVault
from app.credentials.secret_values import LONGEST_SECRET
from app.domain.access.credentials import (
    RELAY_SECRETS,
    CarrierCredentials,
    RelayCredentials,
    SecretName,
    digest,
)
from app.domain.errors import (
    CredentialsElsewhereError,
    CredentialsMissingError,
    KeyringLockedError,
    KeyringUnavailableError,
    ServerElsewhereError,
    SettingsError,
)

TOKEN, USER = SecretName.AUTHORIZATION_TOKEN, SecretName.AUTHORIZATION_USER
RECEIVER, NEXT = SecretName.RECEIVER_TOKEN, SecretName.RECEIVER_TOKEN_NEXT
PHRASE = SecretName.HANDOVER_PHRASE
SENT_TO_SERVERS = (*RELAY_SECRETS, SecretName.SMTP_PASSWORD)
Build = Callable[..., Credentials]
ADDRESS, ORIGIN, OTHER = "https://api.example/v1", "https://api.example", "https://other.example"


@pytest.fixture
def in_memory() -> Build:
    """Return what makes credentials of a demo: both vaults forget."""

    def build(**variables: str) -> Credentials:
        return Credentials(variables, SessionVault(), SessionVault())

    return build


@pytest.fixture
def on_this_machine() -> Build:
    """Return what makes credentials on the keyring that there is, or is not."""

    def build(**variables: str) -> Credentials:
        return Credentials(variables, SessionVault(), KeyringVault())

    return build


def test_the_environment_comes_first_then_the_session_then_the_keyring(
    on_this_machine: Build, daemon: SimpleNamespace
) -> None:
    on_this_machine().write(USER, "from keyring")
    credentials = on_this_machine(DESPACHO_AUTHORIZATION_TOKEN="from environment\n")
    assert credentials.status() == {
        TOKEN: Source.ENVIRONMENT,
        USER: Source.KEYRING,
        RECEIVER: Source.NOT_SET,
        NEXT: Source.NOT_SET,
        PHRASE: Source.NOT_SET,
        **dict.fromkeys(SENT_TO_SERVERS, Source.NOT_SET),
    }
    assert credentials.carrier_credentials(ADDRESS) == CarrierCredentials("from environment", "from keyring")
    for name in (TOKEN, USER):
        credentials.write(name, "from session", session_only=True)
    assert credentials.carrier_credentials(ADDRESS) == CarrierCredentials("from environment", "from session")
    assert credentials.status()[USER] is Source.SESSION
    assert on_this_machine().read(USER) == "from keyring"


def test_a_secret_that_is_kept_for_good_takes_the_sessions_place(in_memory: Build) -> None:
    credentials = in_memory()
    credentials.write(TOKEN, "for now", session_only=True)
    credentials.write(TOKEN, "for good")
    assert credentials.read(TOKEN) == "for good"
    assert credentials.status()[TOKEN] is Source.KEYRING


def test_an_empty_variable_is_as_good_as_none(in_memory: Build) -> None:
    credentials = in_memory(DESPACHO_RECEIVER_TOKEN="")
    assert credentials.read(RECEIVER) is None
    assert set(credentials.status().values()) == {Source.NOT_SET}


def test_a_receivers_token_is_known_by_its_digest(in_memory: Build) -> None:
    credentials = in_memory(DESPACHO_RECEIVER_TOKEN="old")
    credentials.write(NEXT, "Bearer a-new-token-of-it\r\n")
    assert credentials.read(RECEIVER) == digest(b"old")
    assert credentials.read(NEXT) == digest(b"a-new-token-of-it")
    assert credentials.weakness(NEXT) is None


@pytest.mark.parametrize("name", [RECEIVER, NEXT])
def test_a_receivers_token_that_others_could_guess_is_refused_and_one_of_the_environment_is_used(
    name: SecretName, in_memory: Build
) -> None:
    credentials = in_memory()
    with pytest.raises(SettingsError, match=f"^{name} is too short: with fewer than 16 characters") as refused:
        credentials.write(name, "sEcReT")
    assert "sEcReT" not in str(refused.value)
    assert credentials.read(name) is None
    given = in_memory(**{name.variable: "sEcReT\n"})
    assert given.read(name) == digest(b"sEcReT")
    assert given.weakness(name) == refused.value.user_message
    assert in_memory(**{name.variable: "another-Token-8310\n"}).weakness(name) is None
    assert in_memory(**{TOKEN.variable: "x"}).weakness(TOKEN) is None


def test_a_variable_that_cannot_be_used_is_named_and_not_repeated(in_memory: Build) -> None:
    with pytest.raises(SettingsError, match=r"^authorization-user contains characters") as raised:
        in_memory(DESPACHO_AUTHORIZATION_USER="sEcRéT").read(USER)
    assert "sEcR" not in str(raised.value)


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ((), "authorization-token, authorization-user"),
        ((TOKEN,), "authorization-user"),
        ((USER,), "authorization-token"),
    ],
)
def test_missing_credentials_are_named_with_the_way_to_set_them(
    given: tuple[SecretName, ...], missing: str, in_memory: Build
) -> None:
    credentials = in_memory()
    for name in given:
        credentials.write(name, "sEcReT")
    with pytest.raises(CredentialsMissingError) as raised:
        credentials.carrier_credentials(ADDRESS)
    commands = "; ".join(f"despacho credentials set {name}" for name in missing.split(", "))
    assert str(raised.value) == f"Not set yet: {missing}. Enter what is missing. Run: {commands}"


def test_a_value_that_cannot_be_used_changes_nothing(in_memory: Build) -> None:
    credentials = in_memory()
    credentials.write(TOKEN, "good")
    with pytest.raises(SettingsError):
        credentials.write(TOKEN, "contraseña")
    assert credentials.read(TOKEN) == "good"


def test_a_secret_is_deleted_from_the_session_and_the_keyring_at_once(in_memory: Build) -> None:
    credentials = in_memory()
    credentials.write(TOKEN, "for good")
    credentials.write(TOKEN, "for now", session_only=True)
    assert credentials.delete(TOKEN)
    assert credentials.read(TOKEN) is None
    assert not credentials.delete(TOKEN)


def test_without_a_keyring_the_environment_and_the_session_do(on_this_machine: Build, no_keyring: Path) -> None:
    credentials = on_this_machine(DESPACHO_AUTHORIZATION_TOKEN="token")
    with pytest.raises(KeyringUnavailableError):
        credentials.carrier_credentials(ADDRESS)
    with pytest.raises(KeyringUnavailableError):
        credentials.write(USER, "ana")
    with pytest.raises(KeyringUnavailableError):
        credentials.delete(USER)
    credentials.write(USER, "ana", session_only=True)
    assert credentials.carrier_credentials(ADDRESS) == CarrierCredentials("token", "ana")
    assert credentials.status() == {
        TOKEN: Source.ENVIRONMENT,
        USER: Source.SESSION,
        RECEIVER: Source.NOT_SET,
        NEXT: Source.NOT_SET,
        PHRASE: Source.NOT_SET,
        **dict.fromkeys(SENT_TO_SERVERS, Source.NOT_SET),
    }
    assert credentials.delete(USER)
    assert list(no_keyring.rglob("*")) == []


def test_a_locked_keyring_does_not_say_what_is_set(on_this_machine: Build, daemon: SimpleNamespace) -> None:
    credentials = on_this_machine(DESPACHO_AUTHORIZATION_USER="ana")
    credentials.write(TOKEN, "token")
    daemon.lock()
    assert credentials.status() == {
        TOKEN: Source.LOCKED,
        USER: Source.ENVIRONMENT,
        RECEIVER: Source.LOCKED,
        NEXT: Source.LOCKED,
        PHRASE: Source.LOCKED,
        **dict.fromkeys(SENT_TO_SERVERS, Source.LOCKED),
    }
    with pytest.raises(KeyringLockedError):
        credentials.carrier_credentials(ADDRESS)


def test_a_keyring_that_does_not_answer_is_asked_once_for_the_whole_status(daemon: SimpleNamespace) -> None:
    asked = []

    class Counting(KeyringVault):
        def read(self, name: SecretName) -> str | None:
            asked.append(name)
            return super().read(name)

    daemon.lock()
    Credentials({}, SessionVault(), Counting()).status()
    assert asked == [TOKEN]


@pytest.mark.parametrize("name", [TOKEN, RECEIVER])
def test_what_somebody_else_put_into_the_keyring_is_not_used(
    name: SecretName, on_this_machine: Build, daemon: SimpleNamespace
) -> None:
    KeyringVault().write(name, "sEcReT\r\nX: 1")
    with pytest.raises(CredentialsMissingError, match=f"value of {name} in the keyring cannot be used") as raised:
        on_this_machine().read(name)
    assert "sEcReT" not in str(raised.value)
    assert f"despacho credentials set {name}" in str(raised.value)


def test_no_secret_is_in_what_is_shown_of_the_objects_that_hold_it(in_memory: Build) -> None:
    session, keyring = SessionVault(), SessionVault()
    credentials = Credentials({USER.variable: "sEcReT"}, session, keyring)
    credentials.write(TOKEN, "sEcReT")
    for shown in (credentials, session, keyring, credentials.carrier_credentials(ADDRESS), credentials.status()):
        assert "sEcReT" not in repr(shown) + str(shown)


def test_the_keyring_holds_a_receivers_digest_and_never_the_token(
    on_this_machine: Build, daemon: SimpleNamespace
) -> None:
    on_this_machine().write(RECEIVER, "sEcReT-token-0123")
    kept = str(KeyringVault().read(RECEIVER))
    assert kept == digest(b"sEcReT-token-0123")
    assert "sEcReT" not in kept


@pytest.mark.parametrize("session_only", [False, True])
def test_kept_credentials_go_to_the_origin_that_they_were_entered_for(
    session_only: bool, on_this_machine: Build, daemon: SimpleNamespace
) -> None:
    credentials = on_this_machine()
    for name, secret in ((TOKEN, "token"), (USER, "ana")):
        credentials.write(name, secret, address=ADDRESS, session_only=session_only)
    assert credentials.carrier_credentials(f"{ORIGIN}:443/v2") == CarrierCredentials("token", "ana")
    for address in (OTHER, f"{ORIGIN}:8443", "http://api.example", "https://api.example.evil.example"):
        with pytest.raises(CredentialsElsewhereError, match=f"entered for {ORIGIN}, so they are not sent to {address}"):
            credentials.carrier_credentials(address)
    credentials.confirm(OTHER)
    assert credentials.carrier_credentials(OTHER) == CarrierCredentials("token", "ana")
    assert credentials.origin_of_kept(USER) == OTHER
    with pytest.raises(CredentialsElsewhereError):
        credentials.carrier_credentials(ADDRESS)


def test_one_secret_for_another_origin_is_enough_to_send_none(in_memory: Build) -> None:
    credentials = in_memory()
    credentials.write(TOKEN, "token", address=OTHER)
    credentials.write(USER, "ana", address=ADDRESS)
    with pytest.raises(CredentialsElsewhereError):
        credentials.carrier_credentials(OTHER)


def test_what_an_older_version_kept_is_bound_to_the_address_in_force_once(
    on_this_machine: Build, daemon: SimpleNamespace, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for name, secret in ((TOKEN, "sEcReT"), (USER, "ana")):
        KeyringVault().write(name, secret)
    for _ in range(2):
        assert on_this_machine().carrier_credentials(ADDRESS) == CarrierCredentials("sEcReT", "ana")
    said = "had no address and is from now on sent to https://api.example only"
    assert caplog.messages == [f"{name} {said}" for name in (TOKEN, USER)]
    with pytest.raises(CredentialsElsewhereError):
        on_this_machine().carrier_credentials(OTHER)


def test_what_an_older_version_kept_is_used_even_if_it_is_too_long_for_an_address(
    in_memory: Build, caplog: pytest.LogCaptureFixture
) -> None:
    credentials, long = in_memory(), "x" * LONGEST_SECRET
    for name in (TOKEN, USER):
        credentials.write(name, long)
    assert credentials.carrier_credentials(ADDRESS) == CarrierCredentials(long, long)
    assert caplog.messages == [
        f"{name} is too long to be kept with the address that it is for" for name in (TOKEN, USER)
    ]


def test_the_test_of_another_address_binds_nothing_to_it_and_sends_nothing_there(in_memory: Build) -> None:
    credentials = in_memory()
    for name in (TOKEN, USER):
        credentials.write(name, "kept")
    with pytest.raises(CredentialsElsewhereError, match="entered for no address yet"):
        credentials.carrier_credentials(OTHER, "")
    with pytest.raises(CredentialsElsewhereError, match=f"entered for {ORIGIN}"):
        credentials.carrier_credentials(OTHER, ADDRESS)
    assert credentials.carrier_credentials(ADDRESS) == CarrierCredentials("kept", "kept")


def test_what_the_environment_gives_goes_to_the_address_in_force(in_memory: Build) -> None:
    credentials = in_memory(DESPACHO_AUTHORIZATION_TOKEN="token", DESPACHO_AUTHORIZATION_USER="ana")
    for address in (ADDRESS, OTHER):
        assert credentials.carrier_credentials(address) == CarrierCredentials("token", "ana")
    credentials.confirm(OTHER)
    with pytest.raises(CredentialsElsewhereError):
        credentials.carrier_credentials(OTHER, ADDRESS)


RELAY, MORE = "tls://a.example:4222,tls://b.example:4222", "tls://a.example:4222,tls://c.example:4222"


def test_the_relays_secrets_are_sent_to_the_servers_alone_that_they_were_entered_for(
    on_this_machine: Build, daemon: SimpleNamespace
) -> None:
    credentials = on_this_machine()
    credentials.write(SecretName.RELAY_USER, "ana", address=RELAY)
    credentials.write(SecretName.RELAY_PASSWORD, "secret", address=RELAY)
    assert credentials.relay_credentials(RELAY) == RelayCredentials("ana", "secret")
    assert credentials.relay_credentials("tls://b.example:4222") == RelayCredentials("ana", "secret")
    with pytest.raises(ServerElsewhereError, match=r"relay-user was entered for tls://a\.example"):
        credentials.relay_credentials(MORE)
    credentials.write(SecretName.RELAY_USER, "ana", address=MORE)
    with pytest.raises(ServerElsewhereError, match="relay-password"):
        credentials.relay_credentials(MORE)


def test_a_relays_secret_that_was_entered_before_there_was_one_is_bound_to_the_first(
    on_this_machine: Build, daemon: SimpleNamespace
) -> None:
    credentials = on_this_machine()
    credentials.write(SecretName.RELAY_NKEY, "SUX")
    assert credentials.relay_credentials(RELAY) == RelayCredentials(nkey="SUX")
    with pytest.raises(ServerElsewhereError):
        credentials.relay_credentials(MORE)
    assert on_this_machine(DESPACHO_RELAY_NKEY="SUY").relay_credentials(MORE) == RelayCredentials(nkey="SUY")


def test_what_is_given_of_a_relays_secrets_is_taken_as_it_would_be_once_it_is_kept(
    on_this_machine: Build, daemon: SimpleNamespace
) -> None:
    user, password, nkey = RELAY_SECRETS
    credentials = on_this_machine()
    credentials.write(user, "ana", address=RELAY)
    credentials.write(password, "secret", address=RELAY)
    assert credentials.relay_credentials(RELAY, {nkey: "SUX"}) == RelayCredentials("ana", "secret")
    assert credentials.relay_credentials(MORE, {user: "", password: "", nkey: "SUX"}) == RelayCredentials(nkey="SUX")
    assert credentials.relay_credentials(RELAY, {password: ""}) == RelayCredentials("ana")
    by_administrator = on_this_machine(DESPACHO_RELAY_USER="luis")
    assert by_administrator.relay_credentials(RELAY, {user: "ana"}).user == "luis"


def test_without_a_keyring_a_relays_nkey_of_this_session_is_used(on_this_machine: Build, no_keyring: Path) -> None:
    credentials = on_this_machine()
    credentials.write(SecretName.RELAY_NKEY, "SUX", address=RELAY, session_only=True)
    assert credentials.relay_credentials(RELAY) == RelayCredentials(nkey="SUX")


def test_the_password_of_a_mail_server_is_for_the_one_alone_that_it_was_entered_for(
    on_this_machine: Build, daemon: SimpleNamespace
) -> None:
    credentials = on_this_machine()
    with pytest.raises(CredentialsMissingError, match="smtp-password"):
        credentials.smtp_password("mail.example:587")
    credentials.write(SecretName.SMTP_PASSWORD, "secret", address="mail.example:587")
    assert credentials.smtp_password("mail.example:587") == "secret"
    with pytest.raises(ServerElsewhereError, match=r"smtp-password was entered for mail\.example:587"):
        credentials.smtp_password("mail.example:25")
    assert on_this_machine(DESPACHO_SMTP_PASSWORD="given").smtp_password("mail.example:25") == "given"
