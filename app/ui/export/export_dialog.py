"""The export dialog: which rows, which columns, in which format; and the progress once it runs."""

from PySide6.QtCore import QEvent, QObject, QSize, QTimer, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QDialog, QDialogButtonBox, QLabel, QProgressBar, QRadioButton, QWidget

from app.domain.column import Column
from app.domain.views.columns import COLUMNS, is_offered, with_followers
from app.domain.views.exports import Format
from app.ui.appearance.theme import scaled
from app.ui.context.window_context import WindowContext
from app.ui.export.export_columns import ExportColumns
from app.ui.export.rows_to_export import ShownRows
from app.ui.widgets.fitted_dialog import move_into_screen, scaled_room, within_screen
from app.ui.widgets.flow_layout import ContentArea
from app.ui.widgets.labels import card, plain_label
from app.ui.widgets.layouts import in_column, in_row

_PATIENCE_MS = 500
_LONGEST_VALUE = 60  # characters of a filter that are shown; a pasted list has thousands
_MARK, _BESIDE_MARK = 14, 10  # a radio button's mark, and its border with what is between it and its text


class ExportDialog(QDialog):
    """Offers the choice and shows the progress; it writes nothing itself. It is never modal."""

    file_asked = Signal()
    """The user has chosen, and the file is to be asked for."""
    cancel_asked = Signal()

    def __init__(
        self,
        context: WindowContext,
        shown: ShownRows,
        titles: tuple[str, str],
        separator: str,
    ) -> None:
        """Offer to export a table; `titles` are its name, and its carrier and date, `separator` that of a CSV file."""
        super().__init__(context.window)
        self.shown = shown
        self._state = context.state
        self._locale = context.formats.locale
        self.is_running = self._knows_whole = False
        self._every = tuple(one for one in COLUMNS[shown.query.table] if is_offered(one, shown.query.day.carriers))
        self._on_screen = tuple(with_followers(COLUMNS[shown.query.table], shown.columns))
        self.setWindowTitle(self.tr("Export"))
        self.setMinimumWidth(scaled_room(self, 640).width())
        self.seen, self.filters = QRadioButton(), plain_label(tone="dim")
        self.selected = QRadioButton()
        self.whole = QRadioButton()
        self.on_screen = QRadioButton()
        self.every = QRadioButton()
        self.chosen = QRadioButton()
        self.xlsx = QRadioButton(self.tr("Excel workbook (XLSX)"))
        self.csv = QRadioButton(self.tr("Text (CSV)"))
        self.columns = ExportColumns(shown.titles)
        self._content = QWidget()
        self._content.setObjectName("scrolled")  # the style sheet refers to it by this name
        self._area = ContentArea()
        self.bar = QProgressBar()
        self.bar.setAccessibleName(self.tr("Progress of the export"))
        self.progress = plain_label(tone="dim")
        self.error = plain_label(tone="bad")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go = self.buttons.addButton(self.tr("Export…"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.go.setProperty("primary", True)
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        for one in (self, self._content):
            one.installEventFilter(self)
        self._patience.timeout.connect(self._show_progress)
        self._area.setWidget(self._content)
        self._choices = [self._rows_card(), self._columns_card(), self._form_card(separator)]
        self._lay_out(titles)
        self._connect()
        self._choose()

    def _lay_out(self, titles: tuple[str, str]) -> None:
        head = in_column(plain_label(titles[0], heading="title"), plain_label(titles[1], tone="dim"), spacing=2)
        column = in_column(head, on=self, margins=(20, 16, 20, 16), spacing=12)
        in_column(*self._choices, 1, on=self._content, margins=0, spacing=12)
        column.addWidget(self._area, 1)
        for widget in (self.bar, self.error):
            widget.hide()
            column.addWidget(widget)
        column.addLayout(in_row((self.progress, 1), self.buttons))

    def _connect(self) -> None:
        self.buttons.accepted.connect(self.file_asked)
        self.buttons.rejected.connect(self.reject)
        self.columns.reset_asked.connect(lambda: self.columns.show_choice(self._as_on_screen()))
        self.columns.changed.connect(self._count_columns)
        self.whole.toggled.connect(self._look_whether_complete)
        for button in (self.on_screen, self.every, self.chosen):
            button.toggled.connect(self._count_columns)

    def follow(self, shown: ShownRows) -> None:
        """Offer the rows that the table shows now, after another filter or search."""
        self.shown = shown
        self.seen.setText(self.tr("What I see: %Ln row(s)", "", len(shown.ids)))
        self.selected.setText(self.tr("Selected: %Ln row(s)", "", len(shown.selected)))
        filters = " · ".join(f"{label}: {_short(value)}" for label, value in shown.narrowed)
        self.filters.setText(filters or self.tr("Nothing is filtered out."))
        self.seen.setAccessibleDescription(self.filters.text())
        self._enable_rows()

    def _rows_card(self) -> QWidget:
        self.follow(self.shown)
        self._name_whole(self.shown.total)
        note = self.tr("The rows stay those of this moment; their values are those of the moment of writing.")
        return self._card(
            self.tr("Rows"),
            (self.seen, "", _indented(self.filters)),
            (self.selected, "", None),
            (self.whole, "", None),
            note=note,
        )

    def _name_whole(self, rows: int) -> None:
        self.whole.setText(self.tr("The whole day: %Ln row(s)", "", rows))

    def show_whole(self, rows: int) -> None:
        """Show how many rows the whole day has."""
        self._name_whole(rows)
        self._knows_whole = True
        self._look_whether_complete()
        if self.is_whole and self.focusWidget() in (None, self.seen):
            self.go.setFocus()  # it could not have the keyboard before

    def _columns_card(self) -> QWidget:
        more = (self.shown.titles[one.key] for one in self._on_screen if one not in self.shown.columns)
        self.on_screen.setText(self._counted_columns(self.tr("As on the screen"), len(self.shown.columns), *more))
        self.every.setText(self._counted_columns(self.tr("All"), len(self._every)))
        return self._card(
            self.tr("Columns"), (self.on_screen, "", None), (self.every, "", None), (self.chosen, "", self.columns)
        )

    def _counted_columns(self, text: str, count: int, *more: str) -> str:
        return f"{text} ({' + '.join([self._locale.toString(count), *more])})"

    def _form_card(self, separator: str) -> QWidget:
        names = {",": self.tr("commas"), ";": self.tr("semicolons"), "\t": self.tr("tabs")}
        of_xlsx = self.tr("A second sheet says what the first one holds: filters, totals, reception gaps.")
        of_csv = self.tr(
            "With {separators} between the cells, as spreadsheets here expect. Nothing but the rows."
        ).format(separators=names.get(separator, f"“{separator}”"))
        return self._card(self.tr("Format"), (self.xlsx, of_xlsx, None), (self.csv, of_csv, None))

    def _card(self, title: str, *choices: tuple[QRadioButton, str, QWidget | None], note: str = "") -> QWidget:
        content_layout = in_column(spacing=8)
        group = QButtonGroup(self)
        for button, said, more in choices:
            group.addButton(button)
            one = in_column(button, spacing=2)
            if said:
                button.setAccessibleDescription(said)
                one.addWidget(_indented(plain_label(said, tone="dim")))
            if more is not None:
                one.addSpacing(6)
                one.addWidget(more)
            content_layout.addLayout(one)
        if note:
            content_layout.addWidget(plain_label(note, tone="dim"))
        return card(title, content_layout)

    def _choose(self) -> None:
        is_own, kept = self._state.export_columns(self.shown.query.table)
        self.columns.show_choice(kept or self._as_on_screen())
        (self.chosen if is_own else self.on_screen).setChecked(True)
        self._enable_rows()
        is_of_some = len(self.shown.selected) > 1
        (self.selected if is_of_some else self.seen if self.shown.ids else self.whole).setChecked(True)
        (self.csv if self._state.export_form == Format.CSV else self.xlsx).setChecked(True)
        self.go.setFocus()

    def _as_on_screen(self) -> list[tuple[str, bool]]:
        return [(column.key, True) for column in self.shown.columns]

    @Slot()
    def _count_columns(self) -> None:
        count = sum(chosen for _, chosen in self.columns.choice())
        self.chosen.setText(self._counted_columns(self.tr("My choice"), count))
        self.columns.setVisible(self.chosen.isChecked())
        self._look_whether_complete()

    @Slot()
    def _look_whether_complete(self) -> None:
        has_rows = self._knows_whole or not self.is_whole
        self.go.setEnabled(has_rows and bool(self.chosen_columns()) and not self.is_running)

    def chosen_columns(self) -> tuple[Column, ...]:
        """Return the columns to export, from left to right."""
        if self.on_screen.isChecked():
            return self._on_screen
        if self.every.isChecked():
            return self._every
        by_key = {column.key: column for column in self._every}
        return tuple(by_key[key] for key, chosen in self.columns.choice() if chosen)

    @property
    def form(self) -> Format:
        """The format that is chosen."""
        return Format.CSV if self.csv.isChecked() else Format.XLSX

    @property
    def is_whole(self) -> bool:
        """Whether all rows of the day are wanted."""
        return self.whole.isChecked()

    @property
    def is_of_selection(self) -> bool:
        """Whether the selected rows alone are wanted."""
        return self.selected.isChecked()

    def keep_choice(self) -> None:
        """Remember what was chosen."""
        self._state.export_form = self.form
        table, is_chosen = self.shown.query.table, self.chosen.isChecked()
        self._state.keep_export_columns(table, self.columns.choice(), is_chosen=is_chosen)

    def start(self, rows: int) -> None:
        """Show that so many rows are being written; the bar appears only if it takes a while."""
        self.is_running = True
        self._enable(enabled=False)
        self.error.hide()
        self.bar.setRange(0, rows)
        self.show_progress(0)
        self.progress.hide()
        self._patience.start()

    @Slot()
    def _show_progress(self) -> None:
        self.bar.show()
        self.progress.show()

    @Slot(object)
    def show_progress(self, rows: int) -> None:
        """Show how many rows were read; after the last one the file is assembled, for a time that is not known."""
        most = self.bar.maximum()
        if rows >= most:
            self.bar.setRange(0, 0)
            self.progress.setText(self.tr("Putting the file together…"))
        else:
            self.bar.setValue(rows)
            written = self.tr("{rows} of {total} rows")
            self.progress.setText(written.format(rows=self._locale.toString(rows), total=self._locale.toString(most)))

    @Slot()
    def stop(self) -> None:
        """Show that the export ended."""
        self.is_running = False
        self._patience.stop()
        self.bar.hide()
        self.progress.hide()
        self._enable(enabled=True)
        self.go.setFocus()  # it lost the keyboard to Cancel, which would throw the choice away

    def show_failure(self, text: str) -> None:
        """Show what went wrong; the choice stays as it is."""
        self.error.setText(text)
        self.error.show()

    def _enable(self, *, enabled: bool) -> None:
        for one in (*self._choices, self.go):
            one.setEnabled(enabled)
        if enabled:
            self._count_columns()
            self._enable_rows()

    def _enable_rows(self) -> None:
        """Offer what holds rows."""
        if not (self.shown.ids if self.seen.isChecked() else self.shown.selected or not self.selected.isChecked()):
            self.whole.setChecked(True)
        self.seen.setEnabled(bool(self.shown.ids))
        self.selected.setEnabled(bool(self.shown.selected))

    def reject(self) -> None:
        """Cancel the export that runs; else close."""
        if self.is_running:
            self.cancel_asked.emit()
        else:
            super().reject()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Resize the dialog to its content.

        An event filter on itself, since an override of `event` would crash if the event deletes the dialog.
        """
        if event.type() == QEvent.Type.LayoutRequest:
            self.resize(within_screen(self, QSize(self.width(), self.sizeHint().height())))
            move_into_screen(self)
        return False


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"


def _indented(label: QLabel) -> QLabel:
    label.setContentsMargins(scaled(_MARK) + _BESIDE_MARK, 0, 0, 0)
    return label
