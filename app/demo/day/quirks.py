"""Quirks that the manifest contract warns of or does not exclude; every day contains each of them.

Quirks of all shipments, such as weight 0, are in `shipments`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

Fields = dict[str, object]
Quirk = Callable[[Fields], None]
"""Changes the fields of one shipment before it is written; `dinamicouno` is still an object."""

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
"""Names of recipients that test display and export."""


def no_provider_data(fields: Fields) -> None:
    """Set `dinamicouno` to null (contract, data quirk 5)."""
    fields["dinamicouno"] = None


def no_skus(fields: Fields) -> None:
    """Empty the array of SKUs (contract, data quirk 5)."""
    _provider_data(fields)["skus"] = []


def unreadable_provider_data(fields: Fields) -> None:
    """Truncate the JSON text."""
    fields["dinamicouno"] = '{"flujo": "OPL", "numeroPedido": "OC-'


def grouped_value(fields: Fields) -> None:
    """Write the declared value with grouping points (contract: number or string)."""
    fields["valorDeclarado"] = "1.250.000"


def no_promise(fields: Fields) -> None:
    """Remove the promised date."""
    _provider_data(fields).pop("promesaEntrega")


def no_contact(fields: Fields) -> None:
    """Remove the recipient's phone and e-mail address."""
    fields.pop("telefonoDest")
    fields["emailDest"] = None


def zeros_in_front(fields: Fields) -> None:
    """Give the document number leading zeros."""
    fields["documentoDest"] = "0019" + str(fields["documentoDest"])[-6:]


def three_lines(fields: Fields) -> None:
    """Write the complement on three lines."""
    fields["complementoDirDest"] = "Torre 4\r\nApto 1102\nTimbre dañado: llamar"


def part_of_pieces(fields: Fields) -> None:
    """Write the number of pieces as people do."""
    fields["totalPiezas"] = "2 de 3"


def no_number(fields: Fields) -> None:
    """Make the shipment unreadable by removing its number."""
    fields.pop("numero")


QUIRKS: tuple[Quirk, ...] = (
    no_provider_data,
    no_skus,
    unreadable_provider_data,
    grouped_value,
    no_promise,
    no_contact,
    zeros_in_front,
    three_lines,
    part_of_pieces,
)


@dataclass(frozen=True)
class Resting:
    """A shipment without a visit, whose status stays. `withdrawn`: it is no longer listed from some time of the day."""

    status_id: str
    withdrawn: bool = False
    quirk: Quirk | None = None


UNREADABLE = Resting("2", quirk=no_number)
PICKUP_POINT = Resting("24")
RESTING = (Resting("2", withdrawn=True), Resting("11"), PICKUP_POINT, Resting("50"), Resting("1"))
"""Shipments without a visit that every day has; the contract does not list the statuses `1`, `11` and `50`."""


def _provider_data(fields: Fields) -> Fields:
    return cast("Fields", fields["dinamicouno"])
