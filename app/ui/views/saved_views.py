"""Saves, renames, replaces, deletes and counts the user's own views; each change can be undone."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QMenu, QWidget

from app.board.reading.reader import Reader
from app.domain.days import Scope
from app.domain.errors import AppError
from app.domain.views.queries import SavedView
from app.ui.context.window_context import Feature, WindowContext
from app.ui.context.window_state import LONGEST_NAME
from app.ui.tables.narrowing import Narrowing
from app.ui.tables.phone_search import PhoneSearch
from app.ui.tables.table_page import TablePage
from app.ui.tables.table_tabs import TableTabs
from app.ui.views.empty_reasons import EmptySituations
from app.ui.views.views_panel import ViewsPanel
from app.ui.widgets.fitted_dialog import move_into_screen, scaled_room
from app.ui.widgets.labels import name_field, plain_label
from app.ui.widgets.layouts import in_column

_Counted = tuple[Scope, dict[str, int | None]]


class ViewNameDialog(QDialog):
    """Asks for a name, and warns if it would replace another view."""

    named = Signal(str)

    def __init__(self, title: str, about: str, name: str, taken: Collection[str], parent: QWidget) -> None:
        """Ask for it; `about` says what the view shows and may be empty, `taken` are the names of the other views."""
        super().__init__(parent)
        self._taken = {one.casefold() for one in taken}
        self.setWindowTitle(title)
        self.setMinimumWidth(scaled_room(self, 400).width())
        self.field = QLineEdit(name, maxLength=LONGEST_NAME)
        self.field.setSelection(len(name), -len(name))  # with the cursor at the beginning, which is then seen
        name_field(self.field, self.tr("Name"))
        self._warning = plain_label(tone="warn")
        self._warning.setText(self.tr("A view of this name is there already. It will be replaced."))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self._save = self.buttons.button(QDialogButtonBox.StandardButton.Save)
        self._save.setProperty("primary", True)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        self.field.textChanged.connect(self._follow)
        column = in_column(on=self, margins=(20, 16, 20, 16), spacing=12)
        if about:
            column.addWidget(plain_label(about, tone="dim"))
        label = plain_label(self.tr("Name"))
        label.setBuddy(self.field)
        column.addWidget(label)
        column.addWidget(self.field)
        column.addWidget(self._warning)
        column.addWidget(self.buttons)
        self._follow()
        self.field.setFocus()

    @property
    def name(self) -> str:
        """The name in the field."""
        return " ".join(self.field.text().split())

    @Slot()
    def _follow(self) -> None:
        is_taken = self.name.casefold() in self._taken
        self._warning.setVisible(is_taken)
        self._save.setText(self.tr("Replace") if is_taken else self.tr("Save"))
        self._save.setEnabled(bool(self.name))
        self.adjustSize()
        move_into_screen(self)

    @Slot()
    def _accept(self) -> None:
        if self.name:
            self.named.emit(self.name)
            self.accept()


class SavedViews(Feature):
    """Keeps the user's own views in the window's state, and shows them with their counts in the panel."""

    changed = Signal()

    def __init__(self, context: WindowContext, panel: ViewsPanel, tabs: TableTabs, situations: EmptySituations) -> None:
        super().__init__(context)
        self._panel = panel
        self._tabs = tabs
        self._situations = situations
        self.views: tuple[SavedView, ...] = tuple(context.state.saved_views)
        self._panel.show_saved(self.views)
        self._panel.saved_menu_asked.connect(self._open_menu)
        self._panel.delete_asked.connect(self.delete)
        for page in tabs.pages.values():
            page.filters.save_asked.connect(self.save_shown)

    def shown_in(self, page: TablePage) -> SavedView | None:
        """Return the saved view that a table shows now; None if it shows none of them."""
        shown = page.narrowing
        return next((one for one in self.views if one.table is page.table and Narrowing.of_saved(one) == shown), None)

    @Slot()
    def ask_for_counts(self) -> None:
        """Have the rows of each view counted for the day that is shown."""
        day, today, views = self._context.day.shown_day, self._context.clock.today(), self.views
        read_phone = self._context.read_phone

        def count(rows: Reader) -> _Counted:
            searches = PhoneSearch(rows, read_phone)
            return day, {view.name: _count(searches, view, day, today) for view in views}

        if views:
            self._context.queries.ask("saved views", count).succeeded.connect(self._show_counts)

    @Slot(object)
    def _show_counts(self, counted: _Counted) -> None:
        day, counts = counted
        if day == self._context.day.shown_day:
            known = self._context.day.known
            shown = {name: None if count is None else known(count) for name, count in counts.items()}
            self._panel.show_saved_counts(shown)

    @Slot()
    def save_shown(self) -> None:
        """Ask for a name, and save the filters and the order of the table in front."""
        page = self._tabs.page
        narrowing = page.narrowing
        if narrowing.numbers and not replace(narrowing, numbers=()).is_narrowed:
            self._context.report(self.tr("A pasted list is of one day and is not kept. Filter or search as well."))
            return
        if not narrowing.can_be_saved:
            self._context.report(self.tr("Filter, search or sort a table first: that is what a view keeps."))
            return
        about = ", ".join(self._situations.named(page)) or self.tr("An order of its own")
        dialog = self._dialog(self.tr("Save as view"), about, about[:LONGEST_NAME], self.views)
        dialog.named.connect(lambda name: self._save(narrowing.saved(name, page.table)))
        dialog.open()

    def _save(self, view: SavedView) -> None:
        others = [one for one in self.views if one.name.casefold() != view.name.casefold()]
        place = next((nth for nth, one in enumerate(self.views) if one not in others), len(others))
        self._change((*others[:place], view, *others[place:]), self.tr("view {view} saved").format(view=view.name))

    def rename(self, view: SavedView) -> None:
        """Ask for another name."""
        others = [one for one in self.views if one is not view]
        dialog = self._dialog(self.tr("Rename view"), "", view.name, others)
        dialog.named.connect(partial(self._rename, view))
        dialog.open()

    def _rename(self, view: SavedView, name: str) -> None:
        kept = [one for one in self.views if one == view or one.name.casefold() != name.casefold()]
        renamed = tuple(replace(one, name=name) if one == view else one for one in kept)
        self._change(renamed, self.tr("view {view} renamed").format(view=view.name))

    def replace(self, view: SavedView) -> None:
        """Save the filters and the order of the table in front under the name of this view."""
        page = self._tabs.page
        if page.narrowing.can_be_saved:
            self._save(page.narrowing.saved(view.name, page.table))

    @Slot(object)
    def delete(self, view: SavedView) -> None:
        """Delete it."""
        text = self.tr("view {view} deleted").format(view=view.name)
        self._change(tuple(one for one in self.views if one != view), text)
        self._context.report(self.tr("The view {view} is deleted. Undo brings it back.").format(view=view.name))

    def _change(self, views: tuple[SavedView, ...], text: str) -> None:
        before = self.views
        if views != before:
            self._keep(views)
            self._context.undo.record(text, partial(self._keep, views), partial(self._keep, before))

    def _keep(self, views: tuple[SavedView, ...]) -> None:
        self.views = views
        self._context.state.saved_views = list(views)
        self._panel.show_saved(views)
        self.changed.emit()
        self.ask_for_counts()

    def _dialog(self, title: str, about: str, name: str, others: Sequence[SavedView]) -> ViewNameDialog:
        dialog = ViewNameDialog(title, about, name, [one.name for one in others], self._context.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog

    @Slot(object, QPoint)
    def _open_menu(self, view: SavedView, at: QPoint) -> None:
        menu = self.menu(view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.exec(at)

    def menu(self, view: SavedView) -> QMenu:
        """Return the menu of a view."""
        menu = QMenu(self._panel)
        menu.addAction(self.tr("Rename…")).triggered.connect(lambda: self.rename(view))
        by_shown = menu.addAction(self.tr("Replace by what is shown now"))
        by_shown.setEnabled(self._tabs.page.narrowing.can_be_saved and self.shown_in(self._tabs.page) != view)
        by_shown.triggered.connect(lambda: self.replace(view))
        menu.addSeparator()
        menu.addAction(self.tr("Delete")).triggered.connect(lambda: self.delete(view))
        return menu


def _count(searches: PhoneSearch, view: SavedView, day: Scope, today: date) -> int | None:
    try:
        return searches.count(view.of_day(day), today)
    except AppError:  # such as too many words to search for: the table reports it when the view is chosen
        return None
