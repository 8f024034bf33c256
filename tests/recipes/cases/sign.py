"""The sign of the recipe, in the whole window."""

from tests.flows.conftest import Bench


def test_a_parcel_with_two_visits_of_the_day_carries_the_sign(bench: Bench) -> None:
    bench.carrier()
    bench.trust()
    bench.open().load()
    bench.receive()
    first, second = bench.column("number")[:2]
    bench.notify(1, "falso_flete", first, at="08:05:00")
    bench.notify(2, "completada", first, at="09:05:00")
    bench.notify(3, "completada", second, at="09:10:00")
    bench.settle()
    signs = dict(zip(bench.column("number"), bench.column("signs"), strict=True))
    assert "Several visits" in signs[first]
    assert "Several visits" not in signs[second]
