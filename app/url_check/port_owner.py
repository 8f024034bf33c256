"""Tells whether the program that has the receiver's port on this computer is Despacho."""

import httpx

from app.domain.access.addresses import socket_path
from app.net.addresses import local_url

_SECONDS = 4.0  # a receiver that cannot save answers within 2.5
_CAN_SAVE, _CANNOT_SAVE = 200, 503


def ask_receiver(host: str, port: int) -> bool | None:
    """Ask the server on a host and port of this computer for its health.

    Returns:
        Whether it can save notifications; None where it is no receiver of Despacho's, or does not answer.
    """
    socket = socket_path(host)
    url = local_url("localhost" if socket else host, port, "/healthz")
    try:
        transport = httpx.HTTPTransport(uds=socket or None, trust_env=False)
        with httpx.Client(timeout=_SECONDS, trust_env=False, transport=transport) as client:
            answer = client.get(url)
    except (httpx.HTTPError, httpx.InvalidURL):
        return None
    if answer.headers.get("Server") != "Despacho" or answer.status_code not in (_CAN_SAVE, _CANNOT_SAVE):
        return None
    return answer.status_code == _CAN_SAVE
