"""QObjects are collected only in the window's thread, and a module is imported without questions."""

import builtins
import gc
import importlib
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from pytestqt.qtbot import QtBot

from app.bootstrap.process_tuning import collect_due, collect_in_this_thread, quick_imports
from tests.systems import not_under_wine

_ENOUGH = 100_000  # objects, at which each generation's turn has come


class Notes(QObject):
    """Notes the thread in which an object went."""

    def __init__(self) -> None:
        super().__init__()
        self.threads: list[int] = []

    def note(self) -> None:
        """Note this thread."""
        self.threads.append(threading.get_ident())


@pytest.fixture
def collecting() -> Iterator[None]:
    """Enable Python's automatic collection, as in a process that has just started."""
    was = gc.isenabled()
    gc.enable()
    yield
    if not was:
        gc.disable()


@pytest.mark.usefixtures("collecting")
def test_cyclic_garbage_is_collected_in_the_windows_thread(qtbot: QtBot) -> None:
    owner, notes = QObject(), Notes()
    collect_in_this_thread(owner)
    _leave_behind(notes)
    with ThreadPoolExecutor(1) as other:
        kept = other.submit(_make_many).result()
    assert notes.threads == []
    qtbot.waitUntil(lambda: bool(notes.threads))
    assert notes.threads == [threading.get_ident()]
    assert len(kept) == _ENOUGH


@pytest.mark.parametrize("generation", [0, 1, 2])
def test_a_generation_over_its_threshold_is_collected(generation: int, monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[int] = []
    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10))
    monkeypatch.setattr(gc, "get_count", lambda: tuple(701 if one == generation else 10 for one in range(3)))
    monkeypatch.setattr(gc, "collect", collected.append)
    collect_due()
    assert collected == [generation]


def test_nothing_is_collected_below_the_threshold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 0))  # a generation of none has no turn
    monkeypatch.setattr(gc, "get_count", lambda: (700, 10, 1))
    monkeypatch.setattr(gc, "collect", lambda _: pytest.fail("collected"))
    collect_due()


def _leave_behind(notes: Notes) -> None:
    class Circle(QObject):
        me: QObject

    one = Circle()
    one.me = one
    one.destroyed.connect(notes.note, Qt.ConnectionType.DirectConnection)


def _make_many() -> list[list[int]]:
    return [[] for _ in range(_ENOUGH)]


@not_under_wine  # its standard library is that of another patch release
def test_a_module_that_answers_for_names_is_asked_for_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "answering.py").write_text("def __getattr__(name): raise ImportError(name)\n")
    (tmp_path / "importing.py").write_text("import answering\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(builtins, "__import__", builtins.__import__)  # set back after the test
    monkeypatch.setattr(gc, "freeze", lambda: None)  # later tests collect what they leave behind
    with quick_imports():
        importlib.import_module("importing")
