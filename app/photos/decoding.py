"""Decodes a picture in a child process with limits, so that no file can take the window's memory or time."""

import errno
import logging
import mmap
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from threading import Event, Timer
from typing import IO, Final

from app.domain.cancellation import Cancellation
from app.domain.decoded_picture import DecodedPicture, Level
from app.domain.errors import LoadCancelledError, PhotoError
from app.photos import failures
from app.photos.decoder_protocol import (
    BUG_EXIT,
    HEAD,
    LENGTH,
    MOST_PIXELS,
    MOST_SCANS,
    PIXEL_BYTES,
    DecodingOutcome,
    level_sizes,
)
from app.processes import pipes_of, start_module

_MEGAPIXEL = 1_000_000
if sys.platform == "win32":
    _CPU_SIGNAL = None
else:
    _CPU_SIGNAL = -signal.SIGXCPU
_WINDOWS_QUOTAS: Final = (1816, 0xC0000044)
"""ERROR_NOT_ENOUGH_QUOTA and STATUS_QUOTA_EXCEEDED: the exit codes of a process that used up a job's time."""
_NOT_STARTED = 1
"""Exit code of Python if it cannot import the decoder."""
_NO_MEMORY_LEFT = (errno.ENOMEM, errno.EAGAIN)
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Decoder:
    """The limits of the decoder's process.

    Attributes:
        module: run with memory, CPU time and pixels as arguments; `app.photos.decoder_protocol` says what it reads and
            writes.
        megabytes: of memory.
        cpu_seconds: of CPU time.
        most_pixels: of a picture, which is not decoded if it has more.
        seconds: in all; more than of CPU time, as a busy machine starts a process slowly.
    """

    module: str = "app.picture_decoder"
    megabytes: int = 256
    cpu_seconds: int = 5
    most_pixels: int = MOST_PIXELS
    seconds: float = 20.0

    def start(self) -> "subprocess.Popen[bytes]":
        """Start the process."""
        return start_module(self.module, self.megabytes, self.cpu_seconds, self.most_pixels, buffer=0)


_DECODER: Final = Decoder()


def decode(file: bytes, cancellation: Cancellation, decoder: Decoder = _DECODER) -> DecodedPicture:
    """Decode a file; of an animation its first frame. Blocks: call it in a worker.

    Raises:
        PhotoError: it is none of the three formats, too large, damaged, or could not be decoded within the limits, or
            the decoder could not be started.
        LoadCancelledError: it was cancelled.
    """
    is_late = Event()
    try:
        process = decoder.start()
    except OSError as error:
        raise _start_failure(error) from error

    def end_late() -> None:
        is_late.set()
        process.kill()

    timer = Timer(decoder.seconds, end_late)
    timer.daemon = True
    with process, cancellation.stopping(process.kill):
        timer.start()
        try:
            picture = _exchange(process, file, decoder)
            if picture is None:  # it has ended or will: a kill now could replace its own exit code
                process.wait()
        finally:
            timer.cancel()
            process.kill()
    if cancellation.requested:
        raise LoadCancelledError
    if picture is None:
        if is_late.is_set():
            raise PhotoError(failures.TOOK_TOO_LONG)
        raise exit_failure(process.returncode, decoder)
    return picture


def _exchange(process: "subprocess.Popen[bytes]", file: bytes, decoder: Decoder) -> DecodedPicture | None:
    """Send the file and return the picture; None if the answer ends before it is whole.

    Raises:
        PhotoError: the picture is refused, or the answer is not one of a decoder.
    """
    to_process, from_process = pipes_of(process)
    with suppress(OSError):  # the process has ended already, and its exit code says why
        _write(to_process, LENGTH.pack(len(file)))
        _write(to_process, file)
    head = bytearray(HEAD.size)
    if not _fill(from_process, memoryview(head)):
        return None
    code, width, height, most = HEAD.unpack(head)
    if code > max(DecodingOutcome):
        raise _unusable(decoder)
    if code not in (DecodingOutcome.OPAQUE, DecodingOutcome.TRANSPARENT):
        raise _refusal(DecodingOutcome(code), width * height, most)
    if not 0 < width * height <= decoder.most_pixels:
        raise _unusable(decoder)
    sizes = list(level_sizes(width, height))
    try:
        pixels = _new_memory(sum(_bytes_of(*size) for size in sizes))
    except OSError as error:
        raise PhotoError(failures.LITTLE_MEMORY) from error
    if not _fill(from_process, pixels):
        return None
    if from_process.read(1):
        raise _unusable(decoder)
    levels, at = [], 0
    for size in sizes:
        end = at + _bytes_of(*size)
        levels.append(Level(*size, pixels[at:end]))
        at = end
    return DecodedPicture(tuple(levels), is_opaque=code == DecodingOutcome.OPAQUE)


def _new_memory(length: int) -> memoryview:
    """Return memory, at once: to fill a bytearray of 213 MB with zeros would block all threads for 0.2 s.

    Private memory is freed in 0.04 s, shared memory in 0.2 s.
    """
    if sys.platform == "win32":
        return memoryview(mmap.mmap(-1, length))
    return memoryview(mmap.mmap(-1, length, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))


def _bytes_of(width: int, height: int) -> int:
    return width * height * PIXEL_BYTES


def _write(pipe: IO[bytes], content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[pipe.write(left) :]


def _fill(pipe: IO[bytes], place: memoryview) -> bool:
    """Read until the place is full; return whether it is."""
    while place:
        count = pipe.readinto(place)  # type: ignore[attr-defined]  # a raw stream has it
        if not count:
            return False
        place = place[count:]
    return True


def _refusal(outcome: DecodingOutcome, pixels: int, most: int) -> PhotoError:
    if outcome is DecodingOutcome.TOO_MANY_PIXELS:
        megapixels = f"{ceil(pixels / _MEGAPIXEL):,}"
        return PhotoError(failures.TOO_MANY_PIXELS.filled(megapixels=megapixels, most=most // _MEGAPIXEL))
    if outcome is DecodingOutcome.TOO_MANY_SCANS:
        return PhotoError(failures.TOO_MANY_SCANS.filled(most=MOST_SCANS))
    return PhotoError(failures.DAMAGED if outcome is DecodingOutcome.DAMAGED else failures.NO_KNOWN_FORMAT)


def _start_failure(error: OSError) -> PhotoError:
    if error.errno in _NO_MEMORY_LEFT:
        return PhotoError(failures.LITTLE_MEMORY)
    return PhotoError(failures.NOT_STARTED.filled(reason=error.strerror or error))


def exit_failure(exit_code: int, decoder: Decoder) -> Exception:
    """Return the error for a process that ended without a whole answer, and was not killed by this one."""
    if exit_code in (_CPU_SIGNAL, *_WINDOWS_QUOTAS):
        return PhotoError(failures.TOOK_TOO_LONG)
    if exit_code == BUG_EXIT:
        return RuntimeError("The picture decoder failed")
    _log.warning("The picture decoder ended with %d", exit_code)
    if exit_code == _NOT_STARTED:
        return PhotoError(failures.NOT_STARTED.filled(reason=f"exit code {exit_code}"))
    return _unusable(decoder)


def _unusable(decoder: Decoder) -> PhotoError:
    return PhotoError(failures.TOO_MUCH_MEMORY.filled(megabytes=decoder.megabytes))
