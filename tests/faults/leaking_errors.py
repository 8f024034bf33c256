"""Runs the program with bugs whose errors contain secrets: `python -m tests.faults.leaking_errors COMMAND …`.

Loading a day and saving a notification raise errors with their arguments, in the forms that libraries use.
"""

import json
import sys
from typing import NoReturn
from urllib.parse import quote

import app.services.loading.load_day
from app.cli.main import main
from app.domain.access.credentials import CarrierCredentials
from app.domain.contract.notifications import Received


def load_day(*_: object, credentials: CarrierCredentials, **__: object) -> NoReturn:
    """Raise an error like one of a failed request."""
    headers = {"Authorization-Token": credentials.token, "Authorization-User": credentials.user}
    token = credentials.token
    raise RuntimeError(
        f"{headers} https://host.example/api?token={quote(token)} {token!r} {json.dumps(token)} {token.encode()!r}"
    )


def read(body: bytes, *_: object, **__: object) -> NoReturn:
    """Raise an error like one of an invalid body."""
    data = json.loads(body)["data"]
    contact = data["contacto"]
    raise ValueError(
        f"input_value={data!r}, input_type=dict] {json.dumps(contact)} {contact!r} documento {contact['documento']}: "
        f"{contact['telefono']} {data['fotos']['dni']} {contact['nombre']!r} {contact['correo']}"
    )


if __name__ == "__main__":
    app.services.loading.load_day.load_day = load_day
    Received.read = staticmethod(read)  # type: ignore[method-assign]
    sys.exit(main(sys.argv[1:]))
