"""The other side of a test: a receiver that gives its proof, and whatever may stand in its place."""

import json
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from app.domain.reception.probing import Diagnosis, Probe
from app.url_check.check import check
from tests.carrier.scripted_carrier import DEADLINE, Conversation, Script, ScriptedCarrier

PATH = "/visitas"


def answers(status: int, body: bytes | str = b"", headers: Mapping[str, str] | None = None) -> Script:
    """Take the whole request, answer, hang up."""

    async def script(conversation: Conversation) -> None:
        await read_body(conversation)
        content = body.encode() if isinstance(body, str) else body
        lines = [f"HTTP/1.1 {status} Said", f"Content-Length: {len(content)}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        await conversation.send("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + content)

    return script


def proves(probe: Probe, status: int = 200, /, **said: object) -> Script:
    """Answer as the receiver of the desk that made the probe."""
    document = {"status": "probe", "proof": probe.proof, "authorization": True, "path": True, **said}
    return answers(status, json.dumps(document), {"Content-Type": "application/json"})


async def read_body(conversation: Conversation) -> bytes:
    return await conversation.reader.readexactly(int(conversation.headers["content-length"]))


def ask(server: ScriptedCarrier, probe: Probe | None = None, timeout: float = DEADLINE) -> Diagnosis:
    """Test a server on loopback as the desk tests its own receiver."""
    return check(server.url + PATH, probe or Probe.new(), is_public=False, timeout=timeout)


def answered(script: Script, probe: Probe | None = None) -> Diagnosis:
    """Test a server that does just this."""
    with ScriptedCarrier(script) as server:
        return ask(server, probe)


@contextmanager
def refusing_port() -> Iterator[int]:
    """Give a port that is held by a socket which takes no connections."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]
