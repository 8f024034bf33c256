"""The table of what is read says what the program does."""

from tests.wire.wire_table import SECTIONS, TABLE, lines


def test_the_table_of_the_wire_says_what_the_program_reads() -> None:
    assert TABLE.read_text(encoding="utf-8").splitlines() == list(lines()), (
        "write the table again: python -m tests.wire.wire_table"
    )


def test_each_kind_stands_in_the_table_once() -> None:
    for section in SECTIONS:
        kinds = [case.kind for case in section.cases]
        assert len(kinds) == len(set(kinds)), kinds
