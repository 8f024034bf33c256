"""What asks a process to end, from outside: signals of POSIX, and events of a console of Windows."""

import asyncio
import signal
import socket
import subprocess
import sys
import threading

import pytest

from tests.carrier.scripted_carrier import Conversation, ScriptedCarrier, says, says_nothing
from tests.cli.ending import CTRL_BREAK, ask, started
from tests.cli.process import DEADLINE, Despacho
from tests.cli.wire import DATE, good_day

FETCH = ("fetch", "--carrier", "ACME", "--date", DATE)
TOKEN = {"DESPACHO_RECEIVER_TOKEN": "a-receiver-token", "DESPACHO_LANGUAGE": "en"}
_CONSOLE_CLOSES, _LOG_OFF, _SHUTDOWN = 2, 5, 6

if sys.platform == "win32":
    REQUESTS = [CTRL_BREAK, _CONSOLE_CLOSES, _SHUTDOWN]
else:
    REQUESTS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

each_request = pytest.mark.parametrize("request_to_end", REQUESTS)


def ended(process: "subprocess.Popen[bytes]") -> tuple[int, str]:
    """Wait for the end of a process; return its exit code, and what it said since it listened."""
    try:
        _, said = process.communicate(timeout=DEADLINE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return process.returncode, said.decode().replace("\r\n", "\n")


@each_request
@pytest.mark.parametrize("command", ["receive", "simulate"])
def test_what_listens_ends_cleanly(despacho: Despacho, command: str, request_to_end: int) -> None:
    with started(despacho.knowing(**TOKEN), command, "--port", "0") as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"http://127.0.0.1:")
        ask(process, request_to_end)
        code, said = ended(process)
    assert code == 0
    assert "Traceback" not in said


@each_request
def test_a_load_that_hangs_ends_at_once(despacho: Despacho, request_to_end: int) -> None:
    with ScriptedCarrier(says_nothing) as carrier:
        asking = despacho.asking(carrier.url, DESPACHO_TIMEOUT_SECONDS="600", DESPACHO_LANGUAGE="en")
        with started(asking, *FETCH) as process:
            carrier.arrived.get(timeout=DEADLINE)
            ask(process, request_to_end)
            assert ended(process) == (130, "Stopped.\n")


@each_request
def test_a_share_that_hangs_ends_at_once(despacho: Despacho, request_to_end: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as relay:
        relay_url = f"nats://127.0.0.1:{relay.getsockname()[1]}"
        secrets = {"DESPACHO_RELAY_USER": "ana", "DESPACHO_RELAY_PASSWORD": "a-password"}
        sharing = despacho.knowing(DESPACHO_RELAY_URL=relay_url, DESPACHO_LANGUAGE="en", **secrets)
        with started(sharing, "sync", "--wait", "600") as process:
            relay.settimeout(DEADLINE)
            connected, _ = relay.accept()
            with connected, connected.makefile("rb") as said:
                connected.sendall(b'INFO {"server_id": "S", "version": "2.10.0", "max_payload": 1048576}\r\n')
                assert said.readline().startswith(b"CONNECT ")  # and now it waits for the answer
                ask(process, request_to_end)
                assert ended(process) == (130, "Stopped.\n")


@pytest.mark.parametrize("ignored", [_LOG_OFF] if sys.platform == "win32" else [signal.SIGINT, signal.SIGHUP])
def test_what_a_process_is_to_ignore_it_ignores(despacho: Despacho, ignored: int) -> None:
    """As a service that any user's log-off is told to; by nohup, or in the background of a shell's script."""
    may_answer = threading.Event()

    async def answer(conversation: Conversation) -> None:
        await asyncio.to_thread(may_answer.wait, DEADLINE)
        await says(200, good_day())(conversation)

    with ScriptedCarrier(answer) as carrier:
        asking = despacho.asking(carrier.url)
        with started(asking, *FETCH, shell="trap '' INT HUP") as process:
            carrier.arrived.get(timeout=DEADLINE)
            ask(process, ignored)
            may_answer.set()
            assert ended(process)[0] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_sigterm_ends_also_what_ignores_ctrl_c(despacho: Despacho) -> None:
    with ScriptedCarrier(says_nothing) as carrier:
        asking = despacho.asking(carrier.url, DESPACHO_TIMEOUT_SECONDS="600", DESPACHO_LANGUAGE="en")
        with started(asking, *FETCH, shell="trap '' INT HUP") as process:
            carrier.arrived.get(timeout=DEADLINE)
            ask(process, signal.SIGTERM)
            assert ended(process) == (130, "Stopped.\n")
