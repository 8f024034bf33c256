"""Ctrl+C, and progress on a terminal."""

import signal
import sys

import pytest

from tests.carrier.scripted_carrier import Conversation, ScriptedCarrier, says, says_nothing
from tests.cli.process import DEADLINE, Despacho
from tests.cli.terminals import read_until, terminal
from tests.cli.wire import DATE, body, good_day, manifest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of POSIX")

FETCH = ("fetch", "--carrier", "ACME", "--date", DATE)


async def stops_in_the_middle(conversation: Conversation) -> None:
    await conversation.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + good_day()[:-5])
    await conversation.until_gone()


@pytest.mark.parametrize("script", [says_nothing, stops_in_the_middle])
def test_ctrl_c_ends_a_load_that_hangs_at_once_and_loses_nothing(loaded: Despacho, script: object) -> None:
    before = loaded.run("export", "shipments", "--date", DATE, "--format", "json")
    with ScriptedCarrier(script) as carrier:  # type: ignore[arg-type]
        asking = loaded.asking(carrier.url, DESPACHO_TIMEOUT_SECONDS="600")
        with asking.start(*FETCH) as process:
            carrier.arrived.get(timeout=DEADLINE)
            process.send_signal(signal.SIGINT)
            out, said = process.communicate(timeout=DEADLINE)
    assert (process.returncode, out, said) == (130, b"", b"Stopped.\n")
    assert loaded.run("export", "shipments", "--date", DATE, "--format", "json") == before
    with ScriptedCarrier(says(200, good_day())) as carrier:
        assert loaded.asking(carrier.url).run(*FETCH).code == 0


def test_a_terminal_shows_progress_and_standard_output_has_only_the_result(despacho: Despacho) -> None:
    with terminal() as (ours, theirs), ScriptedCarrier(says(503), stops_in_the_middle) as carrier:
        asking = despacho.asking(carrier.url)
        with asking.start(*FETCH, stderr=theirs) as process:
            shown = read_until(ours, b"so far")
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=DEADLINE)
        shown += read_until(ours, b"Stopped.")
    assert (process.returncode, out) == (130, b"")
    asked, failed, received = (shown.index(words) for words in (b"Asking", b"Attempt 1 of 4", b"shipments so far"))
    assert asked < failed < received
    assert shown.endswith((b" \rStopped.\r\n", b" \rStopped."))
    assert b"\x1b" not in shown  # not every console of Windows knows these sequences


def test_ctrl_c_ends_an_export_into_a_full_pipe(despacho: Despacho) -> None:
    many = [{"numero": str(number), "destinatario": "x" * 1000} for number in range(200)]  # more than a pipe holds
    with ScriptedCarrier(says(200, body(manifest(*many)))) as carrier:
        assert despacho.asking(carrier.url).run(*FETCH).code == 0
    with despacho.start("export", "shipments", "--date", DATE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(DEADLINE) == 130
        assert process.stderr.read() == b"Stopped.\n"
