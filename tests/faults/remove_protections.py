"""Removes one protection after the other, and checks that a test fails.

`python -m tests.faults.remove_protections [WORD...]` works in a copy of the checkout, whose files are never changed.
With words, it removes only protections with one of them in their fault, file or description.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.faults.figures import FAULTS, RESULTS
from tests.faults.protections import PROTECTIONS, NotFoundError, Protection

ROOT = Path(__file__).parents[2]
TITLES = ("| fault | protection taken out | what went red |", "|---|---|---|")

_COPIED = ("app", "tests", "packaging", "resources")
_SERVERS = Path("build") / "servers"  # which no test changes
_PREFIX = "taken-"
_SECONDS = 180.0
_TESTS_FAILED = 1  # pytest's exit code; a greater one says that none was run
_SUMMARY = re.compile(r"^(?:FAILED|ERROR) \S*?::(?P<test>.+?)(?: - (?P<why>.*))?$", re.MULTILINE)
_LONGEST = 150


@dataclass(frozen=True)
class Shown:
    """Result of removing a protection.

    Args:
        protection: the removed protection.
        red: the test that failed, and why; what happened instead if none did.
        is_red: whether a test failed.
    """

    protection: Protection
    red: str
    is_red: bool

    def __str__(self) -> str:
        """Return the result as a row of the table."""
        red = self.red if self.is_red else f"**{self.red}**"
        return f"| {self.protection.fault} | {self.protection.what} | {red} |"


class Copy:
    """A copy of the checkout in which tests are run.

    Args:
        folder: folder of the existing copy.
        scratch: an empty folder for the tests' own files.
    """

    def __init__(self, folder: Path, scratch: Path) -> None:
        self._folder, self._scratch = folder, scratch
        own = {name: value for name, value in os.environ.items() if not name.startswith(("DESPACHO_", RESULTS, "COV"))}
        # First on the path, also of the processes that the tests start: the checkout itself is installed.
        self._environment = {"QT_QPA_PLATFORM": "offscreen", **own, "PYTHONPATH": str(folder), "COLUMNS": "400"}

    def is_imported(self) -> bool:
        """Return whether processes import the program from the copy, in any working directory."""
        ask = [sys.executable, "-P", "-c", "import app, tests; print(app.__file__, tests.__file__, sep='\\n')"]
        said = subprocess.run(ask, cwd="/", env=self._environment, capture_output=True, text=True, check=True).stdout
        return all(Path(line).is_relative_to(self._folder) for line in said.splitlines())

    def without(self, protection: Protection) -> Shown:
        """Remove a protection, run its tests, and restore it."""
        shutil.rmtree(self._scratch, ignore_errors=True)
        try:
            with self._taken_out(protection):
                code, said = self._run(protection.tests)
        except NotFoundError:
            return Shown(protection, f"not found once in {protection.file}", is_red=False)
        found = _SUMMARY.search(said)
        if code == _TESTS_FAILED and found is not None:
            return Shown(protection, _red(found, self._folder.parent), is_red=True)
        happened = {None: f"hung for {_SECONDS:.0f} s", 0: "stayed green"}.get(code, f"no test was run ({code})")
        return Shown(protection, happened, is_red=False)

    @contextmanager
    def _taken_out(self, protection: Protection) -> Iterator[None]:
        file = self._folder / protection.file
        before = file.read_bytes()
        self._write(file, protection.without(self._folder).encode())
        try:
            yield
        finally:
            self._write(file, before)

    @staticmethod
    def _write(file: Path, content: bytes) -> None:
        """Write a file, and remove its compiled module: Python compares times in whole seconds."""
        file.write_bytes(content)
        for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
            compiled.unlink()

    def _run(self, tests: Sequence[str]) -> tuple[int | None, str]:
        """Run tests until one fails; return pytest's exit code, None if it hung, and its output."""
        options = ["-x", "-q", "--tb=no", "-p", "no:cacheprovider", "--basetemp", str(self._scratch)]
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *options, *tests],
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        try:
            said, _ = process.communicate(timeout=_SECONDS)
        except subprocess.TimeoutExpired:
            return None, ""
        finally:
            _end_all(process)
        return process.returncode, said


def _end_all(process: "subprocess.Popen[str]") -> None:
    """Kill the tests and the processes that they started."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _red(found: re.Match[str], folder: Path) -> str:
    own = re.compile(rf"{re.escape(str(folder.parent))}/{_PREFIX}[\w.-]*")  # pytest may have shortened it
    why = own.sub("…", found["why"] or "").replace("|", "\\|").strip()
    why = why if len(why) <= _LONGEST else f"{why[:_LONGEST]}…"
    return f"`{found['test']}`: {why}" if why else f"`{found['test']}`"


@contextmanager
def copied() -> Iterator[Copy]:
    """Make a copy of the checkout while the context lasts; ending this process ends the tests too."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True) as temporary:
        folder = Path(temporary).resolve() / "copy"
        for name in _COPIED:
            shutil.copytree(ROOT / name, folder / name)
        shutil.copy2(ROOT / "pyproject.toml", folder)
        if (ROOT / _SERVERS).is_dir():
            (folder / _SERVERS).parent.mkdir()
            (folder / _SERVERS).symlink_to(ROOT / _SERVERS)
        copy = Copy(folder, folder.parent / "t")  # a short name, as sockets are created in it
        assert copy.is_imported()
        yield copy


def chosen(words: Sequence[str]) -> list[Protection]:
    """Return the protections selected by the words, in the order of their faults."""
    found = [one for one in PROTECTIONS if not words or any(word in _name(one) for word in words)]
    return sorted(found, key=lambda one: FAULTS.index(one.fault))


def _name(protection: Protection) -> str:
    return f"{protection.fault}\n{protection.what}\n{protection.file}"


def unprotected(words: Sequence[str] = ()) -> Iterator[Shown]:
    """Remove the selected protections one after the other."""
    with copied() as copy:
        for protection in chosen(words):
            yield copy.without(protection)


def main() -> int:
    """Print the table; return 1 if tests stayed green, or a fault has no protection."""
    print("\n".join(TITLES), flush=True)  # noqa: T201
    are_red = []
    for one in unprotected(sys.argv[1:]):
        print(one, flush=True)  # noqa: T201
        are_red.append(one.is_red)
    lacking = [] if sys.argv[1:] else sorted(set(FAULTS) - {one.fault for one in PROTECTIONS})
    for fault in lacking:
        print(f"| {fault} | **nothing** | |")  # noqa: T201
    return 0 if are_red and all(are_red) and not lacking else 1


if __name__ == "__main__":
    raise SystemExit(main())
