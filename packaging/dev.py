"""The project's script: it makes its own environment, then runs, checks, tests or measures the program.

It needs any Python from 3.11 on, and nothing else. The system packages that Qt and the tests need are installed on
Debian and Ubuntu; elsewhere the user must install them. A new command is a function with a docstring that takes the
rest of the command line and returns the exit code, and an entry in COMMANDS. Older Pythons must be able to parse this
file to show the message that asks for a newer one, so its syntax is that of 3.8.
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

sys.path.insert(0, str(Path(__file__).resolve().parent))  # PYTHONSAFEPATH would leave it out
from debian import installed_packages, is_debian, missing_packages, root_command

OLDEST = (3, 11)
NEWEST_ON_WINDOWS = (3, 13)
"""The package that has Python's DLLs for Windows has those of no newer one."""
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
FLOORS = ROOT / "build" / "floors"
MUTANTS = ROOT / "build" / "mutants"
SAMPLE = "*_mutmut_7"
"""Of the mutants of each function the seventh, for `soak`: one of some twelve."""
TEST_LIMIT = ["-o", "faulthandler_timeout=300", "-o", "faulthandler_exit_on_timeout=true"]
"""A test of so many seconds ends its worker, which prints where each thread stands."""
WHOLE_PROGRAMS = ("assistive", "cli", "faults", "flows", "manual", "proxies", "recipes", "stories", "ui")
"""Tests of the window and of processes, in which no coverage is measured; their parts have tests of their own."""
BUNDLED = ROOT / "build" / "bundled"
PIP = ["--require-hashes", "--requirement", str(ROOT / "packaging" / "pip.txt")]
"""It verifies everything else, so it is verified too, and an older one with known advisories is replaced."""

# Shared libraries that Qt and its offscreen and X11 platforms need and no wheel contains, and the window's font.
PROGRAM_PACKAGES = (
    "libglib2.0-0 libgl1 libegl1 libxkbcommon0 libdbus-1-3 libfontconfig1 fonts-inter libx11-xcb1 libxkbcommon-x11-0"
    " libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0"
    " libxcb-sync1 libxcb-xfixes0 libxcb-xkb1"
)
# A display and a tool to type on it, a keyring, an accessibility bus and its client, and readers of PDF and of
# spreadsheets; `dbus` contains or depends on dbus-run-session in every release.
TEST_PACKAGES = (
    "xvfb xauth xdotool gnome-keyring dbus at-spi2-core python3-pyatspi poppler-utils libreoffice-calc-nogui"
)
# The load generator of the benchmark.
BENCH_PACKAGES = "wrk"
# Wine, what compiles the few lines that Windows' Python needs under it, and the font of its tests.
WINDOWS_PACKAGES = "wine wine64 gcc-mingw-w64-x86-64 xvfb fonts-dejavu-core"
# Servers are unpacked and not installed, for the reason given there.
SERVERS = ROOT / "packaging" / "servers.py"
WINDOWS_PYTHON = ROOT / "packaging" / "windows_python.py"

# Variables of the caller that would lead the environment's Python or pip elsewhere, and the one that would make each
# of the hundreds of processes in the tests compile the program again.
SURPRISES = {
    *("PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP", "PYTHONOPTIMIZE", "PYTHONSAFEPATH", "VIRTUAL_ENV"),
    *("__PYVENV_LAUNCHER__", "PIP_CONSTRAINT", "PIP_PREFIX", "PIP_ROOT", "PIP_TARGET", "PIP_USER"),
    "PYTHONDONTWRITEBYTECODE",
}

# Secrets that the program reads from its environment: no tool, no test and not the demo needs them.
SECRETS = ("DESPACHO_AUTHORIZATION_", "DESPACHO_RECEIVER_TOKEN", "DESPACHO_RELAY_")

# Name, program of the environment with its arguments, and what to do if it fails.
CHECKS = (
    ("ruff format", "ruff format --check .", "Run `.venv/bin/ruff format .` to format it."),
    ("ruff check", "ruff check .", "Fix what is listed; `.venv/bin/ruff check --fix .` fixes some of it."),
    ("mypy", "mypy", "Fix the listed types."),
    *(
        (
            f"mypy as on {system}",
            f"mypy --platform {platform} --cache-dir .mypy_cache/{platform} app",
            f"{system} has not what is listed: compare sys.platform around its use.",
        )
        for system, platform in (("macOS", "darwin"), ("Windows", "win32"))
    ),
    (
        "lint-imports",
        "lint-imports --no-logo",
        "A folder imports another one that it must not: see the contracts in pyproject.toml.",
    ),
)


class CannotGoOnError(Exception):
    """A precondition of all commands is missing. The text says which, and what to do."""


def say(text: str, end: str = "\n") -> None:
    """Print and flush, so that the text comes before a child process's output."""
    print(text, end=end, flush=True)


def child_environment(own: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a child process: the caller's without SURPRISES, SECRETS; .venv is first on PATH."""
    kept = {name: value for name, value in own.items() if name not in SURPRISES and not name.startswith(SECRETS)}
    return {**kept, "PATH": os.pathsep.join([str(BIN), own.get("PATH", os.defpath)])}


def run(command: list[str], env: Mapping[str, str], cwd: Path = ROOT, output: IO[bytes] | None = None) -> int:
    """Run a command and return its exit code; with `output`, everything is written there and standard input is closed.

    Ending this script ends the command too. Ctrl+C reaches the command directly: it has 15 s to end in its own way.
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
    """Run a command with its output in a log; print the time it took or, if it failed, the end of the log and advice.

    Args:
        name: name to show, and of the log.
        command: program and arguments.
        advice: a sentence that says what to do if it fails.
        lines: how many lines of the log to show if it fails.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / (name.replace(" ", "-") + ".log")
    say(f"{name} ... ", end="")
    began = time.monotonic()
    with log.open("wb") as output:
        # UTF-8, because tools print characters that a Windows code page does not have.
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
    """Print the result in one line, and return the exit code."""
    how = f"FAILED: {', '.join(failed)}" if failed else "all well"
    say(f"dev.py {command}: {how} ({time.monotonic() - began:.1f} s)")
    return 1 if failed else 0


def install_packages(wanted: str) -> bool:
    """Install the missing system packages, on Debian and Ubuntu.

    Returns:
        False only if the installation failed. Without root it only prints what to install, as not every command needs
        all packages.
    """
    if not is_debian():
        return True
    missing = missing_packages(wanted.split(), installed_packages())
    if not missing:
        return True
    by_hand = f"apt-get update && apt-get install --no-install-recommends {' '.join(missing)}"
    root = root_command()
    if root is None:
        say(f"system packages ... missing; what needs them fails or is skipped, until root has run:\n  {by_hand}")
        return True
    if root == ["sudo"]:
        say(f"sudo may ask for your password, to install: {' '.join(missing)}")
    script = (
        "export DEBIAN_FRONTEND=noninteractive; apt-get update;"
        ' exec apt-get install -y --no-install-recommends --no-remove -o DPkg::Lock::Timeout=300 "$@"'
    )
    return step("system packages", [*root, "sh", "-c", script, "sh", *missing], f"By hand, as root: {by_hand}.")


def version_of(python: str) -> tuple[int, ...] | None:
    """Return major and minor version of an interpreter; None if it cannot be run."""
    ask = [python, "-c", "import sys; print(sys.version_info[0], sys.version_info[1])"]
    try:
        answer = subprocess.run(ask, check=True, capture_output=True, text=True, env=child_environment(os.environ))
    except (OSError, subprocess.CalledProcessError):
        return None
    return tuple(int(part) for part in answer.stdout.split())


def fingerprint(root: Path, python: str) -> str:
    """Return a text that changes with the environment's declared contents and with the checkout's path."""
    declaring = ("pyproject.toml", "packaging/constraints.txt", "packaging/pip.txt")
    parts = [*((root / one).read_bytes() for one in declaring), python.encode(), str(root).encode()]
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def own_dependencies(*extras: str) -> list[str]:
    """Return what the program itself depends on, by pyproject.toml, and what some of its extras do."""
    import tomllib  # noqa: PLC0415 - older Pythons, which hand over to a newer one, do not have it

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *(one for name in extras for one in project["optional-dependencies"][name])]


def make_environment() -> None:
    """Create or update .venv from pyproject.toml and the constraints; returns at once if it is up to date.

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
    # An environment without the stamp was made by hand and is kept; one of this script is made again, so that nothing
    # stale or half-installed stays in it.
    by_hand = not STAMP.exists() and version_of(PYTHON) == sys.version_info[:2]
    make = [sys.executable, "-m", "venv", *([] if by_hand else ["--clear"]), str(VENV)]
    if not step(f"environment with Python {version}", make, f"Delete {VENV} and try again."):
        raise CannotGoOnError("Without an environment nothing can be run.")
    STAMP.write_text("unfinished", encoding="ascii")
    pip = [PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    # In two steps: pip refuses an editable project, which has no hash, together with constraints that have.
    dependencies = [*pip, "--constraint", str(CONSTRAINTS), "--group", "dev", *own_dependencies()]
    project = [*pip, "--no-deps", "--build-constraint", str(CONSTRAINTS), "--editable", "."]
    offline = "If the package index could not be reached, check the connection and try again."
    steps = {"pip": [*pip, *PIP], "dependencies": dependencies, "project": project}
    if not all(step(name, command, offline) for name, command in steps.items()):
        raise CannotGoOnError("Without its dependencies nothing can be run.")
    STAMP.write_text(wanted, encoding="ascii")


def demo(rest: list[str]) -> int:
    """Open the window with the demo carrier; arguments go to the program (--screenshot FILE, --quit-after SECONDS)."""
    install_packages(PROGRAM_PACKAGES)  # the program itself reports a missing library
    make_environment()
    # -P: a folder named `app` in the caller's working directory must not be imported.
    code = run([PYTHON, "-P", "-m", "app", "demo", *rest], child_environment(os.environ), cwd=Path.cwd())
    if code != 0:
        say(f"dev.py demo: the program FAILED, exit code {code}; its output is above.")
    return code


def check(rest: list[str]) -> int:
    """Check the code without running it: format, lint, types, imports. Reports all failures, not only the first."""
    if rest:
        say(f"dev.py check takes no arguments, but was given: {' '.join(rest)}")
        return 2
    began = time.monotonic()
    make_environment()
    return closing("check", failing_checks(), began)


def failing_checks() -> list[str]:
    """Run all checks, and return the names of those that failed."""
    failed = []
    for name, words, advice in CHECKS:
        program, *arguments = words.split()
        if not step(name, [str(BIN / program), *arguments], advice, lines=200):
            failed.append(name)
    return failed


def ready_for_tests() -> list[str]:
    """Install what the tests need, and return the names of what failed."""
    failed = [] if install_packages(f"{PROGRAM_PACKAGES} {TEST_PACKAGES}") else ["system packages"]
    make_environment()
    if is_debian() and not step("servers", [PYTHON, str(SERVERS)], "Check the connection to Debian's packages."):
        failed.append("servers")
    return failed


def test(rest: list[str]) -> int:
    """Check, then run all tests; with arguments, only run pytest."""
    began, failed = time.monotonic(), ready_for_tests()
    env = test_environment()
    if rest:
        return run([PYTHON, "-m", "pytest", *rest], env) or len(failed)
    # Beside the checks, which leave a core alone: else each worker would compile all tests, and all at once.
    compiling = [PYTHON, "-m", "pytest", "--collect-only", "-q"]
    with subprocess.Popen(compiling, cwd=ROOT, env=env, stdout=subprocess.DEVNULL):
        failed += failing_checks()
    code = run([PYTHON, "-m", "pytest", *in_parallel()], env)
    if code:
        say("  To repeat only the failed tests: python3 packaging/dev.py test --last-failed")
        failed.append(f"pytest (exit code {code})")
    return closing("test", failed, began)


def in_parallel() -> list[str]:
    """Return pytest's options for many tests: two workers per core, as most tests wait.

    A crashed worker is not restarted: it would get none of the remaining tests.
    """
    workers = ["-n", str((os.cpu_count() or 1) * 2), "--max-worker-restart", "0"]
    return [*workers, "--dist", "loadfile", "--no-loadscope-reorder", *TEST_LIMIT]


def coverage(rest: list[str]) -> int:
    """Run the tests of the parts, list the lines that none of them runs, and compare with the threshold.

    It is no part of `test`, which would take a quarter longer.
    """
    began, failed = time.monotonic(), ready_for_tests()
    without = [f"--ignore=tests/{one}" for one in WHOLE_PROGRAMS]
    measured = ["--cov", "--cov-report=term", *without]
    code = run([PYTHON, "-m", "pytest", *in_parallel(), *measured, *rest], test_environment())
    return closing("coverage", [*failed, *([f"pytest (exit code {code})"] if code else [])], began)


def soak(rest: list[str]) -> int:
    """Run the fault suite at its full length, print its figures, and write tests/faults/RESULTS.md.

    With arguments, only run pytest with them in `tests/faults`, and write nothing.
    """
    began, failed = time.monotonic(), ready_for_tests()
    shutil.rmtree(FIGURES, ignore_errors=True)
    FIGURES.mkdir(parents=True)
    env = {**test_environment(), "FAULTS_RESULTS": str(FIGURES)}
    # Tests are assigned to free workers one at a time, as some take a quarter of an hour.
    parallel = ["-n", "auto", "--dist", "load", "--maxschedchunk", "1"]
    code = run([PYTHON, "-m", "pytest", *parallel, *(rest or ["tests/faults"])], env)
    if code:
        failed.append(f"pytest (exit code {code})")
    if not rest:
        failed += [name for name, code in (("coverage", coverage([])), ("mutants", mutants([SAMPLE]))) if code]
    table = [PYTHON, "-m", "tests.faults.results", str(FIGURES), str(time.monotonic() - began)]
    if run([*table, *([] if rest else [str(ROOT / "tests" / "faults" / "RESULTS.md")])], env):
        failed.append("figures")
    return closing("soak", failed, began)


def mutants(rest: list[str]) -> int:
    """Change board, facts, webhook and relay in one place at a time, and list what no test finds; all takes hours.

    Arguments are patterns of mutants' names (mutmut). It works in a copy of the checkout, in build/mutants.
    """
    began, failed = time.monotonic(), ready_for_tests()
    pip = [PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    if not step("mutmut", [*pip, "--constraint", str(CONSTRAINTS), "--group", "mutants"], "Check the connection."):
        return closing("mutants", [*failed, "mutmut"], began)
    shutil.rmtree(MUTANTS, ignore_errors=True)
    without = shutil.ignore_patterns("build", ".*", "__pycache__")
    shutil.copytree(ROOT, MUTANTS, ignore=without)
    changed = MUTANTS / "mutants"  # where mutmut runs the tests
    changed.mkdir()
    (changed / "build").symlink_to(ROOT / "build")
    env = {**test_environment(), "PYTHONPATH": str(changed)}  # the tests' own processes are changed, too
    mutmut = str(BIN / "mutmut")
    for command in (["run", *rest], ["results"], ["export-cicd-stats"]):
        if run([mutmut, *command], env, cwd=MUTANTS):
            failed.append(f"mutmut {command[0]}")
    return closing("mutants", failed, began)


def bench(rest: list[str]) -> int:
    """Measure the program's speed against its targets, and write tests/bench/RESULTS.md, which lists the rows.

    With arguments, only measure the named rows (or see --help), and write nothing.
    """
    began, failed = time.monotonic(), ready_for_tests()
    if not install_packages(BENCH_PACKAGES):
        failed.append("system packages")
    write = [] if rest else ["--write", str(ROOT / "tests" / "bench")]
    if run([PYTHON, "-m", "tests.bench", *write, *rest], test_environment()):
        failed.append("targets")
    return closing("bench", failed, began)


def test_environment() -> dict[str, str]:
    """Return the environment of the tests, without the user's settings, data folder and credentials."""
    env = {name: value for name, value in child_environment(os.environ).items() if not name.startswith("DESPACHO_")}
    env.setdefault("QT_QPA_PLATFORM", "offscreen")
    return env


def floors(rest: list[str]) -> int:
    """Run the tests with the oldest version of each dependency that pyproject.toml allows, in build/floors.

    With arguments, run pytest with them.
    """
    began, failed = time.monotonic(), ready_for_tests()
    python = str(FLOORS / BIN.relative_to(VENV) / Path(PYTHON).name)
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    oldest = [one.split(",")[0].replace(">=", "==") for one in own_dependencies()]
    steps = {
        "environment of the oldest versions": [sys.executable, "-m", "venv", "--clear", str(FLOORS)],
        "pip": [*pip, *PIP],
        "oldest dependencies": [*pip, "--group", "dev", *oldest],
        "project": [*pip, "--no-deps", "--editable", "."],
    }
    if not all(step(name, command, "Check the lower bounds in pyproject.toml.") for name, command in steps.items()):
        return closing("floors", [*failed, "environment"], began)
    code = run([python, "-m", "pytest", "-n", "auto", "--dist", "loadfile", *rest], test_environment())
    return closing("floors", [*failed, f"pytest (exit code {code})"] if code else failed, began)


def build(rest: list[str]) -> int:
    """Build what people install, into build/bundle: the bundle, its archive, on Linux a Debian package, checksums."""
    if rest:
        say(f"dev.py build takes no arguments, but was given: {' '.join(rest)}")
        return 2
    began = time.monotonic()
    install_packages(PROGRAM_PACKAGES)
    make_environment()
    # What is bundled is all that this environment holds, so it is made anew, with the locked versions alone.
    python = str(BUNDLED / BIN.relative_to(VENV) / Path(PYTHON).name)
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    dependencies = [*pip, "--constraint", str(CONSTRAINTS), "--group", "bundle", *own_dependencies("relay")]
    steps = {
        "environment to bundle": [sys.executable, "-m", "venv", "--clear", str(BUNDLED)],
        "pip": [*pip, *PIP],
        "bundled dependencies": dependencies,
        "project": [*pip, "--no-deps", "--build-constraint", str(CONSTRAINTS), "."],
    }
    if not all(step(name, command, "Check the connection to the package index.") for name, command in steps.items()):
        return closing("build", ["environment"], began)
    code = run([PYTHON, str(ROOT / "packaging" / "build.py"), python], child_environment(os.environ))
    return closing("build", [f"build.py (exit code {code})"] if code else [], began)


def fresh(rest: list[str]) -> int:
    """Try README and package in new Debian systems below build/fresh; needs root, and what `build` made."""
    if not install_packages("debootstrap systemd-container"):
        return 1
    return run([sys.executable, str(ROOT / "packaging" / "fresh.py"), *rest], child_environment(os.environ))


def windows(rest: list[str]) -> int:
    """Run in Windows' Python under Wine: `test [-k WORD]`, `run COMMAND`, `demo`, `build`, `python FILE`."""
    if not is_debian() or platform.machine() != "x86_64" or sys.version_info[:2] > NEWEST_ON_WINDOWS:
        newest = ".".join(map(str, NEWEST_ON_WINDOWS))
        raise CannotGoOnError(
            f"Windows' Python under Wine is made from packages of Debian, for x86-64 and up to Python {newest}."
        )
    if not install_packages(WINDOWS_PACKAGES):
        return 1
    make_environment()
    script = [sys.executable, str(WINDOWS_PYTHON)]
    if not step("Python for Windows", [*script, PYTHON], "Check the connection to the package index."):
        return 1
    return run([*script, PYTHON, *rest], child_environment(os.environ), cwd=Path.cwd())


def audit(rest: list[str]) -> int:
    """Compare the dependencies with known advisories, and write build/sbom.json."""
    make_environment()
    return run([PYTHON, str(ROOT / "packaging" / "audit.py"), *rest], child_environment(os.environ))


def texts(rest: list[str]) -> int:
    """Update the translations from the sentences in app/, and list those not translated yet."""
    make_environment()
    return run([PYTHON, str(ROOT / "packaging" / "texts.py"), *rest], child_environment(os.environ))


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "demo": demo,
    "test": test,
    "coverage": coverage,
    "soak": soak,
    "mutants": mutants,
    "bench": bench,
    "check": check,
    "texts": texts,
    "floors": floors,
    "build": build,
    "fresh": fresh,
    "windows": windows,
    "audit": audit,
}


def usage() -> str:
    """Return the usage, with a line for each command."""
    lines = [f"  {name:<10}{(function.__doc__ or '').splitlines()[0]}" for name, function in COMMANDS.items()]
    return "\n".join(["usage: python3 packaging/dev.py COMMAND [ARGUMENTS]", "", *lines])


def with_newer_python(arguments: list[str]) -> int:
    """Run this script with a newer Python from the PATH, if there is one."""
    for name in ("python3.13", "python3.12", "python3.11"):
        newer = shutil.which(name)
        if newer is not None and (version_of(newer) or (0, 0)) >= OLDEST:
            return run([newer, str(Path(__file__).resolve()), *arguments], dict(os.environ), cwd=Path.cwd())
    oldest, own = ".".join(map(str, OLDEST)), platform.python_version()
    print(f"Despacho needs Python {oldest} or newer, and this is {own}: install one and try again.", file=sys.stderr)
    return 1


def main(arguments: list[str]) -> int:
    """Run the named command, and return the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # raises SystemExit, so that `run` ends its child
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
