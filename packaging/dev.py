"""The project's one script: it makes its own environment, then runs the program or looks after it.

Any Python from 3.11 on will do, with nothing installed beforehand; the system packages that Qt and the tests need are
installed on Debian and Ubuntu, and are the reader's own affair elsewhere. A new command is one function that takes the
rest of the command line and returns the exit code, has a docstring, and is named in COMMANDS. This file is read by
whichever Python is there, so its syntax stays that of 3.8, up to the sentence that asks for a newer one.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import io
import os
import platform
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

sys.path.insert(0, str(Path(__file__).resolve().parent))  # where PYTHONSAFEPATH is set, it is not there by itself
from debian import installed_packages, is_debian, lacking_packages, way_to_root

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
"""The version of each package with the hashes of its files, which pip verifies. To update, change versions there, then:
uv pip compile packaging/constraints.txt -o packaging/constraints.txt --no-deps --universal --python-version 3.11 \\
    --generate-hashes --no-annotate --no-header
"""
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = str(BIN / ("python.exe" if os.name == "nt" else "python"))
STAMP = VENV / "installed.txt"
LOGS = ROOT / "build" / "log"
FIGURES = ROOT / "build" / "figures"

# What Qt's libraries and its offscreen and X11 platforms name as needed and no wheel brings, and the desk's font.
PROGRAM_PACKAGES = (
    "libglib2.0-0 libgl1 libegl1 libxkbcommon0 libdbus-1-3 libfontconfig1 fonts-inter libx11-xcb1 libxkbcommon-x11-0"
    " libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0"
    " libxcb-sync1 libxcb-xfixes0 libxcb-xkb1"
)
# A display and who types on it, a keyring, an accessibility bus and who listens on it, and what reads a PDF and a
# spreadsheet back; `dbus` carries or brings dbus-run-session in every release.
TEST_PACKAGES = (
    "xvfb xauth xdotool gnome-keyring dbus at-spi2-core python3-pyatspi poppler-utils libreoffice-calc-nogui"
)
# What sends to the receiver as fast as it answers, for the benchmark.
BENCH_PACKAGES = "wrk"
# The servers among them are unpacked and not installed: see there why.
SERVERS = ROOT / "packaging" / "servers.py"

# Variables of the caller's that would send the environment's Python, or its pip, to another place; and the one by which
# each of the processes that are started, hundreds in the tests, would compile the program anew.
SURPRISES = {
    *("PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP", "PYTHONOPTIMIZE", "PYTHONSAFEPATH", "VIRTUAL_ENV"),
    *("__PYVENV_LAUNCHER__", "PIP_CONSTRAINT", "PIP_PREFIX", "PIP_ROOT", "PIP_TARGET", "PIP_USER"),
    "PYTHONDONTWRITEBYTECODE",
}

# Name, program of the environment's and its arguments, what to do when it fails.
CHECKS = (
    ("ruff format", "ruff format --check .", "Run `.venv/bin/ruff format .` to have it formatted."),
    ("ruff check", "ruff check .", "Mend what is listed; `.venv/bin/ruff check --fix .` mends some of it."),
    ("mypy", "mypy", "Mend the types where it says so."),
    (
        "lint-imports",
        "lint-imports --no-logo",
        "A room imported what it may not: pyproject.toml says which may import what.",
    ),
)


class CannotGoOnError(Exception):
    """Something that all the rest needs is not there. Its text says what, and what to do."""


def say(text: str, end: str = "\n") -> None:
    """Print at once, so that it stands before what a child process prints next."""
    print(text, end=end, flush=True)


def child_environment(own: Mapping[str, str]) -> dict[str, str]:
    """The variables a child process gets: the caller's without the surprises, .venv's programs found first."""
    kept = {name: value for name, value in own.items() if name not in SURPRISES}
    return {**kept, "PATH": os.pathsep.join([str(BIN), own.get("PATH", os.defpath)])}


def run(command: list[str], env: Mapping[str, str], cwd: Path = ROOT, output: IO[bytes] | None = None) -> int:
    """Run one command to its end and return its exit code; with an `output`, all of it goes there and none can ask.

    Whoever stops this script stops the command too. Ctrl+C reaches it by itself: it has 15 s to end in its own way.
    """
    stdin, stderr = (None, None) if output is None else (subprocess.DEVNULL, subprocess.STDOUT)
    process = subprocess.Popen(command, cwd=cwd, env=env, stdin=stdin, stdout=output, stderr=stderr)
    try:
        return process.wait()
    except KeyboardInterrupt:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=15)
        raise
    finally:
        if process.poll() is None:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=15)
            process.kill()


def step(name: str, command: list[str], advice: str, lines: int = 40) -> bool:
    """Run one command with its output in a log; say how long it took, and if it failed, why and what to do.

    Args:
        name: as it is shown, and the log's name.
        command: program and arguments.
        advice: what to do if it fails, a sentence.
        lines: how much of the log's end is then shown.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / (name.replace(" ", "-") + ".log")
    say(f"{name} ... ", end="")
    began = time.monotonic()
    with log.open("wb") as output:
        # UTF-8, because what a tool draws may be more than a Windows code page holds.
        code = run(command, {**child_environment(os.environ), "PYTHONUTF8": "1"}, output=output)
    seconds = time.monotonic() - began
    if code == 0:
        say(f"done in {seconds:.1f} s")
        return True
    say(f"FAILED after {seconds:.1f} s, exit code {code}")
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:]:
        say(f"  | {line}")
    say(f"  {advice} The whole output: {log}")
    return False


def closing(command: str, failed: list[str], began: float) -> int:
    """Say in one line how it went, and return the exit code."""
    how = f"FAILED: {', '.join(failed)}" if failed else "all well"
    say(f"dev.py {command}: {how} ({time.monotonic() - began:.1f} s)")
    return 1 if failed else 0


def install_packages(wanted: str) -> bool:
    """Install the system packages that are lacking, on Debian and Ubuntu.

    Returns:
        False only where it was tried and failed. Without root it is said what to install: not everything needs it all.
    """
    if not is_debian():
        return True
    lacking = lacking_packages(wanted.split(), installed_packages())
    if not lacking:
        return True
    by_hand = f"apt-get update && apt-get install --no-install-recommends {' '.join(lacking)}"
    root = way_to_root()
    if root is None:
        say(f"system packages ... lacking; what needs them fails or is skipped, until root has run:\n  {by_hand}")
        return True
    if root == ["sudo"]:
        say(f"sudo may ask for your password, to install: {' '.join(lacking)}")
    script = (
        "export DEBIAN_FRONTEND=noninteractive; apt-get update;"
        ' exec apt-get install -y --no-install-recommends --no-remove -o DPkg::Lock::Timeout=300 "$@"'
    )
    return step("system packages", [*root, "sh", "-c", script, "sh", *lacking], f"By hand, as root: {by_hand}.")


def version_of(python: str) -> tuple[int, ...] | None:
    """Major and minor version of an interpreter, or None where it is none or does not run."""
    ask = [python, "-c", "import sys; print(sys.version_info[0], sys.version_info[1])"]
    try:
        answer = subprocess.run(ask, check=True, capture_output=True, text=True, env=child_environment(os.environ))
    except (OSError, subprocess.CalledProcessError):
        return None
    return tuple(int(part) for part in answer.stdout.split())


def fingerprint(root: Path, python: str) -> str:
    """One line that changes with whatever decides what the environment holds, and with where the checkout lies."""
    parts = [(root / "pyproject.toml").read_bytes(), (root / "packaging" / "constraints.txt").read_bytes()]
    parts += [python.encode(), str(root).encode()]
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def own_dependencies() -> list[str]:
    """Return what the program itself depends on, by pyproject.toml."""
    import tomllib  # noqa: PLC0415 - older Pythons, which hand over to a newer one, do not have it

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return list(project["dependencies"])


def make_environment() -> None:
    """Make .venv hold what pyproject.toml and the constraints ask for; instant where it does already.

    Raises:
        CannotGoOnError: it could not be made.
    """
    wanted = fingerprint(ROOT, f"{platform.python_version()} {platform.machine()}")
    if STAMP.exists() and STAMP.read_text(encoding="ascii") == wanted and Path(PYTHON).exists():
        return
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    debian_package = f"python{version}-venv"
    if importlib.util.find_spec("ensurepip") is None and is_debian():
        install_packages(debian_package)
        importlib.invalidate_caches()
    if importlib.util.find_spec("ensurepip") is None:
        raise CannotGoOnError(
            f"{sys.executable} cannot make environments: its module ensurepip is missing. "
            f"Install it (Debian, Ubuntu: apt-get install {debian_package}, or python3-venv) and try again."
        )
    # An environment without the stamp was made by hand and is kept; one of ours is made anew, so that nothing stale
    # or half-installed stays in it.
    by_hand = not STAMP.exists() and version_of(PYTHON) == sys.version_info[:2]
    make = [sys.executable, "-m", "venv", *([] if by_hand else ["--clear"]), str(VENV)]
    if not step(f"environment with Python {version}", make, f"Delete {VENV} and try again."):
        raise CannotGoOnError("Without an environment nothing can be run.")
    STAMP.write_text("unfinished", encoding="ascii")
    pip = [PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    # In two steps: pip refuses an editable project, which has no hash, together with constraints that have.
    dependencies = [*pip, "--constraint", str(CONSTRAINTS), "--group", "dev", *own_dependencies()]
    project = [*pip, "--no-deps", "--editable", "."]
    offline = "If the package index could not be reached, see to the connection and try again."
    steps = {"pip": [*pip, "pip>=25.1"], "dependencies": dependencies, "project": project}
    if not all(step(name, command, offline) for name, command in steps.items()):
        raise CannotGoOnError("Without its dependencies nothing can be run.")
    STAMP.write_text(wanted, encoding="ascii")


def demo(rest: list[str]) -> int:
    """Open the desk against the demo carrier; arguments go to the program (--screenshot FILE, --quit-after SECONDS)."""
    install_packages(PROGRAM_PACKAGES)  # where one was needed after all, the program says so
    make_environment()
    # -P: a folder named `app` where the caller happens to stand is not ours.
    code = run([PYTHON, "-P", "-m", "app", "demo", *rest], child_environment(os.environ), cwd=Path.cwd())
    if code != 0:
        say(f"dev.py demo: the program FAILED, exit code {code}; what it said stands above.")
    return code


def check(rest: list[str]) -> int:
    """Look at the code without running it: format, lint, types, who imports whom. Reports all, not the first only."""
    if rest:
        say(f"dev.py check takes no arguments, and was given: {' '.join(rest)}")
        return 2
    began = time.monotonic()
    make_environment()
    return closing("check", failing_checks(), began)


def failing_checks() -> list[str]:
    """Run every check, and return the names of those that failed."""
    failed = []
    for name, words, advice in CHECKS:
        program, *arguments = words.split()
        if not step(name, [str(BIN / program), *arguments], advice, lines=200):
            failed.append(name)
    return failed


def ready_for_tests() -> list[str]:
    """Have there what the tests need, and return the names of what could not be had."""
    failed = [] if install_packages(f"{PROGRAM_PACKAGES} {TEST_PACKAGES}") else ["system packages"]
    make_environment()
    if is_debian() and not step("servers", [PYTHON, str(SERVERS)], "See to the connection to Debian's packages."):
        failed.append("servers")
    return failed


def test(rest: list[str]) -> int:
    """Check, then run all tests and hold their coverage to the threshold; with arguments, only pytest with those."""
    began, failed = time.monotonic(), ready_for_tests()
    env = test_environment()
    if rest:
        return run([PYTHON, "-m", "pytest", *rest], env) or len(failed)
    failed += failing_checks()
    # Half as many files of tests at once again as there are cores, as most tests wait. The threshold is asked for
    # afterwards, so that failed tests and lacking coverage are told apart. What crashes is not begun again: nobody
    # would hand the new one its tests.
    at_once = ["-n", str((os.cpu_count() or 1) * 3 // 2), "--dist", "loadfile", "--max-worker-restart", "0"]
    code = run([PYTHON, "-m", "pytest", *at_once, "--cov", "--cov-report=term", "--cov-fail-under=0"], env)
    if code:
        say("  The failed ones alone, again: python3 packaging/dev.py test --last-failed")
        failed.append(f"pytest (exit code {code})")
    report = [PYTHON, "-m", "coverage", "report", "--format=total"]
    if not step("coverage", report, "The table above names the lines that no test ran; fail_under is the threshold."):
        failed.append("coverage")
    return closing("test", failed, began)


def soak(rest: list[str]) -> int:
    """Run the fault suite at its full length, print what it reached, and write tests/faults/RESULTS.md.

    With arguments, only pytest with those in `tests/faults`; then nothing is written.
    """
    began, failed = time.monotonic(), ready_for_tests()
    shutil.rmtree(FIGURES, ignore_errors=True)
    FIGURES.mkdir(parents=True)
    env = {**test_environment(), "FAULTS_RESULTS": str(FIGURES)}
    # Each test to whichever core is free, one at a time: some take a quarter of an hour.
    at_once = ["-n", "auto", "--dist", "load", "--maxschedchunk", "1"]
    code = run([PYTHON, "-m", "pytest", *at_once, *(rest or ["tests/faults"])], env)
    if code:
        failed.append(f"pytest (exit code {code})")
    table = [PYTHON, "-m", "tests.faults.results", str(FIGURES), str(time.monotonic() - began)]
    if run([*table, *([] if rest else [str(ROOT / "tests" / "faults" / "RESULTS.md")])], env):
        failed.append("figures")
    return closing("soak", failed, began)


def bench(rest: list[str]) -> int:
    """Measure how fast it is beside what it is held against, and write tests/bench/RESULTS.md; see there for the rows.

    With arguments, only the rows that they name (or what --help tells of); then nothing is written.
    """
    began, failed = time.monotonic(), ready_for_tests()
    if not install_packages(BENCH_PACKAGES):
        failed.append("system packages")
    write = [] if rest else ["--write", str(ROOT / "tests" / "bench")]
    if run([PYTHON, "-m", "tests.bench", *write, *rest], test_environment()):
        failed.append("targets")
    return closing("bench", failed, began)


def test_environment() -> dict[str, str]:
    """The variables that tests get: none by which they would see settings, data or credentials of whoever runs them."""
    env = {name: value for name, value in child_environment(os.environ).items() if not name.startswith("DESPACHO_")}
    env.setdefault("QT_QPA_PLATFORM", "offscreen")
    return env


def texts(rest: list[str]) -> int:
    """Bring the translations up to date with the sentences in app/, and list what is not translated yet."""
    make_environment()
    return run([PYTHON, str(ROOT / "packaging" / "texts.py"), *rest], child_environment(os.environ))


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "demo": demo,
    "test": test,
    "soak": soak,
    "bench": bench,
    "check": check,
    "texts": texts,
}


def usage() -> str:
    """How the script is called, and what its commands do."""
    lines = [f"  {name:<8}{(function.__doc__ or '').splitlines()[0]}" for name, function in COMMANDS.items()]
    return "\n".join(["usage: python3 packaging/dev.py COMMAND [ARGUMENTS]", "", *lines])


def with_newer_python(arguments: list[str]) -> int:
    """Hand over to a Python that is new enough, where there is one on the PATH."""
    for name in ("python3.13", "python3.12", "python3.11"):
        newer = shutil.which(name)
        if newer is not None and (version_of(newer) or (0, 0)) >= OLDEST:
            return run([newer, str(Path(__file__).resolve()), *arguments], dict(os.environ), cwd=Path.cwd())
    oldest, own = ".".join(map(str, OLDEST)), platform.python_version()
    print(f"Despacho needs Python {oldest} or newer, and this is {own}: install one and try again.", file=sys.stderr)
    return 1


def main(arguments: list[str]) -> int:
    """Run the command that the arguments name, and return the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # as an exception, so that `run` ends what it runs
    name, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if name in ("-h", "--help", "help"):
        say(usage())
        return 0
    if name not in COMMANDS:
        print(f"dev.py has no command {name!r}.\n" if name else "", usage(), sep="", file=sys.stderr)
        return 2
    try:
        if tuple(sys.version_info[:2]) < OLDEST:
            return with_newer_python(arguments)
        return COMMANDS[name](rest)
    except CannotGoOnError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
