"""Finds the country of a time zone in the table of the zone data."""

from importlib.resources import files

_ZONES = files("tzdata") / "zoneinfo"


def country_of(zone: str) -> str | None:
    """Return the ISO 3166 code of an IANA zone's country; None for a zone without one, such as `UTC`.

    Former names of a zone, such as `America/Buenos_Aires`, count as well.
    """
    countries = dict(_countries())
    return countries.get(zone) or countries.get(_links().get(zone, ""))


def _countries() -> list[tuple[str, str]]:
    """Return the zones of the table with their countries."""
    lines = (_ZONES / "zone.tab").read_text(encoding="utf-8").splitlines()
    fields = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(zone, country) for country, _coordinates, zone, *_comment in fields]


def _links() -> dict[str, str]:
    """Return the current name for each former name of a zone."""
    lines = (_ZONES / "tzdata.zi").read_text(encoding="utf-8").splitlines()
    links = [line.split() for line in lines if line.startswith("L ")]
    return {former: zone for _mark, zone, former in links}
