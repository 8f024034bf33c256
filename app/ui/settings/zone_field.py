"""A field for a time zone, chosen from a list that can be searched."""

from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QSizePolicy

from app.domain.folding import fold

_OLD = ("Etc/", "SystemV/", "US/", "posix", "right/")
"""Zones that are kept for old computers alone; one of them that is set is shown all the same."""
_SEARCHED = Qt.ItemDataRole.UserRole + 1


class _Search(QCompleter):
    """Finds the words of a zone's name anywhere in it, without accents."""

    def __init__(self, field: QComboBox) -> None:
        super().__init__(field.model(), field)
        self.setCompletionRole(_SEARCHED)
        self.setFilterMode(Qt.MatchFlag.MatchContains)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    def splitPath(self, path: str) -> list[str]:
        """Return what is searched for."""
        return [_searched(path)]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """Return what stands in the field once an entry is chosen."""
        return str(index.data(Qt.ItemDataRole.DisplayRole) or "")


class ZoneField(QComboBox):
    """Its zone is an IANA name, or empty for the first entry, `unset`: what applies where no zone is chosen."""

    edited = Signal()
    """Something is being typed; it may be half a name."""
    settled = Signal()
    """A zone was chosen, or the cursor left what was typed."""

    def __init__(self, unset: str) -> None:
        super().__init__()
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setMinimumContentsLength(20)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMaxVisibleItems(14)
        self._add(unset, "")
        for zone in _zones():
            self._add(_title(zone), zone)
        self.setCompleter(_Search(self))
        line = self.lineEdit()
        if line is not None:
            line.editingFinished.connect(self._settle)
            line.textEdited.connect(self.edited)
        self.activated.connect(self.settled)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Select all, so that typing replaces the zone, also after a click."""
        super().focusInEvent(event)
        line = self.lineEdit()
        if line is not None:
            QTimer.singleShot(0, line, line.selectAll)  # after the click that brought the focus has set the cursor

    def show_zone(self, zone: str) -> None:
        """Show a zone, also one that the list lacks."""
        place = self.findData(zone)
        if place < 0:
            self._add(_title(zone), zone)
            place = self.count() - 1
        self.setCurrentIndex(place)

    def zone(self) -> str:
        """Return the zone; what is typed if it is none."""
        place = self._typed_place()
        return str(self.itemData(place)) if place >= 0 else self.currentText().strip()

    @property
    def is_zone(self) -> bool:
        """Whether there is such a zone."""
        zone = self.zone()
        try:
            return not zone or bool(ZoneInfo(zone))
        except (ZoneInfoNotFoundError, OSError, ValueError):
            return False

    def _add(self, title: str, zone: str) -> None:
        self.addItem(title, zone)
        self.setItemData(self.count() - 1, _searched(f"{title} {zone}"), _SEARCHED)

    def _typed_place(self) -> int:
        """Return the entry that is typed: whole, by its last word, or the only one that what is typed can mean."""
        typed = _searched(self.currentText())
        if not typed:
            return 0
        names = [str(self.itemData(place, _SEARCHED)) for place in range(self.count())]
        titles = [_searched(self.itemText(place)) for place in range(self.count())]
        zones = [_searched(str(self.itemData(place))) for place in range(self.count())]
        for found in (
            [place for place, title in enumerate(titles) if typed == title],
            [place for place, zone in enumerate(zones) if typed == zone or zone.endswith(f"/{typed}")],
            [place for place, name in enumerate(names) if typed in name],
        ):
            if len(found) == 1:
                return found[0]
        return -1

    @Slot()
    def _settle(self) -> None:
        """Write the zone out that was typed in part."""
        place = self._typed_place()
        if place >= 0:
            self.setCurrentIndex(place)
            self.setEditText(self.itemText(place))
        self.settled.emit()


@cache
def _zones() -> tuple[str, ...]:
    """Return the zones by their names; reading them takes some 40 ms."""
    return tuple(sorted(one for one in available_timezones() if "/" in one and not one.startswith(_OLD)))


def _title(zone: str) -> str:
    return zone.replace("_", " ")


def _searched(text: str) -> str:
    return fold(text).replace("_", " ").strip()
