"""packaging/dev.py: its decisions and messages. Making a complete environment is tested by every run of it."""

import ast
import importlib.metadata
import importlib.util
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from tests.waiting import PATIENCE

CHECKOUT = Path(__file__).resolve().parents[2]
SCRIPT = CHECKOUT / "packaging" / "dev.py"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A temporary checkout with only the files that dev.py itself reads."""
    (tmp_path / "packaging").mkdir()
    for name in (
        "pyproject.toml",
        "packaging/dev.py",
        "packaging/debian.py",
        "packaging/constraints.txt",
        "packaging/pip.txt",
    ):
        shutil.copy(CHECKOUT / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def dev(checkout: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("dev_of_a_checkout", checkout / "packaging" / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def call(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE)


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("arguments", [["no-such-command"], []], ids=["unknown", "none"])
def test_a_command_that_does_not_exist_is_a_usage_error_that_names_those_that_do(arguments: list[str]) -> None:
    answer = call(*arguments)
    assert answer.returncode == 2
    assert answer.stdout == ""
    for line in ("demo  ", "test  ", "check  ", *arguments):
        assert line in answer.stderr


def test_help_names_every_command_and_what_it_does(dev: ModuleType) -> None:
    answer = call("--help")
    assert answer.returncode == 0
    for name, command in dev.COMMANDS.items():
        assert f"  {name} " in answer.stdout
        assert command.__doc__.splitlines()[0] in answer.stdout


@pytest.mark.parametrize(
    ("place", "is_there"), [("platform.machine", "aarch64"), ("sys.version_info", (3, 14, 0, "final", 0))]
)
def test_a_machine_that_cannot_have_windows_python_is_told_so_in_a_sentence(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, place: str, is_there: object
) -> None:
    monkeypatch.setattr(place, is_there if isinstance(is_there, tuple) else lambda: is_there)
    with pytest.raises(dev.CannotGoOnError, match=r"packages of Debian, for x86-64 and up to Python 3\.13\.$"):
        dev.windows(["test"])


def test_check_takes_no_arguments() -> None:
    answer = call("check", "app")
    assert answer.returncode == 2
    assert "takes no arguments, but was given: app" in answer.stdout


def test_an_older_python_can_parse_the_script_and_show_its_message() -> None:
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 8))


def test_a_package_is_missing_unless_it_is_installed_or_provided_by_an_installed_one(dev: ModuleType) -> None:
    status = """\
ii |libgl1|libgl1-nvidia (= 1), libgl-any
ii |libglib2.0-0t64|libglib2.0-0 (= 2.80.0-6)
hi |xauth|
rc |xvfb|
un |libegl1|
"""
    wanted = ["libgl1", "libgl-any", "libglib2.0-0", "xauth", "xvfb", "libegl1", "fonts-inter"]
    assert dev.missing_packages(wanted, status) == ["xvfb", "libegl1", "fonts-inter"]


@pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="only Debian and what is made from it has dpkg")
def test_the_output_of_dpkg_is_parsed(dev: ModuleType) -> None:
    assert dev.missing_packages(["dpkg", "no-such-package"], dev.installed_packages()) == ["no-such-package"]


@pytest.mark.parametrize("file", ["pyproject.toml", "packaging/constraints.txt", "packaging/pip.txt"])
def test_the_environment_is_out_of_date_after_a_change_of_its_files(dev: ModuleType, checkout: Path, file: str) -> None:
    before = dev.fingerprint(checkout, "3.11.0")
    assert dev.fingerprint(checkout, "3.11.0") == before
    with (checkout / file).open("a", encoding="utf-8") as written:
        written.write("# a change\n")
    assert dev.fingerprint(checkout, "3.11.0") != before


def test_the_environment_is_out_of_date_with_another_python(dev: ModuleType, checkout: Path) -> None:
    assert dev.fingerprint(checkout, "3.11.0") != dev.fingerprint(checkout, "3.11.1")


def test_a_child_gets_no_secret_and_no_variable_that_leads_out_of_the_environment(dev: ModuleType) -> None:
    own = {"PATH": "/usr/bin", "HOME": "/home/me", "PYTHONPATH": "/old", "PYTHONHOME": "/x", "VIRTUAL_ENV": "/other"}
    secrets = {f"DESPACHO_{name}": "x" for name in ("AUTHORIZATION_TOKEN", "RECEIVER_TOKEN_NEXT", "RELAY_PASSWORD")}
    child = dev.child_environment({**own, **secrets})
    assert set(child) == {"PATH", "HOME"}
    assert child["PATH"].startswith(str(dev.BIN))
    assert child["PATH"].endswith("/usr/bin")


def test_a_successful_step_prints_one_line(dev: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.step("greeting", [sys.executable, "-c", "print('hello')"], "Never shown.")
    assert re.fullmatch(r"greeting \.\.\. done in \d+\.\d s\n", capsys.readouterr().out)


def test_a_failed_step_prints_its_code_the_end_of_its_output_and_advice(
    dev: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    script = (
        "import sys; [print('line', n, flush=True) for n in range(9)]; print('camión', file=sys.stderr); sys.exit(3)"
    )
    assert not dev.step("two words", [sys.executable, "-c", script], "Do this.", lines=2)
    said = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"two words \.\.\. FAILED after \d+\.\d s, exit code 3", said[0])
    assert said[1:3] == ["  | line 8", "  | camión"]
    log = dev.LOGS / "two-words.log"
    assert said[3] == f"  Do this. The whole output: {log}"
    assert "line 0" in log.read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process without telling it")
def test_ending_the_script_ends_its_child_processes() -> None:
    child = "import time; print('up', flush=True); time.sleep(600)"
    runner = (
        "import importlib.util, signal, sys\n"
        f"spec = importlib.util.spec_from_file_location('dev', {str(SCRIPT)!r})\n"
        "dev = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(dev)\n"
        f"dev.COMMANDS['wait'] = lambda rest: dev.run([sys.executable, '-c', {child!r}], {{}})\n"
        "sys.exit(dev.main(['wait']))\n"
    )
    with subprocess.Popen([sys.executable, "-c", runner], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        process.send_signal(signal.SIGTERM)
        # The pipe is closed when the last process that holds it has ended, including the child.
        assert process.stdout.read() == ""
        assert process.wait(timeout=PATIENCE) == 143


def constraints() -> list[str]:
    """Return the constraints, each as one line."""
    text = (CHECKOUT / "packaging" / "constraints.txt").read_text(encoding="ascii")
    return text.replace(" \\\n", "").splitlines()


def test_every_constraint_is_one_exact_version_with_hashes_of_its_files() -> None:
    form = re.compile(r"[A-Za-z0-9._-]+==[0-9][0-9A-Za-z.!+]*( +--hash=sha256:[0-9a-f]{64})+")
    assert [line for line in constraints() if not form.fullmatch(line)] == []
    names = [normal(line.split("==")[0]) for line in constraints()]
    assert sorted(set(names)) == sorted(names)


def test_every_package_of_the_environment_is_locked() -> None:
    installed = {normal(one.name) for one in importlib.metadata.distributions()}
    locked = {normal(line.split("==")[0]) for line in constraints()}
    assert installed - locked <= {"pip", "setuptools", "despacho"}  # what makes the environment, and what is made


def test_a_package_with_another_hash_than_its_constraint_is_not_installed(tmp_path: Path) -> None:
    package = tmp_path / "cotizador-1.0-py3-none-any.whl"
    package.write_bytes(b"something else than what was locked")
    locked = tmp_path / "constraints.txt"
    locked.write_text(f"cotizador==1.0 --hash=sha256:{'0' * 64}\n", encoding="ascii")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--isolated",
        "install",
        "--dry-run",
        "--no-index",
        "--find-links",
        str(tmp_path),
    ]
    ended = subprocess.run(
        [*pip, "--constraint", str(locked), "cotizador"], check=False, capture_output=True, text=True, timeout=PATIENCE
    )
    assert ended.returncode != 0
    assert "DO NOT MATCH THE HASHES" in ended.stderr


def test_every_dependency_has_a_constraint() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    held = {normal(line.split("==")[0]) for line in constraints()}
    assert {normal(re.split(r"[ <>=!~;\[]", line)[0]) for line in wanted} - held == set()
