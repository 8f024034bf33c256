"""What helps after a load that failed: the field to correct, or another try."""

from PySide6.QtCore import QObject

from app.domain.errors import (
    AddressError,
    AppError,
    CarrierAnswerError,
    CarrierRedirectError,
    CarrierTimeoutError,
    CarrierUnreachableError,
    CredentialsError,
    KeyringLockedError,
    KeyringUnavailableError,
)
from app.ui.ports.settings_ports import SettingsPlace


class Remedies(QObject):
    """Writes the buttons; a QObject, so that they are translated."""

    def after(self, problem: AppError) -> tuple[tuple[str, SettingsPlace | None], ...]:
        """Return the texts of buttons with the field that each leads to, None to load again; the main one first."""
        again = (self.tr("Load again"), None)
        token = (self.tr("Enter the token"), SettingsPlace.CARRIER_TOKEN)
        address = (self.tr("Check the address"), SettingsPlace.CARRIER_ADDRESS)
        for kind, buttons in (
            (KeyringLockedError | KeyringUnavailableError, (again,)),
            (CredentialsError, (token, again)),
            (AddressError, (address,)),
            (CarrierRedirectError | CarrierAnswerError, (address, again)),
            (CarrierUnreachableError, (again, address)),
            (CarrierTimeoutError, (again, (self.tr("Wait longer"), SettingsPlace.TIMEOUT))),
        ):
            if isinstance(problem, kind):
                return buttons
        return (again,)
