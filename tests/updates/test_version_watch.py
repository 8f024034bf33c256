"""When the newest version is asked for."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from queue import Queue

import pytest

from app.domain.announced_version import AnnouncedVersion
from app.domain.settings import Settings
from app.services.maintenance.version_watch import VersionWatch
from tests.carrier.scripted_carrier import DEADLINE, ScriptedCarrier, raw, says, says_nothing

Watching = Callable[[Callable[[], Settings], float], tuple[VersionWatch, "Queue[AnnouncedVersion | None]"]]


@pytest.fixture
def watching() -> Iterator[Watching]:
    """Start watches that end with the test; each with a queue of what it found."""
    with ExitStack() as stack:

        def start(
            settings: Callable[[], Settings], every: float
        ) -> tuple[VersionWatch, "Queue[AnnouncedVersion | None]"]:
            found: Queue[AnnouncedVersion | None] = Queue()
            bugs: list[BaseException] = []
            watch = VersionWatch(settings, lambda: found.put(watch.newer), bugs.append, every)
            watch.start()
            stack.callback(lambda: bugs == [] or pytest.fail(str(bugs)))
            stack.callback(watch.stop)
            return watch, found

        yield start


def test_it_asks_again_and_reports_only_what_changed(watching: Watching) -> None:
    with ScriptedCarrier(says(200, b"9.0"), says(200, b"9.0"), says(200, b"9.1"), says(200, b"0.0")) as server:
        _, found = watching(lambda: Settings(version_url=server.url), 0.01)
        assert [found.get(timeout=DEADLINE) for _ in range(3)] == [
            AnnouncedVersion("9.0"),
            AnnouncedVersion("9.1"),
            None,
        ]


def test_what_it_knows_stays_while_the_address_says_nothing_new(watching: Watching) -> None:
    with ScriptedCarrier(says(200, b"9.0"), says(503, b""), raw(b""), says(200, b"0.0")) as server:
        _, found = watching(lambda: Settings(version_url=server.url), 0.01)
        assert [found.get(timeout=DEADLINE) for _ in range(2)] == [AnnouncedVersion("9.0"), None]
        assert len(server.requests) >= 3


def test_it_asks_once_a_day_and_soon_for_another_address_alone(watching: Watching) -> None:
    addresses = [""]
    with ScriptedCarrier(says(200, b"9.0")) as server, ScriptedCarrier(says(200, b"9.1")) as other:
        watch, found = watching(lambda: Settings(version_url=addresses[-1]), 86400.0)
        addresses.append(server.url)
        watch.look_soon()
        assert found.get(timeout=DEADLINE) == AnnouncedVersion("9.0")
        watch.look_soon()
        addresses.append(other.url)
        watch.look_soon()
        assert found.get(timeout=DEADLINE) == AnnouncedVersion("9.1")
        addresses.append("")
        watch.look_soon()
        assert found.get(timeout=DEADLINE) is None
        assert (len(server.requests), len(other.requests)) == (1, 1)


def test_it_ends_at_once_while_the_server_is_silent(watching: Watching) -> None:
    with ScriptedCarrier(says_nothing) as server:
        watch, found = watching(lambda: Settings(version_url=server.url), 86400.0)
        server.arrived.get(timeout=DEADLINE)
        watch.stop()
        assert not watch._thread._thread.is_alive()
        assert found.empty()
