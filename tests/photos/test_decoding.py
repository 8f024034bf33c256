"""A picture as it is decoded in a process of its own, and what becomes of that process."""

import errno
import os
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest

from app.domain.cancellation import Cancellation
from app.domain.errors import LoadCancelledError, PhotoError
from app.domain.places.tiles import MOST_TILE_PIXELS
from app.photos.decoder_protocol import BUG_EXIT, LENGTH, MOST_SCANS
from app.photos.decoding import Decoder, decode, exit_failure
from tests.carrier.scripted_carrier import says
from tests.photos.pictures import chunk, file_of, huge_png, picture, plain, png, progressive_jpeg, turned_jpeg, zeros
from tests.photos.servers import serving
from tests.waiting import PATIENCE


@dataclass(frozen=True)
class Recorded(Decoder):
    """A decoder whose processes are kept."""

    started: "list[subprocess.Popen[bytes]]" = field(default_factory=list)

    def start(self) -> "subprocess.Popen[bytes]":
        process = super().start()
        self.started.append(process)
        return process


@dataclass(frozen=True)
class Waiting(Recorded):
    """A decoder that has read its file, begins its answer and waits."""

    module: str = "tests.photos.scripted_decoder"
    behaviour: bytes = b"waits"

    def start(self) -> "subprocess.Popen[bytes]":
        process = super().start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(LENGTH.pack(len(self.behaviour)) + self.behaviour)
        assert process.stdout.read(1)
        return process


class EndedAsOnWindows(subprocess.Popen[bytes]):
    """A process that exits with 1 when it is killed."""

    def kill(self) -> None:
        self.terminate()


def scripted(*, seconds: float = 60.0) -> Recorded:
    return Recorded("tests.photos.scripted_decoder", megabytes=64, cpu_seconds=1, seconds=seconds)


@pytest.mark.parametrize("kind", ["png", "jpg", "webp"])
def test_a_picture_comes_with_its_halvings(kind: str) -> None:
    decoder = Recorded()
    decoded = decode(file_of(picture(3000, 1500), kind), Cancellation(), decoder)
    assert [(one.width, one.height) for one in decoded.levels] == [(3000, 1500), (1500, 750)]
    assert decoded.is_opaque
    for level in decoded.levels:
        left, right = level.pixels.cast("I")[0], level.pixels.cast("I")[level.width - 1]
        assert left >> 16 & 0xFF > 200
        assert right & 0xFF > 200
    assert decoder.started[0].returncode is not None


def test_a_photo_is_fetched_and_decoded() -> None:
    file = file_of(picture(20, 10))
    with serving(says(200, file)) as place:
        decoded = place.photo().read()
    assert decoded is not None
    assert (decoded.levels[0].width, decoded.levels[0].height) == (20, 10)


def test_a_tile_of_more_pixels_than_tiles_have_is_not_decoded() -> None:
    files = [file_of(plain(1024, 1024)), file_of(plain(1025, 1024))]
    with serving(*(says(200, file) for file in files)) as place:
        decoded = place.photo(largest=100_000, most_pixels=MOST_TILE_PIXELS).read()
        assert decoded is not None
        with pytest.raises(PhotoError, match="megapixels"):
            place.photo(largest=100_000, most_pixels=MOST_TILE_PIXELS).read()


def test_a_cancelled_photo_is_not_decoded() -> None:
    with serving(says(200, file_of(picture(20, 10)))) as place:
        photo = place.photo()
        photo.cancel()
        assert photo.read() is None


def test_the_texts_of_a_png_take_no_memory() -> None:
    """8 by 8 pixels, and 66 texts of 7 MB, which took 2.3 GB."""
    text = chunk(b"zTXt", b"a\0\0" + zlib.compress(b"x" * 7_000_000, 9))
    file = png(8, 8, 8, 2, zeros(1), before=text * 66)
    assert decode(file, Cancellation()).levels[0].width == 8


def test_a_portrait_photo_of_forty_megapixels_is_decoded() -> None:
    decoded = decode(turned_jpeg(plain(8000, 5000)), Cancellation())
    assert [(one.width, one.height) for one in decoded.levels] == [(5000, 8000), (2500, 4000), (1250, 2000)]


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (huge_png(50_000, 50_000), "2,500 megapixels, more than the 40"),
        (png(5000, 4000, 16, 6, zeros(1)), "20 megapixels, more than the 16"),
        (progressive_jpeg(16, 16, MOST_SCANS + 1), "more than 64 layers"),
        (huge_png(3000, 3000), "damaged"),
        (b"GIF89a" + bytes(20), "cannot be read"),
        (b"", "cannot be read"),
    ],
)
def test_a_refusal_is_a_sentence(file: bytes, reason: str) -> None:
    with pytest.raises(PhotoError, match=reason):
        decode(file, Cancellation())


@pytest.mark.parametrize(
    "behaviour",
    [
        *("answers too much", "answers too little", "answers nothing", "claims too many pixels", "answers nonsense"),
        "crashes",
    ],
)
def test_an_answer_that_is_not_a_whole_picture_is_a_photo_that_cannot_be_shown(behaviour: str) -> None:
    decoder = scripted()
    with pytest.raises(PhotoError, match="damaged, or needs more than the 64 MB"):
        decode(behaviour.encode(), Cancellation(), decoder)
    assert decoder.started[0].returncode is not None


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not limit it, or by a job object")
def test_memory_is_limited() -> None:
    with pytest.raises(PhotoError, match="more than the 64 MB"):
        decode(b"takes memory", Cancellation(), scripted())


@pytest.mark.skipif(sys.platform == "win32", reason="it plays for POSIX how Windows ends a process")
def test_a_process_killed_for_its_answer_is_no_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", EndedAsOnWindows)
    decoder = scripted()
    with pytest.raises(PhotoError, match="damaged, or needs more than the 64 MB"):
        decode(b"answers nonsense and waits", Cancellation(), decoder)
    assert decoder.started[0].returncode == 1


@pytest.mark.parametrize("behaviour", ["has a bug", "has a bug after its answer"])
def test_a_bug_of_the_decoder_is_one(behaviour: str) -> None:
    with pytest.raises(RuntimeError, match="decoder"):
        decode(behaviour.encode(), Cancellation(), scripted())


def test_the_decoder_exits_with_a_code_of_its_own_for_a_bug() -> None:
    """The parent always sends the file's length."""
    with Decoder().start() as process:
        process.communicate(b"")
    assert process.returncode == BUG_EXIT


@pytest.mark.parametrize("exit_code", [1816, 0xC0000044])
def test_a_process_that_windows_ended_for_its_time_took_too_long(exit_code: int) -> None:
    assert "took too long" in str(exit_failure(exit_code, Decoder()))


def test_a_decoder_that_cannot_be_imported_could_not_be_started() -> None:
    with pytest.raises(PhotoError, match=r"could not be started \(exit code 1\)"):
        decode(b"", Cancellation(), Decoder("tests.photos.no_such_module"))


def test_no_console_is_opened_for_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, object] = {}

    def refuse(*_: object, **options: object) -> None:
        given.update(options)
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "Popen", refuse)
    with pytest.raises(FileNotFoundError):
        Decoder().start()
    assert given["creationflags"] == getattr(subprocess, "CREATE_NO_WINDOW", 0)


@pytest.mark.skipif(sys.platform == "win32", reason="on Windows the limit is a job object's")
def test_cpu_time_is_limited() -> None:
    with pytest.raises(PhotoError, match="took too long"):
        decode(b"works without end", Cancellation(), scripted())


def test_time_is_limited() -> None:
    decoder = Waiting(seconds=0.1)
    with pytest.raises(PhotoError, match="took too long"):
        decode(b"", Cancellation(), decoder)
    assert decoder.started[0].returncode is not None


def test_a_cancellation_ends_the_process() -> None:
    decoder, cancellation = scripted(), Cancellation()
    with ThreadPoolExecutor(1) as pool:
        decoding = pool.submit(decode, b"waits", cancellation, decoder)
        while not decoder.started:
            assert not decoding.done()
        cancellation.cancel()
        decoder.started[0].wait(30)  # half of what it may take
        with pytest.raises(LoadCancelledError):
            decoding.result()


def test_a_program_that_is_missing_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/program")
    with pytest.raises(PhotoError, match=r"could not be started \(.+\)\. Start Despacho again"):
        decode(b"", Cancellation())


@pytest.mark.parametrize("number", [errno.ENOMEM, errno.EAGAIN])
def test_too_little_memory_for_a_process_is_a_sentence(number: int) -> None:
    class WithoutMemory(Decoder):
        def start(self) -> "subprocess.Popen[bytes]":
            raise OSError(number, os.strerror(number))

    with pytest.raises(PhotoError, match="too little memory left"):
        decode(b"", Cancellation(), WithoutMemory())


def test_the_process_ends_with_its_parent_while_it_writes() -> None:
    """Standard input is closed, as by the end of the parent, while nobody reads the picture."""
    file = file_of(picture(3000, 1500))
    process = Decoder().start()
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        try:
            process.stdin.write(LENGTH.pack(len(file)) + file)
            assert process.stdout.read(1)
            process.stdin.close()
            assert process.wait(PATIENCE) == 1
        finally:
            process.kill()
