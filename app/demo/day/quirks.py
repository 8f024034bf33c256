"""Everything odd that the manifest contract warns of, or that nobody excluded: a day holds each of these.

What is odd with every shipment, such as the weight 0, is written where shipments are written.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

Fields = dict[str, object]
Quirk = Callable[[Fields], None]
"""Makes one shipment odd, before it is written; `dinamicouno` is still the object that it stands for."""

LONG_NAME = (
    "Asociación de Copropietarios del Conjunto Residencial Senderos del Humedal Córdoba, Etapas Primera a Séptima, "
    "Administración, Portería Ñ y Salón Comunal José Asunción Güiza Ibáñez, Propiedad Horizontal"
)
NAMES = (
    LONG_NAME,
    '=HYPERLINK("https://trampa.example";"Papelería Ñandú")',
    '<img src="x" onerror="alert(1)"> Ñapa & <b>Compañía</b>',
    "+Salud Droguería",
)
"""Recipients whose names test whoever shows or exports them."""


def no_provider_data(fields: Fields) -> None:
    """Write `dinamicouno` as null (contract, data quirk 5)."""
    fields["dinamicouno"] = None


def no_skus(fields: Fields) -> None:
    """Leave the array of SKUs empty (contract, data quirk 5)."""
    _provider_data(fields)["skus"] = []


def unreadable_provider_data(fields: Fields) -> None:
    """Cut the JSON text short."""
    fields["dinamicouno"] = '{"flujo": "OPL", "numeroPedido": "OC-'


def grouped_value(fields: Fields) -> None:
    """Write the declared value as people do (contract: number or string)."""
    fields["valorDeclarado"] = "1.250.000"


def no_promise(fields: Fields) -> None:
    """Promise no date."""
    _provider_data(fields).pop("promesaEntrega")


def no_contact(fields: Fields) -> None:
    """Give neither phone nor mail of the recipient."""
    fields.pop("telefonoDest")
    fields["emailDest"] = None


def zeros_in_front(fields: Fields) -> None:
    """Begin the document's number with zeros."""
    fields["documentoDest"] = "0019" + str(fields["documentoDest"])[-6:]


def no_number(fields: Fields) -> None:
    """Make the shipment unreadable: nothing tells it from others."""
    fields.pop("numero")


QUIRKS: tuple[Quirk, ...] = (
    no_provider_data,
    no_skus,
    unreadable_provider_data,
    grouped_value,
    no_promise,
    no_contact,
    zeros_in_front,
)


@dataclass(frozen=True)
class Resting:
    """A shipment that no visit closes: its status stays. `withdrawn`: some time in the day it is listed no more."""

    status_id: str
    withdrawn: bool = False
    quirk: Quirk | None = None


UNREADABLE = Resting("2", quirk=no_number)
PICKUP_POINT = Resting("24")
RESTING = (Resting("2", withdrawn=True), Resting("11"), PICKUP_POINT)
"""The statuses without a visit that a day has in any case; `11` is one that the contract does not list."""


def _provider_data(fields: Fields) -> Fields:
    return cast("Fields", fields["dinamicouno"])
