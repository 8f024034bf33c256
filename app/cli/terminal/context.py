"""What every command works with: the workplace, the user's language, and the two ways to say something."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import BinaryIO

from app.cli.terminal.safe_output import one_line, plain
from app.domain.carriers import known_spelling
from app.domain.errors import OutputError
from app.domain.settings import Settings
from app.domain.texts import Say, Text
from app.export.output import standard_output
from app.logs.process_log import ProcessLog
from app.services.app_context import AppContext
from app.services.site_settings import today_at


@dataclass(frozen=True)
class Context:
    """What every command works with."""

    workplace: AppContext
    say: Say
    journal: ProcessLog

    def tell_bug(self, error: BaseException) -> None:
        """Say where the report on a bug is; the bug itself is shown as Python shows it."""
        report = self.journal.report(error)
        if report is not None:
            self.tell(Text("Cli", "A report on what went wrong is in {path}.").filled(path=report))

    def tell(self, text: Text) -> None:
        """Tell the user something, on standard error; where that is closed or full, nobody hears it."""
        if sys.stderr is None:  # `print` would take standard output in its place
            return
        try:
            print(plain(self.say(text)), file=sys.stderr, flush=True)  # noqa: T201 - this is the command line
        except OSError:
            sys.stderr = None  # what it still holds would fail once more at Python's end, with an exit code of its own

    def tell_known_spelling(self, carrier: str, carriers: Sequence[str]) -> None:
        """Offer the carrier whose code differs from this one by case or blanks alone, where there is one."""
        known = known_spelling(carrier, carriers)
        if known is not None:
            self.tell(Text("Cli", "Did you mean {known}?").filled(known=one_line(known)))

    def give(self, line: str) -> None:
        """Write a line of the result, on standard output, in its encoding.

        Raises:
            OutputError: standard output is closed, or takes no more.
        """
        self._write(plain(line).encode(sys.stdout.encoding if sys.stdout is not None else "utf-8", "replace"))

    def give_json(self, value: object) -> None:
        """Write the result as one line of JSON, on standard output, in UTF-8 whatever the terminal's encoding.

        Raises:
            OutputError: standard output is closed, or takes no more.
        """
        import simplejson  # noqa: PLC0415 - most results are none of JSON

        self._write(one_line(simplejson.dumps(value, ensure_ascii=False)).encode())

    def _write(self, line: bytes) -> None:
        with standard_output(result_stream()) as stream:
            stream.write(line + b"\n")

    def settings(self) -> Settings:
        """Return the settings in force."""
        return self.workplace.settings_file.read()

    def day(self, given: date | None) -> date:
        """Return the day that was asked for, else the site's today."""
        return given or today_at(self.workplace)


def result_stream() -> BinaryIO:
    """Return standard output's bytes.

    Raises:
        OutputError: the process was started without one.
    """
    if sys.stdout is None:
        raise OutputError(
            Text("Error", "Standard output is closed, so that the result cannot be written."), wrong_path=True
        )
    return sys.stdout.buffer
