"""What another user of the same computer can do: take the port or the socket's name, and read files."""

import os
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.bootstrap.instance_server import name_of
from app.bootstrap.single_instance import SingleWindow, StartResult
from app.export.output import file_output
from app.facts.file.opening import FILE_NAME
from app.net.addresses import listening_users, other_user
from app.store.writer import Writer
from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import DEADLINE, Despacho
from tests.credentials.secret_service import BUS, gnome_keyring
from tests.faults.figures import Figures

if os.getuid() != 0:
    pytest.skip("only the administrator of a Linux system can act as another user", allow_module_level=True)

FAULT = "another user of the machine"
NOBODY = 65534
BECOME = """
import encodings.idna, os, socket, sys  # what is imported later may be closed to that user
from http.server import BaseHTTPRequestHandler, HTTPServer
os.setgroups([]); os.setgid(65534); os.setuid(65534)
"""
LIKE_DESPACHO = """
class Answer(BaseHTTPRequestHandler):
    server_version, sys_version = "Despacho", ""
    def do_GET(self):
        self.send_response(int(sys.argv[1]))
        self.send_header("Content-Length", "0")
        self.end_headers()
    def version_string(self):
        return "Despacho"
server = HTTPServer(("127.0.0.1", 0), Answer)
print(server.server_port, flush=True)
server.serve_forever()
"""
TAKE_SOCKET = """
server = socket.socket(socket.AF_UNIX)
os.umask(0)
os.makedirs(os.path.dirname(sys.argv[1]), exist_ok=True)
server.bind(sys.argv[1])
server.listen()
print("listens", flush=True)
while True:
    client = server.accept()[0]
    client.sendall(b"1\\ndone\\n")  # as the window that was raised
"""
READ = """
for path in sys.argv[1:]:
    try:
        open(path, "rb").close()
    except PermissionError:
        continue
    print(path)
"""


@contextmanager
def by_another_user(code: str, *arguments: str) -> Iterator[str]:
    """Run code as another user, and give the first line that it prints."""
    command = [sys.executable, "-c", BECOME + code, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.kill()


def readable(*paths: Path) -> list[str]:
    """Return the files that another user can open."""
    command = [sys.executable, "-c", BECOME + READ, *map(str, paths)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, check=True)
    return ended.stdout.splitlines()


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that all users share, as /tmp is; the tests' own is closed to others."""
    folder = Path(tempfile.mkdtemp(prefix="despacho-test-"))
    folder.chmod(0o1777)
    yield folder
    shutil.rmtree(folder)


def test_the_user_of_the_program_at_a_port_is_known() -> None:
    with socket.create_server(("127.0.0.1", 0)) as ours:
        assert listening_users(ours.getsockname()[1]) == {os.getuid()}
    with by_another_user(LIKE_DESPACHO, "200") as port:
        assert listening_users(int(port)) == {NOBODY}
        assert other_user(int(port)) == "nobody"


def test_a_receiver_says_that_another_user_has_its_port(shared: Path, figures: Figures) -> None:
    with by_another_user(LIKE_DESPACHO, "200") as port:
        ended = Despacho(shared / "data").run("receive", "--port", port)
    assert ended.code == 7
    named = f"Port {port} is taken by a program of another user, nobody, and notifications with your"
    figures.at_least("taken ports that are named as such", named in ended.said, 1)
    assert f'ss -ltnp "sport = :{port}"' in ended.said
    assert "change the token" in ended.said


@pytest.mark.parametrize("status", ["200", "503"])
def test_a_program_of_another_user_that_answers_like_despacho_is_not_taken_for_it(shared: Path, status: str) -> None:
    despacho = Despacho(shared / "data").knowing(DESPACHO_RECEIVER_TOKEN="a-token")
    with by_another_user(LIKE_DESPACHO, status) as port:
        ended = despacho.knowing(DESPACHO_RECEIVER_PORT=port).run("doctor")
    assert f"✕ port: Port {port} is taken by a program of another user, nobody, and" in ended.text


def test_a_socket_that_another_user_made_first_is_not_believed(
    shared: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication, figures: Figures
) -> None:
    """The data is in a folder that all users share, so that the socket would be in one for temporary files."""
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(shared))
    expected = name_of(shared)
    assert expected is not None
    Path(expected).parent.rmdir()
    with by_another_user(TAKE_SOCKET, expected) as said, SingleWindow(shared).acquired():
        assert said == "listens"
        with SingleWindow(shared).acquired() as second:
            figures.at_most("sockets of another user that were believed", second is not StartResult.NO_ANSWER, 0)


def test_another_user_cannot_use_the_socket_of_a_window(
    shared: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    """The data folder is one that its owner lets others read."""
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    folder = shared / "data"
    folder.mkdir(mode=0o755)
    single = SingleWindow(folder)
    with single.acquired():
        single.listen()
        path = name_of(folder)
        assert path is not None
        assert stat.S_ISSOCK(Path(path).stat().st_mode)
        connect = """
try:
    socket.socket(socket.AF_UNIX).connect(sys.argv[1])
except PermissionError:
    print("refused")
"""
        with by_another_user(connect, path) as said:
            assert said == "refused"


def test_another_user_cannot_read_what_was_written_to_an_open_folder(shared: Path, figures: Figures) -> None:
    before = os.umask(0)
    try:
        export = shared / "day.csv"
        with file_output(export) as stream:
            stream.write(b"a day")
        data = shared / "data"
        data.mkdir(mode=0o777)
        Despacho(data).run("settings", "set", "carrier", "ACME")
        with Writer(data / FILE_NAME):
            pass
    finally:
        os.umask(before)
    files = [one for one in data.rglob("*") if one.is_file()]
    assert {"settings.toml", "facts.sqlite"} <= {one.name for one in files}
    figures.at_most("files that another user can read", len(readable(export, *files)), 0)
    public = shared / "public.txt"
    public.write_text("for all")
    public.chmod(0o644)
    assert readable(public) == [str(public)]


def test_kept_credentials_reach_no_server_but_their_own(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figures: Figures
) -> None:
    home = tmp_path / "keyring"
    home.mkdir()
    with gnome_keyring(home, monkeypatch), ScriptedCarrier(says(200)) as own, ScriptedCarrier(says(200)) as other:
        despacho = Despacho(shared / "data").knowing(**{BUS: os.environ[BUS]})
        at_own, at_other = (despacho.knowing(DESPACHO_BASE_URL=one.url) for one in (own, other))
        for name in ("authorization-token", "authorization-user"):
            assert at_own.run("credentials", "set", name, stdin=b"a-secret").code == 0
        for one in (at_own, at_other):
            one.run("fetch", "--carrier", "ACME", "--date", "2026-11-20")
        assert own.requests[0].headers["authorization-token"] == "a-secret"
        figures.at_most("requests to another server with kept credentials", len(other.requests), 0)
