"""Simulates a power cut: everything synced is on the disk, and a random part of the rest."""

from itertools import pairwise
from random import Random

from tests.faults.recording_vfs import Op, Step

_SHARES = (0.0, 0.5, 0.9, 1.0)
_TORN = 0.05


class Disk:
    """A disk after a series of operations.

    Args:
        keeps_syncs: whether a sync has an effect; on a disk that ignores flushes it has none.
    """

    def __init__(self, *, keeps_syncs: bool = True) -> None:
        self._keeps_syncs = keeps_syncs
        self._names: dict[str, int] = {}
        self._waiting_names: list[Step] = []
        self._contents: dict[int, bytearray] = {}
        self._waiting: dict[int, list[Step]] = {}

    def do(self, step: Step) -> None:
        """Apply one operation."""
        if step.op is Op.CREATE:
            self._contents[step.file], self._waiting[step.file] = bytearray(), []
            self._waiting_names.append(step)
        elif step.op is Op.DELETE:
            self._waiting_names.append(step)
        elif step.op in (Op.WRITE, Op.TRUNCATE):
            self._waiting[step.file].append(step)
        elif step.op is Op.SYNC and self._keeps_syncs:
            for one in self._waiting[step.file]:
                _change(self._contents[step.file], one)
            self._waiting[step.file].clear()
        if step.op in (Op.SYNC, Op.DELETE) and step.what and self._keeps_syncs:
            for one in self._waiting_names:
                _rename(self._names, one)
            self._waiting_names.clear()

    def cut(self, rng: Random) -> dict[str, bytes]:
        """Return the files' contents by name after a power cut."""
        share = rng.choice(_SHARES)
        names = dict(self._names)
        for step in self._waiting_names:
            if rng.random() < share:
                _rename(names, step)
        return {name: self._left(file, share, rng) for name, file in names.items()}

    def _left(self, file: int, share: float, rng: Random) -> bytes:
        sector = rng.choice((512, 4096))
        content = bytearray(self._contents[file])
        whole = len(content)
        for step in self._waiting[file]:
            if step.op is Op.WRITE:
                whole = max(whole, step.at + len(step.what))
                for piece in _sectors(step, sector):
                    if rng.random() < share:
                        _change(content, _torn(piece, rng) if rng.random() < _TORN else piece, rng)
            elif rng.random() < share:
                _change(content, step)
                whole = len(content)
        if rng.random() < share / 3:  # the length was written, and the content was not
            _grow(content, whole, rng)
        return bytes(content)


def _rename(names: dict[str, int], step: Step) -> None:
    if step.op is Op.CREATE:
        names[step.name] = step.file
    elif names.get(step.name) == step.file:
        del names[step.name]


def _change(content: bytearray, step: Step, rng: Random | None = None) -> None:
    if step.op is Op.TRUNCATE:
        del content[step.at :]
    else:
        _grow(content, step.at, rng)
        content[step.at : step.at + len(step.what)] = step.what


def _grow(content: bytearray, size: int, rng: Random | None) -> None:
    """Extend a file by old content of the disk: zeros, or random bytes of another file."""
    missing = max(0, size - len(content))
    content += rng.randbytes(missing) if rng is not None and rng.random() < 0.5 else bytes(missing)


def _sectors(step: Step, sector: int) -> list[Step]:
    end = step.at + len(step.what)
    bounds = [step.at, *range(step.at - step.at % sector + sector, end, sector), end]
    return [
        step._replace(at=first, what=step.what[first - step.at : last - step.at]) for first, last in pairwise(bounds)
    ]


def _torn(step: Step, rng: Random) -> Step:
    return step._replace(what=step.what[: rng.randrange(len(step.what) + 1)])
