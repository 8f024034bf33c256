"""Opens the output of an export: a file that is complete or absent, a device or pipe, or standard output."""

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from app.domain.errors import OutputError
from app.domain.texts import Text
from app.files.atomic_files import TEMPORARY_LENGTH, atomic_file, patiently
from app.files.file_names import matching_names, path_problem

_NOT_PERMITTED = (errno.EACCES, errno.EPERM, errno.EROFS)
_ENDINGS = (".csv", ".json", ".pdf", ".xlsx")
_STORES = r"facts.*\.sqlite"  # of all generations
_UNUSABLE_NAME = (errno.ENAMETOOLONG, errno.ELOOP, errno.EINVAL)


def file_output(path: Path) -> AbstractContextManager[BinaryIO]:
    """Open a file for new content, which replaces the old one once the block has ended without an error.

    A new file is for its owner alone (0600); a file of this user that is replaced keeps its mode, which may have been
    chosen. A link is followed and kept. A device or a named pipe is written directly. None of the program's own
    files is replaced.

    Raises:
        OutputError: `wrong_path` where another path may work. An older file is unchanged, and nothing is left over.
    """
    status = _checked(path)
    if status is None or (stat.S_ISREG(status.st_mode) and not _is_standard_output(status)):
        return _replaced(path)
    return _written_through(path)


def write_file(path: Path, content: Callable[[], bytes]) -> None:
    """Write a file; its content is made once it is certain that there may be such a file. Raises as `file_output`."""
    with file_output(path) as stream:
        stream.write(content())


def check_output(path: Path) -> None:
    """Check that a file may be at this path, before the work for its content begins. Raises as `file_output`."""
    _checked(path)


@contextmanager
def standard_output(stream: BinaryIO) -> Iterator[BinaryIO]:
    """Give the stream and flush it. If its reader has closed the pipe (`| head`), end the block without an error.

    After Ctrl+C the buffered bytes are dropped, as a reader that does not read would block the process.

    Args:
        stream: `sys.stdout.buffer`; after a failure its descriptor is redirected to the null device, so that the
            interpreter does not fail again when it flushes the buffer.

    Raises:
        OutputError: it could not be written.
    """
    try:
        yield stream
        stream.flush()
    except KeyboardInterrupt:
        _drop(stream)
        raise
    except OSError as error:
        _drop(stream)
        if not _reader_left(error):
            raise _not_written(error, Text("Error", "standard output")) from error


def _drop(stream: BinaryIO) -> None:
    """Redirect a stream to the null device, with all that it has buffered."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _checked(path: Path) -> os.stat_result | None:
    """Return the status of what is at the path, or its link leads to; None: nothing, but its folder is there."""
    try:
        problem = path_problem(path, room=max(0, TEMPORARY_LENGTH - len(path.name)))
        if problem is not None:
            raise OutputError(problem, wrong_path=True)
        target = Path(os.path.realpath(path))
        if _is_of_the_store(target):
            text = Text("Error", "{path} is in the folder of Despacho's own data. Choose another folder.")
            raise OutputError(text.filled(path=path), wrong_path=True)
        status = _status(path)
        if status is None and not stat.S_ISDIR(target.parent.stat().st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    except OSError as error:
        raise _not_made(error, path) from error
    return status


def _status(path: Path) -> os.stat_result | None:
    try:
        if _is_planted(path.lstat()):
            text = Text("Error", "{path} is a link or a named pipe of another user. Choose another file or folder.")
            raise OutputError(text.filled(path=path), wrong_path=True)
        status = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise OutputError(Text("Error", "{path} is a folder. Name a file in it.").filled(path=path), wrong_path=True)
    return status


@contextmanager
def _replaced(path: Path) -> Iterator[BinaryIO]:
    """Write a new file, and replace the one at the path, or at the target of its link, at the end."""
    target = Path(os.path.realpath(path))
    is_open = False
    try:
        mode = _mode_to_keep(target)
        _check_closed(target, path)
        with atomic_file(target) as stream:
            if mode is not None:
                with suppress(OSError):  # a file system without modes
                    Path(stream.name).chmod(mode)
            is_open = True
            yield stream
    except OSError as error:
        if is_open and sys.platform == "win32" and isinstance(error, PermissionError):
            raise _held(path) from error
        is_of_path = not is_open or error.errno in (*_NOT_PERMITTED, *_UNUSABLE_NAME)
        raise (_not_made if is_of_path else _not_written)(error, path) from error


def _check_closed(target: Path, path: Path) -> None:
    """Check that no other program has a file open that is to be replaced: Windows would refuse that after the work.

    Raises:
        OutputError: the user can close it there.
    """
    if sys.platform == "win32" and target.exists():
        try:
            patiently(lambda: target.replace(target))  # changes nothing, under the same conditions
        except PermissionError as error:
            raise _held(path) from error


def _mode_to_keep(target: Path) -> int | None:
    """Return the mode of a file that is to be replaced; None where there is none yet, or another user's.

    Another user could have made the file open to all, before this user exports to it.

    Raises:
        OSError: it may not be written, or is a link in a loop of links.
    """
    if target.is_symlink():  # `realpath` resolved all others
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if not target.exists():
        return None
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    status = target.stat()
    is_own = sys.platform == "win32" or status.st_uid == os.getuid()
    return stat.S_IMODE(status.st_mode) if is_own else None


@contextmanager
def _written_through(path: Path) -> Iterator[BinaryIO]:
    """Append to what is at the path."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND), "wb") as stream:
            yield stream
            stream.flush()
    except PermissionError as error:
        raise _not_made(error, path) from error
    except OSError as error:
        if not _reader_left(error):
            raise _not_written(error, path) from error


def _is_of_the_store(target: Path) -> bool:
    """Tell whether a file may be one of the program's own: beside the store, or in a folder there, such as its copies.

    No own file has the ending of an export.
    """
    if target.suffix.lower() in _ENDINGS:
        return False
    for folder in target.parents[:2]:
        with suppress(OSError):
            if any(matching_names(folder, _STORES)):
                return True
    return False


def _is_planted(status: os.stat_result) -> bool:
    """Tell whether another user may have made this to receive the content: a link or a named pipe.

    The administrator's are trusted, such as /dev/stdout. Only the administrator can make a device.
    """
    may_lead_away = stat.S_ISLNK(status.st_mode) or stat.S_ISFIFO(status.st_mode)
    return sys.platform != "win32" and may_lead_away and status.st_uid not in (0, os.getuid())


def _is_standard_output(status: os.stat_result) -> bool:
    """Tell whether standard output already goes to this file: `--output /dev/stdout > file`."""
    try:
        return os.path.samestat(status, os.fstat(1))
    except OSError:
        return False


def _reader_left(error: OSError) -> bool:
    """Tell whether an error is that of a pipe whose reader has closed it; on Windows, an invalid argument."""
    return isinstance(error, BrokenPipeError) or (sys.platform == "win32" and error.errno == errno.EINVAL)


def _not_made(error: OSError, path: Path) -> OutputError:
    if isinstance(error, FileNotFoundError):
        text = Text("Error", "The folder {folder} does not exist. Choose another one, or create it first.")
    elif isinstance(error, NotADirectoryError):
        text = Text("Error", "{folder} is not a folder. Choose another one.")
    elif error.errno in _NOT_PERMITTED:
        text = Text("Error", "{path} may not be written. Choose another file or folder.")
    elif error.errno in _UNUSABLE_NAME:
        text = Text("Error", "{path} cannot be the name of a file. Choose another one.")
    else:
        return _not_written(error, path)
    return OutputError(text.filled(folder=path.absolute().parent, path=path), wrong_path=True)


def _held(path: Path) -> OutputError:
    text = Text("Error", "{path} could not be replaced. Close it in the other program and try again.")
    return OutputError(text.filled(path=path), wrong_path=False)


def _not_written(error: OSError, where: Path | Text) -> OutputError:
    text = Text("Error", "Writing to {where} failed: {reason}. Free some space or choose another place, and try again.")
    return OutputError(text.filled(where=where, reason=error.strerror or type(error).__name__), wrong_path=False)
