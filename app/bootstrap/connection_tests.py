"""Tests of the connection to the carrier, with typed or kept credentials."""

from collections.abc import Callable

from app.domain.credentials import CarrierCredentials
from app.domain.days import NO_CARRIER, Day
from app.net.cancellation import Cancellation
from app.services.app_context import AppContext
from app.services.site_settings import today_at
from app.ui.ports.settings_ports import Connection


class ConnectionTests:
    """Runs tests in the calling thread, and cancels running ones when the program ends.

    Args:
        place: settings and credentials.
        learn: called with each typed secret, so that the log redacts it.
    """

    def __init__(self, place: AppContext, learn: Callable[[str], object]) -> None:
        self._place = place
        self._learn = learn
        self._running: set[Cancellation] = set()

    def run(self, address: str, token: str | None, user: str | None, code: str) -> Connection:
        """Ask the carrier for a day; None stands for the kept secret, an empty code for the one in the settings.

        Raises:
            AppError: no secret is kept, or the keyring cannot be read.
        """
        from app.carrier.connection_probe import probe  # noqa: PLC0415
        from app.carrier.endpoint import Endpoint  # noqa: PLC0415 - no start waits for HTTP

        settings = self._place.settings_file.read()
        for typed in filter(None, (token, user)):
            self._learn(typed)
        kept = CarrierCredentials(token or "", user or "")
        if not (token and user):
            kept = self._place.credentials.carrier_credentials()
        credentials = CarrierCredentials(token or kept.token, user or kept.user)
        endpoint = Endpoint(address, settings.timeout_seconds, settings.retry_seconds)
        day = Day(code or settings.carrier or NO_CARRIER, today_at(self._place))
        cancellation = Cancellation()
        self._running.add(cancellation)
        try:
            report = probe(endpoint, credentials, day, cancellation)
        finally:
            self._running.discard(cancellation)
        return Connection(report.works, report.status, report.milliseconds, report.meaning)

    def cancel(self) -> None:
        """Cancel all running tests."""
        for one in tuple(self._running):
            one.cancel()
