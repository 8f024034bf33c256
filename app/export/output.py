"""Where an export's bytes go: to a file that is whole or not there, to a device or pipe, to standard output."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from app.domain.errors import OutputError
from app.domain.texts import Text
from app.files.atomic_files import atomic_file

_NOT_PERMITTED = (errno.EACCES, errno.EPERM, errno.EROFS)
_UNUSABLE_NAME = (errno.ENAMETOOLONG, errno.ELOOP, errno.EINVAL)
_FOR_ALL = 0o666  # less what the user's umask takes away: as any program makes files
_FOR_ME = 0o600


def file_output(path: Path) -> AbstractContextManager[BinaryIO]:
    """Open `path` for a whole new content; what is written shows there once the block has ended without an error.

    A link is followed and stays. What is no ordinary file (a device, a named pipe) is written to as it is.

    Raises:
        OutputError: `wrong_path` where another path may do. An older file is as it was, and nothing is left over.
    """
    try:
        status = path.stat()
    except OSError:
        return _replaced(path)  # nothing there, or out of reach: making the file tells which
    if stat.S_ISDIR(status.st_mode):
        raise OutputError(Text("Error", "{path} is a folder. Name a file in it.").filled(path=path), wrong_path=True)
    if stat.S_ISREG(status.st_mode) and not _is_standard_output(status):
        return _replaced(path)
    return _written_through(path)


@contextmanager
def standard_output(stream: BinaryIO) -> Iterator[BinaryIO]:
    """Lend the stream out and flush it. Where its reader has left (`| head`), end the block without an error.

    Where Ctrl+C ends it, what is still buffered is dropped: a reader who takes nothing would keep the process for ever.

    Args:
        stream: `sys.stdout.buffer`; after a failure its descriptor leads nowhere, so that the interpreter does not
            fail once more over what is still buffered.

    Raises:
        OutputError: it took no more.
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
            raise _not_written(error, "standard output") from error


def _drop(stream: BinaryIO) -> None:
    """Have what is still buffered lead nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


@contextmanager
def _replaced(path: Path) -> Iterator[BinaryIO]:
    """Write a new file, and replace the one at the path, or that its link leads to, at the end."""
    target = Path(os.path.realpath(path))
    is_open = False
    try:
        mode = _mode_to_keep(target)
        with atomic_file(target, _FOR_ALL if mode is None else _FOR_ME) as stream:
            if mode is not None:
                with suppress(OSError):  # a file system without modes
                    Path(stream.name).chmod(mode)
            is_open = True
            yield stream
    except OSError as error:
        if not is_open:
            raise _not_made(error, path) from error
        raise (_not_replaced if isinstance(error, PermissionError) else _not_written)(error, path) from error


def _mode_to_keep(target: Path) -> int | None:
    """Return the mode of a file that is to be replaced; None where there is none yet.

    Raises:
        OSError: it may not be written, or is one of several links that lead round in a circle.
    """
    if target.is_symlink():  # `realpath` resolved all others
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if not target.exists():
        return None
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return stat.S_IMODE(target.stat().st_mode)


@contextmanager
def _written_through(path: Path) -> Iterator[BinaryIO]:
    """Write to what is there, behind what it may hold already."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND), "wb") as stream:
            yield stream
            stream.flush()
    except PermissionError as error:
        raise _not_made(error, path) from error
    except OSError as error:
        if not _reader_left(error):
            raise _not_written(error, path) from error


def _is_standard_output(status: os.stat_result) -> bool:
    """Tell whether standard output already goes to this file: `--output /dev/stdout > file`."""
    try:
        return os.path.samestat(status, os.fstat(1))
    except OSError:
        return False


def _reader_left(error: OSError) -> bool:
    """Tell a pipe that nobody reads any more; Windows calls it an invalid argument."""
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


def _not_replaced(error: OSError, path: Path) -> OutputError:
    if sys.platform != "win32":
        return _not_made(error, path)
    text = Text("Error", "{path} could not be replaced. Close it in the other program and try again.")
    return OutputError(text.filled(path=path), wrong_path=False)


def _not_written(error: OSError, where: Path | str) -> OutputError:
    text = Text("Error", "Writing to {where} failed: {reason}. Free some space or choose another place, and try again.")
    return OutputError(text.filled(where=where, reason=error.strerror or type(error).__name__), wrong_path=False)
