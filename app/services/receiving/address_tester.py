"""Tests whether the receiver's own address and its public one lead to the receiver of this process."""

from collections.abc import Callable

from app.domain.reception.probing import Diagnosis, Probe
from app.net.cancellation import Cancellation
from app.services.receiving.restarted_server import RestartedServer


class AddressTester:
    """Sends tests to the addresses of one receiver; from any thread.

    Args:
        server: which expects the tests.
        public_address: returns the public address; raises `SettingsError` where it cannot be read.
    """

    def __init__(self, server: RestartedServer, public_address: Callable[[], str]) -> None:
        self._server, self._public_address = server, public_address
        self._cancellation = Cancellation()

    def test_inside(self) -> Diagnosis:
        """Send a test to the receiver's own address."""
        server = self._server.current
        return self._test(server.url if server is not None else "", is_public=False)

    def test_outside(self) -> Diagnosis:
        """Send a test through the public address, as the sender would.

        Raises:
            SettingsError: the address cannot be read.
        """
        return self._test(self._public_address(), is_public=True)

    def cancel(self) -> None:
        """End the tests under way, and all later ones."""
        self._cancellation.cancel()

    def _test(self, url: str, *, is_public: bool) -> Diagnosis:
        from app.url_check.check import check  # noqa: PLC0415 - the window shows before HTTP is loaded

        probe, server = Probe.new(), self._server.current
        if server is not None:
            server.expect(probe)
        try:
            return check(url, probe, is_public=is_public, cancellation=self._cancellation)
        finally:
            if server is not None:
                server.forget(probe)
