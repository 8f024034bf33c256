"""The page that ends a shift: the message, and the files."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QPlainTextEdit, QPushButton, QWidget

from app.domain.handover.document import SHORT_PHRASE, SHORTEST_PHRASE, phrase_of
from app.domain.phones import chat_link, mail_link
from app.domain.texts import Say
from app.ui.appearance.shown_texts import with_system_keys
from app.ui.appearance.theme import Theme, scaled
from app.ui.shift.phrase_field import PhraseField
from app.ui.widgets.fitted_dialog import Scrolled
from app.ui.widgets.labels import CopyButton, CopyIcons, card, plain_label
from app.ui.widgets.layouts import in_column, in_row
from app.ui.widgets.system import Opened, open_text

_WHATSAPP = "https://web.whatsapp.com/"


class MessageLinks(QObject):
    """Hands texts to other programs. A text that is too long for a link, or has no program, goes to the clipboard."""

    told = Signal(str)
    """What the user has to do; empty: nothing."""

    def send_by_whatsapp(self, text: str) -> None:
        """Open WhatsApp, which asks for the recipient."""
        self._open(chat_link(text), text, _WHATSAPP, self.tr("No browser could be opened."))

    def send_by_mail(self, subject: str, text: str) -> None:
        """Open a new message in the mail program."""
        problem = self.tr("This computer has no program for mail.")
        self._open(mail_link(subject, text), text, mail_link(subject), problem)

    def _open(self, link: str, text: str, without_text: str, problem: str) -> None:
        opened = open_text(link, text, without_text)
        if opened is Opened.WITHOUT_TEXT:
            self.told.emit(
                with_system_keys(
                    self.tr("The text is too long for a link. It is on the clipboard: paste it with Ctrl+V.")
                )
            )
        elif opened is Opened.NOTHING:
            QGuiApplication.clipboard().setText(text)
            self.told.emit(f"{problem} {self.tr('The text is on the clipboard.')}")
        else:
            self.told.emit("")


@dataclass(frozen=True)
class ShiftFiles:
    """Which files are wanted, and with which phrase the one for the next desk is signed; empty: the kept one."""

    is_pdf_wanted: bool
    is_handover_wanted: bool
    phrase: str
    remembers: bool


class EndPage(QWidget):
    """Shows the message to be edited and sent, and asks which files to make."""

    files_asked = Signal(object)
    """`ShiftFiles`; it is answered by `show_saved` or `show_problem`."""

    def __init__(self, say: Say, theme: Theme) -> None:
        super().__init__()
        self._say = say
        self._folder: Path | None = None
        self._title = plain_label(heading="title")
        self.message = QPlainTextEdit()
        self.message.setAccessibleName(self.tr("Message"))
        self.message.setTabChangesFocus(True)
        self.message.setMinimumHeight(scaled(160))
        self.links = MessageLinks(self)
        self.copy = CopyButton(self.tr("Copy"), self.message.toPlainText, CopyIcons.of(theme), has_word=True)
        self.copy.setAccessibleName(self.tr("Copy the message"))
        self.whatsapp = QPushButton(self.tr("WhatsApp"))
        self.mail = QPushButton(self.tr("Mail"))
        self._told = plain_label(tone="dim")
        self._told.hide()
        self.pdf = QCheckBox(self.tr("PDF of the day"))
        self.handover = QCheckBox(self.tr("File for the next desk"))
        self.phrase = PhraseField(theme)
        self._problem, self._saved = plain_label(tone="bad"), plain_label(tone="dim")
        self.open_folder = QPushButton(self.tr("Open folder"), flat=True, autoDefault=False)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.main = self.buttons.addButton(self.tr("End shift"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.main.setProperty("primary", True)
        self._content = QWidget()
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        send = in_row(spacing=8)
        for button in (self.copy, self.whatsapp, self.mail):
            button.setAutoDefault(False)
            send.addWidget(button)
        send.addStretch(1)
        text = in_column((self.message, 1), send, self._told, spacing=8)
        about = plain_label(
            self.tr(
                "It holds notes and promises. Names and phone numbers are in it only where a note has them, photos "
                "never."
            ),
            tone="dim",
        )
        files = in_column(self.pdf, self.handover, about, self.phrase, 1, spacing=8)
        for box in (self.pdf, self.handover):
            box.setChecked(True)
        cards = (card(self.tr("Message"), text), 3), (card(self.tr("Files"), files), 2)
        in_row(*cards, on=self._content, margins=0, spacing=12)
        said = in_row((self._saved, 1), self.open_folder)
        for hidden in (self._problem, self._saved, self.open_folder):
            hidden.hide()
        in_column(
            self._title,
            (Scrolled(self._content), 1),
            self._problem,
            said,
            self.buttons,
            on=self,
            margins=(0, 16, 0, 0),
            spacing=12,
        )

    def _connect(self) -> None:
        self.whatsapp.clicked.connect(lambda: self.links.send_by_whatsapp(self.message.toPlainText()))
        self.mail.clicked.connect(lambda: self.links.send_by_mail(self._title.text(), self.message.toPlainText()))
        self.links.told.connect(self._tell)
        for box in (self.pdf, self.handover):
            box.toggled.connect(self._follow_choice)
        self.buttons.accepted.connect(self._ask)
        self.open_folder.clicked.connect(self._open_folder)

    def show_message(self, title: str, message: str) -> None:
        """Show the message of a shift; without one, only why there is none. A later one leaves focus, cursor, view."""
        self._title.setText(title)
        is_newer, bar = bool(message and self.message.toPlainText()), self.message.verticalScrollBar()
        at, cursor = bar.value(), self.message.textCursor()
        place = cursor.position()
        self.message.setPlainText(message)
        if is_newer:
            cursor.setPosition(min(place, len(message)))
            self.message.setTextCursor(cursor)
            bar.setValue(at)
            return
        self._content.setVisible(bool(message))
        self.main.setEnabled(bool(message))
        self.take_keys()

    @property
    def is_in_work(self) -> bool:
        """Whether the user changed the message, or selected some of it."""
        return self.message.document().isModified() or self.message.textCursor().hasSelection()

    def take_keys(self) -> None:
        """Let Enter press the main button, and other keys write the message, if the page is in front."""
        if self.isVisible():
            self.main.setDefault(True)
        if self.message.isVisible():
            self.message.setFocus()

    @Slot(str)
    def _tell(self, text: str) -> None:
        self._told.setText(text)
        self._told.setVisible(bool(text))

    @Slot()
    def _follow_choice(self) -> None:
        self.phrase.setEnabled(self.handover.isChecked())
        self.main.setEnabled(self.pdf.isChecked() or self.handover.isChecked())
        self.phrase.clear_problem()

    @Slot()
    def _ask(self) -> None:
        self._problem.hide()
        phrase = self.phrase
        phrase.clear_problem()
        wanted = ShiftFiles(self.pdf.isChecked(), self.handover.isChecked(), phrase.typed, phrase.remember.isChecked())
        if wanted.is_handover_wanted:
            if not phrase.is_given():
                return
            if phrase.typed and len(phrase_of(phrase.typed)) < SHORTEST_PHRASE:
                phrase.show_problem(self._say(SHORT_PHRASE))
                return
        self.files_asked.emit(wanted)

    def show_busy(self, *, is_busy: bool) -> None:
        """Let nothing be asked for twice."""
        self.main.setEnabled(not is_busy)

    def show_problem(self, problem: str, *, is_of_phrase: bool = False) -> None:
        """Show why a file could not be made."""
        self.show_busy(is_busy=False)
        if is_of_phrase:
            self.phrase.show_problem(problem)
            return
        self._problem.setText(problem)
        self._problem.show()

    def show_saved(self, paths: list[Path], cases: int | None) -> None:
        """Show which files were made, and how many cases that for the next desk holds; None: it is not wanted."""
        self.show_busy(is_busy=False)
        self._folder = paths[0].parent
        said = self.tr("Saved in {folder}: {names}").format(
            folder=self._folder, names=", ".join(one.name for one in paths)
        )
        if cases is not None:
            said += " · " + self.tr("%Ln case(s) for the next desk", "", cases)
            self.phrase.show_kept(True)
        self._saved.setText(said)
        self._saved.show()
        self.open_folder.show()

    @Slot()
    def _open_folder(self) -> None:
        if self._folder is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))
