"""The landed table of what rows say is what the program says."""

from tests.stories.truth_table import TABLE, table


def test_the_table_of_what_rows_say_is_what_the_program_says() -> None:
    assert TABLE.read_text(encoding="utf-8") == table(), "write it again: python -m tests.stories.truth_table"
