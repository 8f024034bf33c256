"""Checks a relay where what that needs is installed; elsewhere nothing of the relay is even imported."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from app.domain.access.connection import ConnectionReport, Verdict
from app.domain.access.credentials import SecretName
from app.domain.cancellation import Cancellation
from app.domain.errors import SettingsError
from app.domain.settings import Settings
from app.services.app_context import AppContext
from app.services.relaying.sharing import NOT_INSTALLED

if TYPE_CHECKING:
    from app.services.diagnostics.data_folder_checks import Check


def check_relay(
    context: AppContext,
    given: Settings | None = None,
    secrets: Mapping[SecretName, str] = MappingProxyType({}),
    cancellation: Cancellation | None = None,
) -> "list[Check]":
    """Check the relay of these settings and secrets; those that are not given are the kept ones.

    Raises:
        SettingsError: what it needs is not installed.
    """
    try:
        from app.services.diagnostics import relay_checks  # noqa: PLC0415 - of the extra `relay`
    except ModuleNotFoundError as error:
        raise SettingsError(NOT_INSTALLED) from error
    return relay_checks.check_relay(context, given, secrets, cancellation or Cancellation())


def probe_relay(
    context: AppContext, values: Mapping[str, object], secrets: Mapping[SecretName, str], cancellation: Cancellation
) -> ConnectionReport:
    """Try settings and secrets of the relay; those that are not given are the kept ones."""
    try:
        given = Settings.read({**vars(context.settings_file.read()), **values})
        checks = check_relay(context, given, secrets, cancellation)
    except SettingsError as error:
        return ConnectionReport(Verdict.FAILS, None, 0, error.user_message)
    wrong = [one.text for one in checks if not one.works]
    return ConnectionReport(Verdict.FAILS if wrong else Verdict.WORKS, None, 0, (wrong or [checks[0].text])[0])
