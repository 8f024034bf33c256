"""The program with a bug that says all it knows: `python -m tests.faults.bugged COMMAND …`.

Whatever loads a day, or keeps a notification, raises an error with what it was handed, in the shapes in which
libraries put such things into theirs.
"""

import json
import sys
from collections.abc import Callable
from typing import Any, NoReturn
from urllib.parse import quote

import app.services.loading.load_day
from app.cli.main import main
from app.domain.contract.notifications import Received


def load_day(*_: object, credentials: Callable[[], Any], **__: object) -> NoReturn:
    """Fail as if the request itself had failed."""
    known = credentials()
    headers = {"Authorization-Token": known.token, "Authorization-User": known.user}
    raise RuntimeError(
        f"{headers} https://host.example/api?token={quote(known.token)} {known.token!r} {json.dumps(known.token)} "
        f"{known.token.encode()!r}"
    )


def read(body: bytes, *_: object, **__: object) -> NoReturn:
    """Fail as if what came could not be kept."""
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
