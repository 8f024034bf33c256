"""Waiting for what is derived of notifications behind their answer."""

from app.store.writer import Writer

_LONGEST = 60.0


def wait_until_derived(writer: Writer) -> None:
    """Wait until all that is kept is derived, and told of."""
    writer.followed().result(_LONGEST)
    writer.board.look(lambda _: None).result(_LONGEST)  # it is told behind that
    writer.look(lambda _: None).result(_LONGEST)  # and what was noticed then is kept
