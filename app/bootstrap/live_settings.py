"""The settings that the window goes by, and what of them stands in the store."""

from collections.abc import Callable
from concurrent.futures import Future
from datetime import date
from functools import partial
from zoneinfo import ZoneInfo

from app.domain.errors import SettingsError
from app.domain.settings import Settings
from app.domain.site_settings import KeptRules, SiteRules
from app.services.app_context import AppContext
from app.services.site_settings import SiteChoice
from app.store.site_settings import settle, settle_site
from app.store.writer import Writer


class LiveSettings:
    """Reads and saves the settings, and has the writer settle what of them stands in the store.

    Args:
        place: whose settings they are.
        writer: of its store.
        on_damaged: told, once for each, why the file cannot be read any more.
        on_saved: told that they were saved.
        on_settled: told in the writer's thread that visits are read in another way.
        on_failed: told in the writer's thread why that could not be done.

    Raises:
        AppError: the settings cannot be read, or the store cannot be settled.
    """

    def __init__(
        self,
        place: AppContext,
        writer: Writer,
        on_damaged: Callable[[SettingsError], None],
        on_saved: Callable[[], None],
        on_settled: Callable[[], None],
        on_failed: Callable[[BaseException], None],
    ) -> None:
        self._file, self._writer, self._now = place.settings_file, writer, place.now
        self._on_damaged, self._on_saved = on_damaged, on_saved
        self._on_settled, self._on_failed = on_settled, on_failed
        self._problem = ""
        self._last = self._file.read()
        self._choice = SiteChoice.read(self._file)
        self._is_settled = True  # or on its way
        self._rules = settle_site(writer, self._choice)

    @property
    def zone(self) -> ZoneInfo:
        """The site's zone."""
        return self._rules.zone

    def today(self) -> date:
        """Return the site's date."""
        return self._now().astimezone(self.zone).date()

    def read(self) -> Settings:
        """Return the settings; those that were last read where the file was damaged since, which is told once."""
        problem = ""
        try:
            self._last = self._file.read()
        except SettingsError as error:
            problem = str(error)
            if problem != self._problem:
                self._on_damaged(error)
        self._problem = problem
        return self._last

    def save(self, values: dict[str, object]) -> Settings:
        """Write these values, and return the settings in force then.

        Raises:
            SettingsError: a value is not possible, or the file cannot be written.
        """
        settings = self._file.write(values)
        self.settle()
        self._on_saved()
        return settings

    def settle(self) -> None:
        """Have the store keep what the settings say of the site, if that changed or failed the last time.

        Does not wait for it. Settings that cannot be read change nothing; `read` reports them.
        """
        try:
            self._choice = SiteChoice.read(self._file)
            rules = self._choice(KeptRules.of(self._rules))
        except SettingsError:
            return
        if rules != self._rules or not self._is_settled:
            self._rules = rules
            self.settle_again()

    def settle_again(self) -> None:
        """Have the store settled, such as one that was restored; from any thread. Nobody waits for it."""
        self._is_settled = True
        settled = self._writer.submit(partial(settle, rules=self._choice))
        settled.add_done_callback(self._follow)

    def _follow(self, settled: "Future[tuple[SiteRules, bool]]") -> None:
        error = settled.exception()
        if error is not None:
            self._is_settled = False
            self._on_failed(error)
            return
        self._rules, is_changed = settled.result()
        if is_changed:
            self._on_settled()
