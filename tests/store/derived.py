"""Waiting for what is derived of notifications behind their answer."""

from app.store.writer import Writer

_LONGEST = 60.0


def wait_until_derived(writer: Writer) -> None:
    """Wait until all that is kept is derived, and told of."""
    writer.when_applied().result(_LONGEST)
    writer.board.read(lambda _: None).result(_LONGEST)  # it is told behind that
    writer.read(lambda _: None).result(_LONGEST)  # and what was noticed then is kept
