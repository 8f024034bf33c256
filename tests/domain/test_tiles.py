"""Map tiles: which template is accepted, and which tiles lie over an area."""

import pytest

from app.domain.places.geography import Place
from app.domain.places.tiles import MOST_TILES, Tile, checked_template, tiles_over, zoom_for

BOGOTA = Place(4.668, -74.054)


@pytest.mark.parametrize(
    "template",
    [
        "https://tiles.example/{z}/{x}/{y}.png",
        "https://tiles.example:8443/city/{z}/{y}/{x}?key=a",
        "https://4.tiles.example/{z}/{x}/{y}.png",
        "https://tiles.example/tile?z={z}&x={x}&y={y}",
        "  https://tiles.example/{z}/{x}/{y}.png ",
        "",
    ],
)
def test_an_address_with_its_three_places_is_accepted(template: str) -> None:
    assert checked_template(template) == template.strip()


@pytest.mark.parametrize(
    "template",
    [
        "http://tiles.example/{z}/{x}/{y}.png",
        "ftp://tiles.example/{z}/{x}/{y}.png",
        "file:///{z}/{x}/{y}.png",
        "tiles.example/{z}/{x}/{y}.png",
        "https:///{z}/{x}/{y}.png",
        "https://ana:secreta@tiles.example/{z}/{x}/{y}.png",
        "https://tiles.example/{z}/{x}.png",
        "https://tiles.example/{z}/{x}/{y}/{y}.png",
        "https://{z}.tiles.example/{x}/{y}.png",
        "https://{s}.tiles.example/{z}/{x}/{y}.png",
        "https://tiles.example/{s}/{z}/{x}/{y}.png",
        "https://tiles.example/{z}/{x}/{y}.png#a",
        "https://tiles.example/a b/{z}/{x}/{y}.png",
        "https://tiles.example:port/{z}/{x}/{y}.png",
        "https://ana@tiles.example/{z}/{x}/{y}.png",
        "https://tiles.example\\@10.0.0.1/{z}/{x}/{y}.png",
        "https://localhost/{z}/{x}/{y}.png",
        "https://tiles.LOCALHOST.:8443/{z}/{x}/{y}.png",
        "https://127.0.0.1/{z}/{x}/{y}.png",
        "https://8.8.8.8./{z}/{x}/{y}.png",
        "https://127.1/{z}/{x}/{y}.png",
        "https://2130706433/{z}/{x}/{y}.png",
        "https://0x7f000001/{z}/{x}/{y}.png",
        "https://[::1]/{z}/{x}/{y}.png",
        "https://[2001:4860:4860::8888]/{z}/{x}/{y}.png",
    ],
)
def test_any_other_address_is_refused(template: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        checked_template(template)


def test_a_place_lies_within_the_corners_of_its_tile() -> None:
    (tile,) = tiles_over(BOGOTA, BOGOTA, 17)
    assert tile == Tile(17, 38573, 63834)
    northwest, southeast = tile.corners()
    assert southeast.latitude < BOGOTA.latitude < northwest.latitude
    assert northwest.longitude < BOGOTA.longitude < southeast.longitude
    assert tile.address("https://tiles.example/{z}/{x}/{y}.png") == "https://tiles.example/17/38573/63834.png"


def test_an_area_is_covered_from_its_middle_and_never_by_too_many() -> None:
    southeast = Place(4.60, -73.98)
    tiles = tiles_over(BOGOTA, southeast, 13)
    assert len(tiles) == len(set(tiles)) == 9
    middle = tiles[0]
    assert {(one.x - middle.x, one.y - middle.y) for one in tiles} == {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)}
    assert tiles_over(BOGOTA, southeast, 19) == []
    assert len(tiles_over(Place(89, -180), Place(-89, 180), 2)) == 0
    assert len(tiles_over(Place(89, -300), Place(-89, 300), 3)) in (0, 64)
    assert MOST_TILES < 64
    assert tiles_over(Place(90, 170), Place(80, 200), 3) == [Tile(3, 7, 0)]


@pytest.mark.parametrize(("scale", "zoom"), [(10, 19), (1, 17), (0.05, 13), (0.001, 7), (1e-6, 0)])
def test_the_zoom_follows_the_scale(scale: float, zoom: int) -> None:
    assert zoom_for(scale, BOGOTA.latitude) == zoom
