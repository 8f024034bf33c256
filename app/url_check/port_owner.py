"""Who has the receiver's port on this computer: a receiver of Despacho's says so in each answer."""

import httpx

_SECONDS = 4.0  # the receiver says within 2.5 that it can keep nothing
_ALL_INTERFACES = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where it is asked instead
_CAN_KEEP, _CANNOT_KEEP = 200, 503


def ask_receiver(host: str, port: int) -> bool | None:
    """Ask whoever listens there for its health.

    Returns:
        Whether it can keep what comes, where it is a receiver of Despacho's; None where it is not, or says nothing.
    """
    address = _ALL_INTERFACES.get(host, host)
    shown = f"[{address}]" if ":" in address else address
    try:
        with httpx.Client(timeout=_SECONDS, trust_env=False) as client:
            answer = client.get(f"http://{shown}:{port}/healthz")
    except (httpx.HTTPError, httpx.InvalidURL):
        return None
    if answer.headers.get("Server") != "Despacho" or answer.status_code not in (_CAN_KEEP, _CANNOT_KEEP):
        return None
    return answer.status_code == _CAN_KEEP
