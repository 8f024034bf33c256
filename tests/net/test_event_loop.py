import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from app.domain.cancellation import Cancellation
from app.domain.errors import LoadCancelledError
from app.net.event_loop import DaemonThreadExecutor, run, run_cancellable
from tests.carrier.scripted_carrier import DEADLINE


def test_the_loop_is_of_the_same_kind_on_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows' default loses connections that are accepted while a server closes."""

    async def kind() -> type[asyncio.AbstractEventLoop]:
        return type(asyncio.get_running_loop())

    for module in (asyncio, asyncio.events):
        monkeypatch.setattr(module, "new_event_loop", lambda: pytest.fail("the system's default"))
    assert run(kind()) is asyncio.SelectorEventLoop


def test_work_cancelled_at_its_last_moment_counts_as_cancelled() -> None:
    async def work() -> str:
        cancellation.cancel()
        return "too late"

    cancellation = Cancellation()
    with pytest.raises(LoadCancelledError):
        run_cancellable(work, cancellation)


def test_a_cancelled_task_that_no_user_cancelled_is_no_cancelled_load() -> None:
    async def work() -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        run_cancellable(work, Cancellation())


def test_a_host_that_takes_long_to_resolve_does_not_delay_a_cancellation() -> None:
    resolving, found = Event(), Event()

    def resolve() -> None:
        resolving.set()
        found.wait(DEADLINE)

    async def work() -> None:
        await asyncio.get_running_loop().run_in_executor(None, resolve)

    cancellation = Cancellation()
    with ThreadPoolExecutor(1) as worker:
        running = worker.submit(run_cancellable, work, cancellation)
        assert resolving.wait(DEADLINE)
        cancellation.cancel()
        with pytest.raises(LoadCancelledError):
            running.result(DEADLINE)
        assert not found.is_set()
        found.set()


def test_a_daemon_thread_returns_or_raises_what_its_call_does() -> None:
    with DaemonThreadExecutor() as threads:
        assert threads.submit(divmod, 7, 2).result(DEADLINE) == (3, 1)
        with pytest.raises(ZeroDivisionError):
            threads.submit(divmod, 7, 0).result(DEADLINE)


def test_one_cancellation_ends_all_that_runs_under_it() -> None:
    all_run = Barrier(3)

    async def work() -> None:
        all_run.wait(DEADLINE)
        await asyncio.Event().wait()

    cancellation = Cancellation()
    with ThreadPoolExecutor(2) as workers:
        running = [workers.submit(run_cancellable, work, cancellation) for _ in range(2)]
        all_run.wait(DEADLINE)
        cancellation.cancel()
        for one in running:
            with pytest.raises(LoadCancelledError):
                one.result(DEADLINE)
