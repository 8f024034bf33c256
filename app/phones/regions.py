"""Which country a time zone belongs to, by the table that comes with the zones."""

from importlib.resources import files

_ZONES = files("tzdata") / "zoneinfo"


def country_of(zone: str) -> str | None:
    """Return the ISO 3166 code of the country that an IANA zone is in; None for one of no country, such as `UTC`.

    A zone's former names, such as `America/Buenos_Aires`, are in its country too.
    """
    countries = dict(_countries())
    return countries.get(zone) or countries.get(_links().get(zone, ""))


def _countries() -> list[tuple[str, str]]:
    """Return each zone of the table with its country."""
    lines = (_ZONES / "zone.tab").read_text(encoding="utf-8").splitlines()
    fields = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(zone, country) for country, _coordinates, zone, *_comment in fields]


def _links() -> dict[str, str]:
    """Return what each former name of a zone stands for now."""
    lines = (_ZONES / "tzdata.zi").read_text(encoding="utf-8").splitlines()
    links = [line.split() for line in lines if line.startswith("L ")]
    return {former: zone for _mark, zone, former in links}
