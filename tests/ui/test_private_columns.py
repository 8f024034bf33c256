import pytest

from app.domain.views.columns import COLUMNS, Table, is_offered
from app.ui.tables.table_page import TablePage


def test_the_link_to_an_identity_card_cannot_be_shown_whatever_was_kept(pages: dict[Table, TablePage]) -> None:
    header = pages[Table.VISITS].view.columns_header
    header.show_columns(("status",), [("photo_identity", 120, True), ("driver", 120, True)])
    columns = COLUMNS[Table.VISITS]
    shown = [columns[place].key for place in header.shown_places()]
    assert shown == ["driver", "status"]
    assert "photo_identity" not in {key for key, _, shown in header.arrangement() if shown}
    offered = {title for title, _ in header.offered()}
    assert "Photo of the delivery" in offered
    assert "Photo of the document" not in offered


@pytest.mark.parametrize(
    ("carriers", "hidden"), [(("A", "B"), ["fotos.dni"]), (("A",), ["transportadora", "fotos.dni", "transportadora"])]
)
def test_everything_else_is_offered(carriers: tuple[str, ...], hidden: list[str]) -> None:
    assert [one.api for columns in COLUMNS.values() for one in columns if not is_offered(one, carriers)] == hidden
