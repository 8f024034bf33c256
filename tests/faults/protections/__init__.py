"""What protects from each fault, and what must fail once it is taken out."""

from tests.faults.protections.carrier import CARRIER
from tests.faults.protections.desk import DESK
from tests.faults.protections.protection import NotFoundError, Protection
from tests.faults.protections.server import DOOR
from tests.faults.protections.store import STORE

__all__ = ["PROTECTIONS", "NotFoundError", "Protection"]

PROTECTIONS: tuple[Protection, ...] = (*STORE, *DOOR, *CARRIER, *DESK)
