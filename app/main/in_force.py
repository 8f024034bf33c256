"""The settings that the window goes by, and what of them stands in the store."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from app.domain.errors import SettingsError
from app.domain.settings import Settings
from app.services.workplace import Workplace, zone_of
from app.store.site import settle, settle_site
from app.store.writer import Writer


class SettingsInForce:
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
        place: Workplace,
        writer: Writer,
        on_damaged: Callable[[SettingsError], None],
        on_saved: Callable[[], None],
        on_settled: Callable[[], None],
        on_failed: Callable[[BaseException], None],
    ) -> None:
        self._file, self._writer = place.settings_file, writer
        self._on_damaged, self._on_saved = on_damaged, on_saved
        self._on_settled, self._on_failed = on_settled, on_failed
        self._problem = ""
        self._last = settings = self._file.read()
        self._site = zone_of(settings), settings.far_metres
        self._is_settled = True  # or on its way
        settle_site(writer, *self._site)

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
        self.settle(settings)
        self._on_saved()
        return settings

    def settle(self, settings: Settings) -> None:
        """Have the store settled if that changed, or failed the last time; nobody waits for it."""
        site = zone_of(settings), settings.far_metres
        if site != self._site or not self._is_settled:
            self._site = site
            self.settle_again()

    def settle_again(self) -> None:
        """Have the store settled, such as one that was restored; from any thread. Nobody waits for it."""
        self._is_settled = True
        settled = self._writer.submit(partial(settle, zone=self._site[0], far_metres=self._site[1]))
        settled.add_done_callback(self._follow)

    def _follow(self, settled: "Future[bool]") -> None:
        error = settled.exception()
        if error is not None:
            self._is_settled = False
            self._on_failed(error)
        elif settled.result():
            self._on_settled()
