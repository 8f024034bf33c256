"""Tests of the connection to the carrier."""

from collections.abc import Callable
from uuid import uuid4

from app.domain.access.addresses import Endpoint
from app.domain.access.connection import ConnectionReport, Part, Verdict
from app.domain.access.credentials import CarrierCredentials
from app.domain.cancellation import Cancellation
from app.domain.days import NO_CARRIER, Day
from app.domain.errors import AppError, CredentialsError
from app.services.app_context import AppContext
from app.services.site_settings import today_at


class ConnectionTests:
    """Runs connection tests in the calling thread, and can cancel all; `learn` gets each secret, to redact it."""

    def __init__(self, app_context: AppContext, learn: Callable[[str], object]) -> None:
        self._app_context = app_context
        self._learn = learn
        self._running: set[Cancellation] = set()
        self._wrong_token_answers: dict[tuple[str, CarrierCredentials], ConnectionReport] = {}

    def run(self, address: str, token: str | None, user: str | None, code: str) -> ConnectionReport:
        """Request a day from the carrier; None means the saved secret, an empty code the one in the settings.

        A saved secret is sent to the address that it was entered for only. Where the carrier's answer is a good one,
        the day is requested once more with a token that is certainly wrong, once for each address, user and token: the
        carrier may count those. Every failure outside the program is a report: also that no secret is saved for this
        address, or that the keyring or the settings cannot be read.
        """
        from app.carrier.connection_probe import probe  # noqa: PLC0415 - the window opens without importing HTTP

        cancellation = Cancellation()
        self._running.add(cancellation)
        try:
            settings = self._app_context.settings_file.read()
            credentials = self._credentials(address, token, user, settings.base_url)
            endpoint = Endpoint(address, settings.timeout_seconds, settings.retry_seconds)
            day = Day(code or settings.carrier or NO_CARRIER, today_at(self._app_context))
            answers = self._wrong_token_answers
            return probe(endpoint, credentials, day, cancellation, wrong_token=str(uuid4()), answers=answers)
        except AppError as error:
            about = Part.CREDENTIALS if isinstance(error, CredentialsError) else None
            return ConnectionReport(Verdict.FAILS, None, 0, error.user_message, about)
        finally:
            self._running.discard(cancellation)

    def _credentials(self, address: str, token: str | None, user: str | None, in_force: str) -> CarrierCredentials:
        for typed in filter(None, (token, user)):
            self._learn(typed)
        if token and user:
            return CarrierCredentials(token, user)
        kept = self._app_context.credentials.carrier_credentials(address, in_force)
        return CarrierCredentials(token or kept.token, user or kept.user)

    def cancel(self) -> None:
        """Cancel the running tests."""
        for one in tuple(self._running):
            one.cancel()
