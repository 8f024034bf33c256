"""Makes Windows' own Python under Wine in build/windows, and runs the program, its tests and its build there.

Python's DLLs as python.org builds them, SQLite and OpenSSL among them, come with a package of PyPI that carries an
interpreter for the games made with it; the standard library is the one of the Python that runs this. What Wine cannot
tell, and what was found, stands in packaging/WINDOWS.md.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
SOURCES = ROOT / "packaging" / "windows" / "python"
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
FOLDER = ROOT / "build" / "windows"
BUNDLED = ROOT / "build" / "bundle" / "despacho" / "despacho.exe"
FONTS = Path("/usr/share/fonts/truetype/dejavu")
_FONTS_THERE = FOLDER / "fonts"
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen", "QT_QPA_FONTDIR": f"Z:{_FONTS_THERE}"}
"""Offscreen, Qt for Windows knows no fonts but those of a folder, and takes the first one for any that it lacks."""
MODULES = {"test": ("-m", "pytest"), "run": ("-m", "app"), "demo": ("-m", "app", "demo"), "python": ()}
_VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
_DIGITS = _VERSION.replace(".", "")
_INTERPRETER, _ICU = "panda3d", "icu4py"
_ICU_VERSION = "78"
_NOT_THERE = {"atheris", "despacho", "jeepney", "pip", "secretstorage"}
"""What the project's own environment has and Windows has not, or not from the package index."""
_ONLY_THERE = ("altgraph", "colorama", "pefile", "pyinstaller", "pyinstaller-hooks-contrib", "pywin32-ctypes")
"""What libraries need on Windows alone, and what makes the bundle."""
_COMPILER, _RESOURCES, _DUMP = (f"x86_64-w64-mingw32-{tool}" for tool in ("gcc", "windres", "objdump"))


_DESKTOP = "import ctypes, sys; ctypes.windll.user32.GetDesktopWindow(); print(flush=True); sys.stdin.read()"
"""Wine's services and desktop begin as children of the first program, and hold that one's pipes open; so this is it:
nothing else starts before its line is read, and it stays until all are ended."""


class WindowsPython:
    """Windows' Python in a folder.

    Attributes:
        folder: has the interpreter (`py`), and Wine's drives and registry (`prefix`).
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self._home = folder / "py"
        self._site = self._home / "Lib" / "site-packages"
        self._prefix = folder / "prefix"
        self._stamp = folder / "made.txt"
        self._results = folder / "results"

    def make(self, python: str) -> None:
        """Make the environment, unless it is up to date; first wait for the end of what runs in the one before.

        Args:
            python: of the project's own environment, whose packages those of Windows are.

        Raises:
            subprocess.CalledProcessError: a step failed, and printed why.
        """
        pip = [python, "-m", "pip", "--disable-pip-version-check", "--no-input"]
        wanted = self._fingerprint(pip)
        if not self._is_made(wanted):
            self.folder.mkdir(parents=True, exist_ok=True)
            with self._turn():
                if not self._is_made(wanted):
                    self._make(python, pip)
                    self._stamp.write_text(wanted, encoding="ascii")

    def _is_made(self, wanted: str) -> bool:
        return self._stamp.is_file() and self._stamp.read_text(encoding="ascii") == wanted

    def _make(self, python: str, pip: Sequence[str]) -> None:
        self._stamp.unlink(missing_ok=True)
        for part in self.folder.glob("*/"):
            if part != self._results:  # of other folders of tests, which the record goes on to tell
                shutil.rmtree(part)
        wheels = self.folder / "wheels"
        subprocess.run([*pip, "download", "--dest", str(wheels), *_for_windows(), _INTERPRETER, _ICU], check=True)
        self._lay_out_python(wheels)
        self._compile()
        subprocess.run(
            [*pip, "install", "--target", str(self._site), *_for_windows(), *_distributions(pip)], check=True
        )
        packages = Path(sysconfig.get_path("purelib", vars={"base": str(Path(python).parents[1])}))
        # The constraints do not hold pip; the program itself is read where it stands, and needs its metadata beside it.
        for part in (packages / "pip", *packages.glob("pip-*.dist-info"), *packages.glob("despacho-*.dist-info")):
            shutil.copytree(part, self._site / part.name)
        shutil.copy(SOURCES / "sitecustomize.py", self._site)
        (self._site / "despacho.pth").write_text(windows_path(ROOT), encoding="utf-8")
        _FONTS_THERE.mkdir()
        for style in ("", "-Bold"):
            shutil.copy(FONTS / f"DejaVuSans{style}.ttf", _FONTS_THERE)
        self._make_prefix()
        shutil.rmtree(wheels)

    def run(self, arguments: Sequence[str], variables: Mapping[str, str], home: str = "py") -> int:
        """Run Windows' Python in a folder of the environment on a display of its own, and return its exit code."""
        quiet = (subprocess.PIPE, subprocess.PIPE, subprocess.DEVNULL)
        # Output goes through a pipe: with a file of Linux as standard output Python ends with WinError 6.
        piped = (subprocess.DEVNULL, subprocess.PIPE, subprocess.STDOUT)
        with (
            self._display(variables) as environment,
            self._started(["-c", _DESKTOP], environment, home, quiet) as first,
        ):
            if first.stdout:
                first.stdout.readline()
            with self._started(arguments, environment, home, piped) as process:
                for line in process.stdout or ():
                    sys.stdout.buffer.write(line)
                    sys.stdout.buffer.flush()
                return process.wait()

    @contextlib.contextmanager
    def _started(
        self, arguments: Sequence[str], environment: Mapping[str, str], home: str, streams: tuple[int, int, int]
    ) -> Iterator[subprocess.Popen[bytes]]:
        """Run Windows' Python while the context lasts, also where this process is asked to end meanwhile."""
        stdin, stdout, stderr = streams
        command = [_program("wine64"), str(self.folder / home / "python.exe"), *arguments]
        process = subprocess.Popen(command, env=environment, stdin=stdin, stdout=stdout, stderr=stderr)
        try:
            yield process
        finally:
            process.kill()
            process.wait()

    def test_folders(self, python: str, folders: Sequence[Path]) -> int:
        """Run the tests of folders, one folder after the other, and write down how they ended.

        What earlier runs of this checkout told of other folders stays, with the commit at which they were run.
        """
        self._results.mkdir(exist_ok=True)
        commit = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True).strip()
        hanging = ["-o", "faulthandler_timeout=600", "-o", "faulthandler_exit_on_timeout=true"]
        options = ["-n", "2", "--dist", "loadfile", "--max-worker-restart", "8", *hanging]
        for folder in folders:
            for old in self._results.glob(f"{folder.name} *.xml"):
                old.unlink()
            report = ["--junitxml", windows_path(self._results / f"{folder.name} {commit}.xml")]
            self.run([*MODULES["test"], windows_path(folder), *options, *report], OFFSCREEN)
        record = [python, str(ROOT / "packaging" / "windows_record.py"), str(self._results)]
        return subprocess.run([*record, *(folder.name for folder in folders)], check=False).returncode

    def take_pictures(self) -> None:
        """Take the pictures of the window for packaging/WINDOWS.md, at 100 and 150 %."""
        for percent in (100, 150):
            picture = windows_path(ROOT / "resources" / "screenshots" / f"windows-{percent}.png")
            shown = [*MODULES["demo"], "--screenshot", picture, "--quit-after", "20"]
            zone = {"DESPACHO_LANGUAGE": "es", "DESPACHO_TIME_ZONE": "America/Bogota"}
            self.run(shown, {"QT_SCALE_FACTOR": str(percent / 100), **zone})

    def build(self, python: str) -> int:
        """Build the bundle with a copy of this environment that has the program, and try it; return the exit code."""
        copy = self.folder / "bundled"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self._home, copy, copy_function=os.link)
        site = copy / "Lib" / "site-packages"
        (site / "despacho.pth").unlink()
        for part in site.glob("despacho-*.dist-info"):
            shutil.rmtree(part)
        pip = [python, "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet"]
        with TemporaryDirectory() as wheels:
            locked = ["--no-deps", "--build-constraint", str(CONSTRAINTS)]
            subprocess.run([*pip, "wheel", *locked, "--wheel-dir", wheels, str(ROOT)], check=True)
            subprocess.run([*pip, "install", "--no-deps", "--target", str(site), *Path(wheels).iterdir()], check=True)
        steps = (("build.py", copy / "python.exe"), ("smoke.py", BUNDLED))
        commands = ([windows_path(ROOT / "packaging" / script), windows_path(program)] for script, program in steps)
        return next(filter(None, (self.run(command, {}, copy.name) for command in commands)), 0)

    def _fingerprint(self, pip: Sequence[str]) -> str:
        parts = [Path(__file__), CONSTRAINTS, *sorted(SOURCES.iterdir())]
        text = "\n".join([sys.version, str(self.folder), *_distributions(pip)])
        return hashlib.sha256(b"".join([text.encode(), *(part.read_bytes() for part in parts)])).hexdigest()

    def _lay_out_python(self, wheels: Path) -> None:
        libraries = self._home / "DLLs"
        libraries.mkdir(parents=True)
        (wheel,) = wheels.glob(f"{_INTERPRETER}-*.whl")
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                folder, _, file = name.rpartition("/")
                # Wine has the C runtime itself, and its WMI does not answer.
                if folder == "deploy_libs" and not file.startswith(("api-ms-", "_wmi.")) and "t-win" not in file:
                    is_core = file.lower().startswith((f"python{_DIGITS}.", "vcruntime"))
                    ((self._home if is_core else libraries) / file).write_bytes(archive.read(name))
        (wheel,) = wheels.glob(f"{_ICU}-*.whl")
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name.endswith(".dll"):
                    (self._home / Path(name).name).write_bytes(archive.read(name))
        left_out = shutil.ignore_patterns("lib-dynload", "site-packages", "test", "__pycache__", "idlelib", "*.so")
        shutil.copytree(sysconfig.get_path("stdlib"), self._home / "Lib", ignore=left_out)
        self._site.mkdir()

    def _compile(self) -> None:
        core = self._home / f"python{_DIGITS}.dll"
        (icu,) = self._home.glob(f"icuuc{_ICU_VERSION}*.dll")
        with TemporaryDirectory() as scratch:
            resource = Path(scratch) / "manifest.o"
            (Path(scratch) / "manifest.rc").write_text(f'1 24 "{SOURCES / "python.manifest"}"\n', encoding="utf-8")
            subprocess.run([_RESOURCES, str(Path(scratch) / "manifest.rc"), str(resource)], check=True)
            self._link("python.exe", "-municode", SOURCES / "python.c", resource, core)
            self._link("bcryptprimitives.dll", "-shared", SOURCES / "bcryptprimitives.c", "-ladvapi32")
            # What is built for any Python asks for python3.dll, and Qt for the system's ICU, which Wine lacks.
            for name, library, ending in (("python3.dll", core, ""), ("icuuc.dll", icu, f"_{_ICU_VERSION}")):
                functions = [f'  {one.removesuffix(ending)} = "{library.stem}".{one}' for one in _exports(library)]
                definition = Path(scratch) / f"{name}.def"
                definition.write_text("\n".join([f"LIBRARY {name}", "EXPORTS", *functions, ""]), encoding="ascii")
                self._link(name, "-shared", "-nostdlib", "-Wl,--entry=0", definition)

    def _link(self, name: str, *arguments: str | Path) -> None:
        subprocess.run([_COMPILER, "-O2", "-o", str(self._home / name), *map(str, arguments)], check=True)

    def _make_prefix(self) -> None:
        self._prefix.mkdir()
        with contextlib.contextmanager(self._on_display)({}) as environment:
            for command in (["wineboot", "-i"], ["winecfg", "-v", "win10"]):
                subprocess.run([_program("wine64"), *command], check=True, env=environment, capture_output=True)
            subprocess.run([_program("wineserver"), "-w"], check=True, env=environment)
        # The user's folders lead into the real home; the program must not write there.
        for link in (self._prefix / "drive_c" / "users").glob("*/*"):
            if link.is_symlink():
                link.unlink()
                link.mkdir()

    @contextlib.contextmanager
    def _display(self, variables: Mapping[str, str]) -> Iterator[dict[str, str]]:
        """Start a display, and yield the environment of Wine's processes; end both. Runs take turns."""
        with self._turn():
            yield from self._on_display(variables)

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait until no other process makes the environment or runs something there, and keep it so."""
        with (self.folder / "run.lock").open("w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _on_display(self, variables: Mapping[str, str]) -> Iterator[dict[str, str]]:
        read, write = os.pipe()
        arguments = ["-displayfd", str(write), "-screen", "0", "1920x1080x24", "-nolisten", "tcp"]
        display = subprocess.Popen([_program("Xvfb"), *arguments], pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        try:
            with os.fdopen(read) as number:
                name = number.readline().strip()
            kept = {f"WINE_LACKS_{key}" if key.startswith("QT_") else key: value for key, value in variables.items()}
            overrides = "mscoree=;mshtml=;winemenubuilder.exe=d"
            wine = {"WINEARCH": "win64", "WINEDLLOVERRIDES": overrides, "WINEDEBUG": "-all"}
            environment = {**os.environ, **kept, **wine, "WINEPREFIX": str(self._prefix), "DISPLAY": f":{name}"}
            try:
                yield environment
            finally:
                subprocess.run([_program("wineserver"), "-k"], check=False, env=environment)
        finally:
            display.terminate()
            display.wait()


def windows_path(path: Path) -> str:
    """Return how programs of Windows name a file of this system."""
    return "Z:" + str(path.absolute()).replace("/", "\\")


def _for_windows() -> list[str]:
    """Return pip's options for packages of Windows, with the hashes of all of them."""
    platform = ["--platform", "win_amd64", "--python-version", _VERSION, "--only-binary", ":all:"]
    return ["--no-deps", *platform, "--constraint", str(CONSTRAINTS)]


def _distributions(pip: Sequence[str]) -> list[str]:
    """Return the names of the distributions that the tests and the bundle need there."""
    listed = subprocess.run([*pip, "list", "--format=freeze"], check=True, capture_output=True, text=True).stdout
    names = {line.partition("==")[0].lower() for line in listed.splitlines()}
    return sorted({*(names - _NOT_THERE), *_ONLY_THERE})


def _exports(library: Path) -> list[str]:
    """Return the names of what a DLL exports."""
    listed = subprocess.run([_DUMP, "-p", str(library)], check=True, capture_output=True, text=True).stdout
    _, _, table = listed.partition("[Ordinal/Name Pointer] Table")
    lines = table.partition("\n\n")[0].splitlines()
    return [line.split()[-1] for line in lines if line.lstrip().startswith("[")]


def _has_tests(folder: Path) -> bool:
    return any(folder.rglob("test_*.py"))


def _program(name: str) -> str:
    """Return where a program is; Debian keeps some of Wine's off the PATH."""
    path = shutil.which(name) or shutil.which(name, path="/usr/lib/wine")
    if path is None:
        raise FileNotFoundError(f"{name} is not installed.")
    return path


def main(arguments: Sequence[str]) -> int:
    """Make the environment, then run there what is asked for, if anything is; return the exit code."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # raises SystemExit, so that display and Wine are ended
    own, *rest = arguments
    python = WindowsPython()
    python.make(own)
    if not rest:
        return 0
    name, *words = rest
    if name == "build":
        return python.build(own)
    folders = {folder.relative_to(ROOT).as_posix(): folder for folder in sorted(TESTS.iterdir()) if _has_tests(folder)}
    if name == "test" and folders.keys() >= set(words):
        if not words:
            python.take_pictures()
        return python.test_folders(own, [folders[word] for word in words or folders])
    if name not in MODULES:
        print(f"usage: dev.py windows {'|'.join([*MODULES, 'build'])} [ARGUMENTS]", file=sys.stderr)
        return 2
    return python.run([*MODULES[name], *words], OFFSCREEN if name == "test" else {})


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(str(error))
