from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from app.domain.column import Column, Kind
from app.domain.texts import Text


@pytest.fixture
def columns() -> tuple[Column, ...]:
    """Return one column of each sort that is written differently."""
    return (
        Column("number", "numero", Text("Column", "Number"), Kind.ID, 13),
        Column("locality", "nombrePoblacionDestino", Text("Column", "Locality"), width=16),
        Column("value", "valorDeclarado", Text("Column", "Declared value"), Kind.MONEY, 12),
        Column("skus", "skus", Text("Column", "SKUs"), Kind.NUMBER, 6),
        Column("current", "vigente", Text("Column", "Still listed"), Kind.FLAG, 10),
    )


@pytest.fixture
def titles(columns: tuple[Column, ...]) -> list[str]:
    """Return the columns' names on the wire."""
    return [column.api for column in columns]


@pytest.fixture
def small_files() -> Callable[[], AbstractContextManager[None]]:
    """Return a context in which no file of this process grows beyond 4 KB: to who writes it that is a full disk.

    It holds for standard output too, so nothing else belongs into the context.
    """

    resource = pytest.importorskip("resource", reason="POSIX alone has such a limit")

    @contextmanager
    def limited() -> Iterator[None]:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    return limited
