"""What stands in a json export, read back with a strict reader."""

import json
from collections.abc import Iterator
from decimal import Decimal
from io import BytesIO

import pytest

from app.domain.column import Column
from app.domain.views.columns import SHIPMENT_COLUMNS
from app.export.json_format import write_json
from app.export.rows import Cell, ExportRow, RawJson


def no_constant(name: str) -> object:
    raise AssertionError(name)


def written(columns: tuple[Column, ...], *rows: ExportRow) -> bytes:
    stream = BytesIO()
    write_json(stream, columns, iter(rows))
    return stream.getvalue()


def read_back(content: bytes) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(content.decode("utf-8"), parse_constant=no_constant)
    return found


def with_raw(columns: tuple[Column, ...], raw: str) -> bytes:
    return written(columns[:1], ExportRow(["7"], {"crudo": RawJson(raw)}))


def test_an_export_is_one_array_with_an_object_to_a_line(columns: tuple[Column, ...]) -> None:
    content = written(columns[:2], ExportRow(["05001000", "Bogotá"]), ExportRow(["7", None]))
    assert content.decode() == (
        '[\n{"numero": "05001000", "nombrePoblacionDestino": "Bogotá"}'
        ',\n{"numero": "7", "nombrePoblacionDestino": null}\n]\n'
    )


def test_a_table_without_rows_is_an_empty_array(columns: tuple[Column, ...]) -> None:
    assert written(columns) == b"[]\n"


def test_cells_keep_their_types(columns: tuple[Column, ...]) -> None:
    cells: list[Cell] = ["007", "", 1250.5, 10**30, True]
    assert list(read_back(written(columns, ExportRow(cells)))[0].values()) == cells


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_is_no_number_is_null(number: float, columns: tuple[Column, ...]) -> None:
    assert read_back(written(columns[:1], ExportRow([number]))) == [{"numero": None}]


def test_an_extra_stands_in_for_its_column_or_follows_after_the_last(columns: tuple[Column, ...]) -> None:
    extras = {"crudo": RawJson('{"numero": "7"}'), "skus": RawJson('[{"skuDesc": "Zapatos"}]')}
    shipment = read_back(written(columns, ExportRow(["7", None, None, 1, True], extras)))[0]
    assert list(shipment) == [*(column.api for column in columns), "crudo"]
    assert shipment["skus"] == [{"skuDesc": "Zapatos"}]
    assert shipment["crudo"] == {"numero": "7"}


def test_raw_json_is_passed_on_to_the_digit(columns: tuple[Column, ...]) -> None:
    raw = (
        '{"peso": 1.50, "valor": 0.1000000000000000055511151231257827, "grande": 1e400, "a": 1, "a": 2, "n": "\\u00f1"}'
    )
    content = with_raw(columns, raw)
    assert raw.encode() in content
    assert json.loads(content, parse_float=Decimal)[0]["crudo"]["grande"] == Decimal("1e400")


def test_raw_json_over_many_lines_stays_on_one(columns: tuple[Column, ...]) -> None:
    content = with_raw(columns, '{\r\n  "a": "x\u2028y\u0085z",\n  "b": [\n1]\n}')
    assert content.count(b"\n") == 3
    assert read_back(content)[0]["crudo"] == {"a": "x\u2028y\u0085z", "b": [1]}


@pytest.mark.parametrize(
    "raw", ["", "not json", '{"a": NaN}', "[Infinity]", '{"a": 1} {"b": 2}', '{"a": "x', "[" * 100_000, '{"a": "\n"}']
)
def test_what_is_no_json_after_all_is_shown_as_text(raw: str, columns: tuple[Column, ...]) -> None:
    assert read_back(with_raw(columns, raw)) == [{"numero": "7", "crudo": raw}]


def test_a_number_of_many_digits_in_raw_json_is_still_json(columns: tuple[Column, ...]) -> None:
    assert b'{"a": ' + b"9" * 5000 + b"}" in with_raw(columns, '{"a": ' + "9" * 5000 + "}")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\0b", "a\0b"),
        ("\x1b\u2028\u202e", "\x1b\u2028\u202e"),
        ("lone \ud800 half", "lone \ufffd half"),
        ('"}]</script>', '"}]</script>'),
    ],
)
def test_hostile_texts_read_back_as_text(text: str, shown: str, columns: tuple[Column, ...]) -> None:
    row = ExportRow([text], {"crudo": RawJson(json.dumps(text, ensure_ascii=False))})
    assert read_back(written(columns[:1], row)) == [{"numero": shown, "crudo": shown}]


def test_every_column_of_a_shipment_is_named_once_and_in_order() -> None:
    cells = [column.key for column in SHIPMENT_COLUMNS]
    shipment = read_back(written(SHIPMENT_COLUMNS, ExportRow(cells)))[0]
    assert list(shipment.items()) == [(column.api, column.key) for column in SHIPMENT_COLUMNS]


def test_a_row_that_does_not_fit_its_columns_is_a_bug(columns: tuple[Column, ...]) -> None:
    with pytest.raises(ValueError, match="zip"):
        written(columns, ExportRow(["7"]))


def test_rows_are_taken_one_by_one(columns: tuple[Column, ...]) -> None:
    stream = BytesIO()
    sizes = []

    def rows() -> Iterator[ExportRow]:
        for number in range(100):
            sizes.append(len(stream.getvalue()))
            yield ExportRow([number])

    write_json(stream, columns[:1], rows())
    assert sizes == sorted(set(sizes))
