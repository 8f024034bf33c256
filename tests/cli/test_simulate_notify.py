"""`despacho simulate --notify`: the demo carrier sends notifications, as a process of its own."""

import re
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trustme

from tests.cli.process import DEADLINE, Despacho
from tests.demo.receiver import Receiver

TOKEN = "cabecera.contenido.firma"
URL = "http://127.0.0.1:9/visitas"
COUNTS = re.compile(
    r"Notifications: (\d+) delivered, (\d+) refused, (\d+) given up, (\d+) cut off at the end; "
    r"(\d+) retries\."
)

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


@contextmanager
def notifying(despacho: Despacho, receiver: Receiver, *more: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run the demo carrier with a day whose visits close within half a minute, notifying this receiver.

    What closes before it is ready is not notified: on a slow machine that may be the visits of whole seconds.
    """
    day = ("--carrier", "A", "--shipments", "400", "--per-minute", "600")
    strict = despacho.knowing(PYTHONWARNINGS="always::ResourceWarning")  # reports what is left open
    with strict.start("simulate", "--port", "0", "--notify", receiver.url, *day, *more) as process:
        try:
            yield process
        finally:
            process.kill()


def end(process: "subprocess.Popen[bytes]", stop: signal.Signals = signal.SIGTERM) -> tuple[list[str], list[int]]:
    """End it, check its exit code, and return its messages and its final counts."""
    process.send_signal(stop)
    out, said = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0, said
    assert re.fullmatch(rb"http://127\.0\.0\.1:\d+\n", out)
    assert TOKEN not in said.decode()
    first, *between, last = said.decode().splitlines()
    assert first.startswith("The demo carrier is running.")
    counts = COUNTS.fullmatch(last)
    assert counts, last
    return between, list(map(int, counts.groups()))


@on_posix
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_closings_are_notified_and_counted_at_the_end(despacho: Despacho, stop: signal.Signals) -> None:
    with Receiver() as receiver, notifying(despacho, receiver, "--token", TOKEN) as process:
        requests = receiver.wait_for(5)
        between, (delivered, *others, _, retried) = end(process, stop)
    assert {request.headers["Authorization"] for request in requests} == {f"Bearer {TOKEN}"}
    assert 1 <= delivered <= len(receiver.arrived)
    assert (between, others, retried) == ([], [0, 0], 0)


@on_posix
def test_the_token_may_come_from_the_environment(despacho: Despacho) -> None:
    knowing = despacho.knowing(DESPACHO_RECEIVER_TOKEN=TOKEN)
    with Receiver() as receiver, notifying(knowing, receiver) as process:
        [request, *_] = receiver.wait_for(1)
        end(process)
    assert request.headers["Authorization"] == f"Bearer {TOKEN}"


@on_posix
def test_what_hangs_is_cut_off_at_the_end(despacho: Despacho) -> None:
    with Receiver("hang") as receiver, notifying(despacho, receiver, "--token", TOKEN) as process:
        receiver.wait_for(5)
        between, (delivered, refused, given_up, cut_off, _) = end(process)
    assert (between, delivered, refused, given_up) == ([], 0, 0, 0)
    assert cut_off >= 5


@on_posix
def test_refused_notifications_are_reported_one_by_one(despacho: Despacho) -> None:
    with Receiver(401) as receiver, notifying(despacho, receiver, "--token", TOKEN) as process:
        receiver.wait_for(3)
        between, (_, refused, *_) = end(process)
    assert len(between) == refused > 0
    assert all(line.endswith("was refused, and is not notified again: status 401.") for line in between)


@on_posix
def test_a_receiver_with_an_authority_that_the_system_knows_is_trusted(despacho: Despacho, tmp_path: Path) -> None:
    authority, served = trustme.CA(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(served)
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    with (
        Receiver(tls=served) as receiver,
        notifying(despacho.knowing(SSL_CERT_FILE=str(tmp_path / "ca.pem")), receiver, "--token", TOKEN) as process,
    ):
        assert receiver.wait_for(1)
        assert end(process)[0] == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--token", TOKEN), "--token needs --notify URL"),
        (("--carrier", "A"), "--carrier needs --notify URL"),
        (("--notify", URL), "--notify needs the receiver's token"),
        (("--notify", "127.0.0.1:9", "--token", TOKEN), "unlike “127.0.0.1:9”"),
        (("--notify", URL, "--token", "a b"), "token must be letters, digits and signs"),
        (("--notify", URL, "--token", TOKEN, "--carrier", " "), "“ ” is not a carrier code"),
        (("--notify", URL, "--token", TOKEN, "--carrier", "VACIA"), "carrier VACIA has no visits to notify"),
    ],
)
def test_invalid_notifying_options_are_reported_before_it_listens(
    despacho: Despacho, arguments: tuple[str, ...], words: str
) -> None:
    ended = despacho.run("simulate", "--port", "0", *arguments)
    assert (ended.code, ended.out) == (2, b"")
    assert words in ended.said
    assert TOKEN not in ended.said


def test_a_token_in_the_environment_alone_changes_nothing(despacho: Despacho) -> None:
    ended = despacho.knowing(DESPACHO_RECEIVER_TOKEN=TOKEN).run("simulate", "--shipments", "0")
    assert (ended.code, "1 to 500000" in ended.said) == (2, True)
