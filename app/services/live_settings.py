"""The settings in force in the window, and those of them that are saved in the store."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from zoneinfo import ZoneInfo

from app.domain.errors import SettingsError
from app.domain.settings import Settings
from app.domain.site import KeptRules, SiteDays, SiteRules
from app.services.app_context import AppContext
from app.services.site_settings import SiteChoice
from app.store.site_settings import apply_rules, save_site_rules
from app.store.writer import Writer


class LiveSettings:
    """Reads and saves the settings, and keeps those of the site in the store up to date.

    `on_damaged` is called once for each reason why the file can no longer be read; `on_settled` and `on_failed` in the
    writer's thread, once a change of the site's settings is in the store, or could not be saved there.

    Raises:
        AppError: the settings cannot be read, or cannot be saved in the store.
    """

    def __init__(
        self,
        app_context: AppContext,
        writer: Writer,
        on_damaged: Callable[[SettingsError], None],
        on_saved: Callable[[], None],
        on_settled: Callable[[], None],
        on_failed: Callable[[BaseException], None],
    ) -> None:
        self._file, self._writer = app_context.settings_file, writer
        self._on_damaged, self._on_saved = on_damaged, on_saved
        self._on_settled, self._on_failed = on_settled, on_failed
        self._problem = ""
        self._last = self._file.read()
        self._choice = SiteChoice.read(self._file)
        self._is_settled = True  # saved in the store, or being saved
        self._rules = save_site_rules(writer, self._choice)

    @property
    def days(self) -> SiteDays:
        """When the site's days begin and end."""
        return self._rules.days

    @property
    def sender_zone(self) -> ZoneInfo:
        """The time zone of the times in notifications."""
        return self._rules.stamp_zone

    def read(self) -> Settings:
        """Return the settings; if the file cannot be read, report that once and return those last read."""
        problem = ""
        try:
            self._last = self._file.read()
        except SettingsError as error:
            problem = str(error)
            if problem != self._problem:
                self._on_damaged(error)
        self._problem = problem
        return self._last

    def fixed(self) -> dict[str, str]:
        """Return which settings cannot be changed here, each with what fixes it. See `SettingsFile.fixed`."""
        return self._file.fixed()

    def save(self, values: dict[str, object]) -> Settings:
        """Write values to the file, and return the settings in force.

        Raises:
            SettingsError: a value is not valid, or the file cannot be written.
        """
        settings = self._file.write(values)
        self.apply_rules()
        self._on_saved()
        return settings

    def apply_rules(self) -> None:
        """Save the site's settings in the store if they changed, or if saving failed the last time.

        Does not wait for the result. Unreadable settings change nothing; `read` reports them.
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
        """Save the site's settings in the store, for example after a recovery; from any thread, without waiting."""
        self._is_settled = True
        settled = self._writer.submit(partial(apply_rules, rules=self._choice))
        settled.add_done_callback(self._note_settled)

    def _note_settled(self, settled: "Future[tuple[SiteRules, bool]]") -> None:
        error = settled.exception()
        if error is not None:
            self._is_settled = False
            self._on_failed(error)
            return
        self._rules, is_changed = settled.result()
        if is_changed:
            self._on_settled()
