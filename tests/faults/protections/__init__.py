"""The protections from each fault, and the tests that must fail without them."""

from tests.faults.protections.carrier import CARRIER
from tests.faults.protections.desk import DESK
from tests.faults.protections.protection import NotFoundError, Protection
from tests.faults.protections.relay import RELAY
from tests.faults.protections.server import SERVER
from tests.faults.protections.store import STORE

__all__ = ["PROTECTIONS", "NotFoundError", "Protection"]

PROTECTIONS: tuple[Protection, ...] = (*STORE, *SERVER, *CARRIER, *DESK, *RELAY)
