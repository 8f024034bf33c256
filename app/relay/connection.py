"""A connection to one of the relay's servers. It does not connect again by itself: its owner starts anew."""

import asyncio
import json
import os
import re
import ssl
from base64 import b32decode, b32encode, b64encode
from binascii import crc_hqx
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, NoReturn
from urllib.parse import urlsplit

import nats.errors
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nats.aio.client import Client

from app.domain.access.credentials import RelayCredentials
from app.domain.errors import AppError, RelayError, RelayRefusedError, SettingsError
from app.domain.relay.relay_status import is_encrypted
from app.domain.texts import Text
from app.net.trust import CertificateFault, authority_trust, certificate_fault, system_trust
from app.relay.messages import token

_UNREACHABLE = Text("Relay", "The relay {server} cannot be reached ({reason}). Despacho keeps trying.")
SLOW = Text("Relay", "The relay {server} does not answer. Despacho keeps trying.")
_LOST = Text("Relay", "The connection to the relay {server} was lost. Despacho connects again.")
_REFUSED = Text(
    "Relay",
    "The relay {server} refuses the credentials. Enter relay-user and relay-password, or relay-nkey, as its "
    "administrator gave them to you.",
    command="despacho credentials set relay-password",
)
_DENIED = Text(
    "Relay",
    "The relay's credentials do not permit to use {what}. The setting desk must be the name that the relay's "
    "administrator gave this desk; if it is, ask for other credentials.",
    command="despacho settings set desk NAME",
)
_UNENCRYPTED = Text("Relay", "The relay {server} does not offer encryption, so nothing was sent to it.")
_CERTIFICATES = {
    CertificateFault.NOT_NOW: Text(
        "Relay", "The certificate of the relay {server} is not valid at this time. Check this computer's clock."
    ),
    CertificateFault.OTHER_NAME: Text("Relay", "The certificate of the relay is not for {server}."),
    CertificateFault.UNKNOWN_ISSUER: Text(
        "Relay",
        "This computer does not trust the certificate of the relay {server}. Install that of its authority on this "
        "computer.",
    ),
    CertificateFault.OTHER: Text("Relay", "The certificate of the relay {server} cannot be used."),
}
NO_STREAM = Text(
    "Relay",
    "The relay has no stream for the site “{site}” yet, or it was deleted. A receiver creates it when it starts: "
    "despacho receive --relay",
)
FULL = Text(
    "Relay",
    "The relay cannot store more ({reason}). Its administrator must give it more disk or a larger limit. What was not "
    "published is kept here, and is published then.",
)
NO_JETSTREAM = Text("Relay", "JetStream is not enabled on the relay, or not for these credentials.")
UNEXPECTED = Text("Relay", "The relay answered with an error: {reason}. Despacho keeps trying.")
_DENIED_WORDS = re.compile(r'Permissions Violation for .*"(?P<what>[^"]*)"', re.IGNORECASE)
_RANDOM = re.compile(r"\.\w{22}\.\*$")  # in the subject of an inbox
_REFUSED_WORDS = ("authorization violation", "authentication", "revoked")
ANSWER_SECONDS = 5.0
"""How long an answer may take."""
_CLOSE_SECONDS = 1.0
_PING_SECONDS = 10
_QUOTED = re.compile(r'"([^"]+)"')
_INBOX = "_INBOX"
_NOT_AN_NKEY = Text("Error", "relay-nkey is no seed of a user: it begins with SU and has 58 letters. Enter it again.")
_NO_SERVERS = Text("Error", "The setting relay_url names no server.")
_NO_AUTHORITY = Text(
    "Error", "The file of the setting relay_ca_file, {file}, holds no certificate that can be read ({reason})."
)


_SEED_BYTES = 36  # two of prefix, the seed, two of checksum
_USER = bytes([20 << 3])  # `U`, as five bits


@dataclass(frozen=True)
class UserKey:
    """The key of one user: its public half, and what returns the signature of a text, in base64."""

    public: str
    sign: Callable[[str], bytes] = field(repr=False)


def user_key(seed: str) -> UserKey:
    """Return the key of a seed, which begins with `SU`.

    Raises:
        ValueError: it is no seed of a user, or a letter of it is wrong.
    """
    raw = b32decode(seed + "=" * (-len(seed) % 8))
    if not seed.startswith("SU") or len(raw) != _SEED_BYTES or _checksum(raw[:-2]) != raw[-2:]:
        raise ValueError("no seed of a user")
    private = Ed25519PrivateKey.from_private_bytes(raw[2:-2])
    key = _USER + private.public_key().public_bytes_raw()
    public = b32encode(key + _checksum(key)).decode().rstrip("=")
    return UserKey(public, lambda text: b64encode(private.sign(text.encode())))


def _checksum(data: bytes) -> bytes:
    return crc_hqx(data, 0).to_bytes(2, "little")


class DeniedError(RelayRefusedError):
    """The credentials are right, but do not permit to use a subject."""


class UnencryptedError(nats.errors.Error):
    """The server does not offer TLS where it must; nothing was sent."""


_TEXTS = {
    UnencryptedError: _UNENCRYPTED,
    nats.errors.NoRespondersError: NO_JETSTREAM,
    nats.errors.ConnectionClosedError: _LOST,
    nats.errors.StaleConnectionError: _LOST,
    TimeoutError: SLOW,
}


@contextmanager
def relay_failures(server: str) -> Iterator[None]:
    """Raise failures of the connection to a server as errors with a sentence.

    Raises:
        RelayError, RelayRefusedError: for what the block raised.
    """
    try:
        yield
    except (OSError, EOFError, nats.errors.Error) as error:  # a time-out is an OSError
        raise relay_error(error, server) from error


def relay_error(error: BaseException, server: str) -> AppError:
    """Return a failure of the connection with its sentence."""
    reason = str(error).removeprefix("nats: ").strip("' ")
    if isinstance(error, ConnectionError) and error.errno:  # asyncio writes the address into it once more
        reason = os.strerror(error.errno)
    if denied := _DENIED_WORDS.search(reason):
        what = _RANDOM.sub("", denied["what"])
        return DeniedError(_DENIED.filled(what=what))
    if isinstance(error, nats.errors.Error) and any(word in reason.lower() for word in _REFUSED_WORDS):
        return RelayRefusedError(_REFUSED.filled(server=server))
    text = next((text for kind, text in _TEXTS.items() if isinstance(error, kind)), _UNREACHABLE)
    if isinstance(error, ssl.SSLCertVerificationError):
        text = _CERTIFICATES[certificate_fault(error)]
    return RelayError(text.filled(server=server, reason=reason or type(error).__name__))


@dataclass(frozen=True)
class Access:
    """Which servers to use, and as whom.

    Args:
        servers: addresses, as `servers_of` returns them.
        credentials: an nkey, or user and password.
        desk: the name under which the servers know these credentials; empty: answers come where all users read.
        authority: a file with the certificate of the servers' own authority; empty: the system knows it.
    """

    servers: Sequence[str]
    credentials: RelayCredentials = field(repr=False)
    desk: str = ""
    authority: str = ""

    @property
    def inbox(self) -> str:
        """Where answers come: no other desk may read or foresee them."""
        return f"{_INBOX}.{token(self.desk)}" if self.desk else _INBOX

    def trust(self) -> ssl.SSLContext:
        """Return what TLS trusts.

        Raises:
            SettingsError: the authority's certificate cannot be read.
        """
        try:
            return authority_trust(self.authority) if self.authority else system_trust()
        except (OSError, ssl.SSLError) as error:
            reason = getattr(error, "strerror", None) or error
            raise SettingsError(_NO_AUTHORITY.filled(file=self.authority, reason=reason)) from error


class _CarefulClient(Client):
    """A client that sends nothing before the connection is encrypted, where it must be, and always tells its end.

    nats-py 2.16 goes on in the clear where a server, or somebody between, leaves `tls_required` out of its greeting;
    and it ends without a word where the connection is reset while something waits to be sent.
    """

    def __init__(self, *, must_encrypt: bool, nkey: str) -> None:
        super().__init__()
        self._must_encrypt = must_encrypt
        self._nkey = user_key(nkey) if nkey else None

    def _connect_command(self) -> bytes:
        if self._must_encrypt and not self._server_info.get("tls_required"):
            raise UnencryptedError
        if self._nkey is not None:
            self._public_nkey, self._signature_cb = self._nkey.public, self._nkey.sign
        return super()._connect_command()

    async def _close(self, status: int, do_cbs: bool = True) -> None:  # noqa: FBT001 - as nats-py has it
        try:
            await super()._close(status, do_cbs)
        except OSError:
            if do_cbs and self._closed_cb is not None:
                await self._closed_cb()


class Connection:
    """A connection to a server of the relay: asks, and gets answers.

    Nothing else is subscribed to. nats-py 2.16 stops reading for good at a message whose subject or headers it cannot
    decode, and takes a header that anybody can set for a word of the server's.

    Attributes:
        server: its host and port, for messages.
        closed: completes when the connection ended.
    """

    def __init__(self, client: Client, server: str) -> None:
        self.server = server
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._client = client
        self._error: Exception | None = None
        self._denials: dict[str, asyncio.Future[Exception]] = {}  # of subjects that are asked

    async def note_error(self, error: Exception) -> None:
        """Keep why the connection may end; a callback of nats-py, which names a denied subject in small letters."""
        self._error = error
        denied = _QUOTED.search(str(error))
        if denied is None:
            return
        is_inbox = denied[1].startswith(_INBOX.lower())  # then no answer comes to anything
        for subject in list(self._denials) if is_inbox else [denied[1].lower()]:
            waiting = self._denials.pop(subject, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(error)

    async def note_closed(self) -> None:
        """Note that the connection ended; a callback of nats-py."""
        if not self.closed.done():
            self.closed.set_result(None)

    async def raise_when_closed(self) -> NoReturn:
        """Wait for the end of the connection, and raise why it ended."""
        await self.closed
        raise relay_error(self._error or nats.errors.ConnectionClosedError(), self.server)

    @property
    def max_payload(self) -> int:
        """Bytes that a message may have."""
        return self._client.max_payload

    @property
    def is_cluster(self) -> bool:
        """Whether the server is one of several."""
        return bool(self._client._server_info.get("cluster"))  # noqa: SLF001 - nats-py 2.16 has no public name for it

    @property
    def cause(self) -> Exception | None:
        """The last error that the server or the network reported."""
        return self._error

    async def ask(
        self, subject: str, data: bytes = b"", headers: Mapping[str, str] | None = None, seconds: float = ANSWER_SECONDS
    ) -> dict[str, Any]:
        """Send a request to JetStream, and return its answer, which may be an `error`.

        Raises:
            RelayError: no answer came in time; or nothing answers to the subject.
            RelayRefusedError: the credentials do not permit it.
        """
        sent = None if headers is None else dict(headers)
        request = asyncio.ensure_future(self._client.request(subject, data, timeout=seconds, headers=sent))
        denial = self._denials.setdefault(subject.lower(), asyncio.get_running_loop().create_future())
        try:
            await asyncio.wait((request, denial), return_when=asyncio.FIRST_COMPLETED)
            with relay_failures(self.server):
                if not request.done():
                    raise denial.result()
                answer = request.result()
        finally:
            request.cancel()
            request.add_done_callback(lambda one: one.cancelled() or one.exception())  # else asyncio logs it as lost
        found: dict[str, Any] = json.loads(answer.data)
        return found

    async def ask_each(self, subject: str, data: Sequence[bytes], seconds: float) -> list[dict[str, Any] | None]:
        """Send requests at once to a subject that the credentials permit; return the answers that came, in order.

        Raises:
            RelayError: the connection ended.
        """

        async def answer(question: bytes) -> dict[str, Any] | None:
            with suppress(TimeoutError):
                found: dict[str, Any] = json.loads(
                    (await self._client.request(subject, question, timeout=seconds)).data
                )
                return found
            return None

        with relay_failures(self.server):
            return await asyncio.gather(*map(answer, data))


@asynccontextmanager
async def connected(access: Access, name: str) -> AsyncIterator[Connection]:
    """Connect to the first server that can be reached.

    Raises:
        RelayError, RelayRefusedError: for the last server that was tried.
        SettingsError: the nkey or the authority's certificate cannot be used, or there is no server.
    """
    problem: AppError = SettingsError(_NO_SERVERS)
    for address in access.servers:
        try:
            connection, client = await _connect(address, access, name)
        except RelayError as error:
            problem = error
            continue
        try:
            yield connection
        finally:
            await _close(client)
        return
    raise problem


async def _connect(address: str, access: Access, name: str) -> tuple[Connection, Client]:
    credentials = access.credentials
    try:
        client = _CarefulClient(must_encrypt=is_encrypted(address), nkey=credentials.nkey)
    except ValueError:
        raise SettingsError(_NOT_AN_NKEY) from None
    connection = Connection(client, urlsplit(address).netloc)
    has_user = bool(credentials.user) and not credentials.nkey
    trust = access.trust() if is_encrypted(address) else None
    with relay_failures(connection.server):
        try:
            async with asyncio.timeout(2 * ANSWER_SECONDS):
                await client.connect(
                    address,
                    name=name,
                    verbose=True,  # each word is answered: else a server that refuses may hang up before it is read why
                    user=credentials.user if has_user else None,
                    password=credentials.password if has_user else None,
                    tls=trust,
                    tls_hostname=urlsplit(address).hostname if is_encrypted(address) else None,
                    allow_reconnect=False,
                    max_reconnect_attempts=1,
                    reconnect_time_wait=0,
                    connect_timeout=int(ANSWER_SECONDS),
                    ping_interval=_PING_SECONDS,
                    inbox_prefix=access.inbox,
                    error_cb=connection.note_error,
                    closed_cb=connection.note_closed,
                )
            _end_if_cancelled()
        except BaseException as error:
            await _close(client)
            if isinstance(error, (nats.errors.Error, TimeoutError)):
                raise connection.cause or error from error
            raise
    return connection, client


async def _close(client: Client) -> None:
    with suppress(nats.errors.Error, OSError):
        async with asyncio.timeout(_CLOSE_SECONDS):  # asyncio of Python 3.11 waits for ever after a failed handshake
            await client.close()


def _end_if_cancelled() -> None:
    """Raise a cancellation that `wait_for` lost, as it can before Python 3.12."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
