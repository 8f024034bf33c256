"""The settings in force, and those of them that are kept in the store."""

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
    """Reads and saves the settings, and applies those to the store that are kept there.

    Args:
        place: whose settings they are.
        writer: of its store.
        on_damaged: called once for each reason why the file cannot be read.
        on_saved: called after saving.
        on_settled: called in the writer's thread when visits are derived with other settings.
        on_failed: called in the writer's thread with the reason why that failed.

    Raises:
        AppError: the settings cannot be read, or cannot be applied to the store.
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
        self._is_settled = True  # or being settled
        self._rules = settle_site(writer, self._choice)

    @property
    def zone(self) -> ZoneInfo:
        """The site's zone."""
        return self._rules.zone

    def today(self) -> date:
        """Return the site's date."""
        return self._now().astimezone(self.zone).date()

    def read(self) -> Settings:
        """Return the settings; the last readable ones if the file is damaged, which is reported once."""
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
            SettingsError: a value is invalid, or the file cannot be written.
        """
        settings = self._file.write(values)
        self.settle()
        self._on_saved()
        return settings

    def settle(self) -> None:
        """Apply the site's settings to the store, if they changed or that failed the last time.

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
        """Apply the site's settings to the store, such as a restored one; from any thread, without waiting."""
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
