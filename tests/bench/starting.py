"""Starts the program, and prints a line on standard output when it first painted rows: `… FOLDER`.

Without a folder it starts a bare window of PySide6 with a label.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_PAINTED = "painted"


def program(folder: str) -> int:
    """Run the program on a data folder; what it is made of is imported in its own order."""
    from app.bootstrap import process_tuning  # noqa: PLC0415
    from app.cli.main import main  # noqa: PLC0415 - what is not needed is not loaded

    quick_imports = process_tuning.quick_imports

    @contextmanager
    def imported_and_watched() -> Iterator[None]:
        with quick_imports():
            yield
        _watch()

    process_tuning.quick_imports = imported_and_watched
    return main(["--data-dir", folder])


def _watch() -> None:
    """Report the first painting of rows."""
    from PySide6.QtGui import QPaintEvent  # noqa: PLC0415

    from app.ui.tables.table_view import RowsView  # noqa: PLC0415

    paint = RowsView.paintEvent
    reported = False

    def painted(view: RowsView, event: QPaintEvent) -> None:  # it stays: PySide 6.11 goes on calling what it was
        nonlocal reported
        paint(view, event)
        if not reported and view.model().rowCount():
            reported = True
            print(_PAINTED, flush=True)  # noqa: T201 - the measuring process waits for it

    RowsView.paintEvent = painted  # type: ignore[assignment, method-assign]


def bare() -> int:
    """Show a window with a label."""
    from PySide6.QtGui import QPaintEvent  # noqa: PLC0415
    from PySide6.QtWidgets import QApplication, QLabel, QMainWindow  # noqa: PLC0415

    class Label(QLabel):
        def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
            super().paintEvent(event)
            print(_PAINTED, flush=True)  # noqa: T201 - as above

    app = QApplication(["bare"])
    window = QMainWindow()
    window.setCentralWidget(Label("Despacho"))
    window.resize(1200, 800)
    window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(program(sys.argv[1]) if sys.argv[1:] else bare())
