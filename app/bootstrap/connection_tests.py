"""Tests of the connection to the carrier, with entered or saved credentials."""

from collections.abc import Callable

from app.domain.access.credentials import CarrierCredentials
from app.domain.access.endpoint import Endpoint
from app.domain.days import NO_CARRIER, Day
from app.net.cancellation import Cancellation
from app.services.app_context import AppContext
from app.services.site_settings import today_at
from app.ui.ports.settings_ports import Connection


class ConnectionTests:
    """Runs connection tests in the calling thread, and can cancel all of them.

    Args:
        app_context: settings and credentials.
        learn: called with each entered secret, so that logs redact it.
    """

    def __init__(self, app_context: AppContext, learn: Callable[[str], object]) -> None:
        self._app_context = app_context
        self._learn = learn
        self._running: set[Cancellation] = set()

    def run(self, address: str, token: str | None, user: str | None, code: str) -> Connection:
        """Request a day from the carrier; None means the saved secret, an empty code the one in the settings.

        A saved secret is sent to the address that it was entered for only.

        Raises:
            AppError: no secret is saved for this address, or the keyring cannot be read.
        """
        from app.carrier.connection_probe import probe  # noqa: PLC0415 - the window opens without importing HTTP

        settings = self._app_context.settings_file.read()
        for typed in filter(None, (token, user)):
            self._learn(typed)
        kept = CarrierCredentials(token or "", user or "")
        if not (token and user):
            kept = self._app_context.credentials.carrier_credentials(address, settings.base_url)
        credentials = CarrierCredentials(token or kept.token, user or kept.user)
        endpoint = Endpoint(address, settings.timeout_seconds, settings.retry_seconds)
        day = Day(code or settings.carrier or NO_CARRIER, today_at(self._app_context))
        cancellation = Cancellation()
        self._running.add(cancellation)
        try:
            report = probe(endpoint, credentials, day, cancellation)
        finally:
            self._running.discard(cancellation)
        return Connection(report.works, report.status, report.milliseconds, report.meaning)

    def cancel(self) -> None:
        """Cancel the running tests."""
        for one in tuple(self._running):
            one.cancel()
