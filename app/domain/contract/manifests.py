"""Manifests and shipments of the manifest contract."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, Protocol, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from app.domain.column import Cell, Kind
from app.domain.contract.deviations import Deviation
from app.domain.contract.shipment_fields import SENT_FIELDS
from app.domain.contract.statuses import is_in_force
from app.domain.contract.wire_values import (
    Amount,
    Number,
    amount,
    date_or_text,
    identifier,
    integer_or_text,
    manifest_state,
    measured_number,
    moment_or_text,
    objects_of,
    opened_json,
    required_identifier,
    status_id,
    status_name,
    text_or_nothing,
)
from app.domain.days import Skipped


class WireModel(BaseModel):
    """Part of an answer; fields that the contract does not list are kept."""

    model_config = ConfigDict(frozen=True, extra="allow", hide_input_in_errors=True)


RequiredIdentifier = Annotated[str, BeforeValidator(required_identifier)]
OptionalIdentifier = Annotated[str | None, BeforeValidator(identifier)]
OptionalText = Annotated[str | None, BeforeValidator(text_or_nothing)]
OptionalId = Annotated[int | str | None, BeforeValidator(integer_or_text)]
StatusId = Annotated[str | None, BeforeValidator(status_id)]
StatusName = Annotated[str | None, BeforeValidator(status_name)]
ManifestState = Annotated[str | None, BeforeValidator(manifest_state)]
OptionalMoment = Annotated[str | None, BeforeValidator(moment_or_text)]
OptionalAmount = Annotated[Amount | None, BeforeValidator(amount)]
OptionalNumber = Annotated[Number | None, BeforeValidator(measured_number)]
OPENED_JSON = BeforeValidator(opened_json)
JsonObjects = Annotated[list[dict[str, object]], BeforeValidator(objects_of)]


class Provider(StrEnum):
    """Whose flow a shipment follows; the values are those of the exports."""

    OPERATOR = "operador"
    MARKETPLACE = "marketplace"


class Sku(WireModel):
    """One product of a shipment. The contract gives no unit for its weight and dimensions."""

    description: OptionalText = Field(alias="skuDesc", default=None)
    weight: OptionalNumber = None
    width: OptionalNumber = None
    height: OptionalNumber = None
    length: OptionalNumber = None
    declared_value: OptionalAmount = Field(alias="valorDeclarado", default=None)


class ProviderData(WireModel):
    """What the program computes with of `dinamicouno`; the rest is in `Shipment.cells`."""

    seller_id: OptionalIdentifier = Field(alias="SellerId", default=None)
    flow: OptionalIdentifier = Field(alias="flujo", default=None)
    declared_value: OptionalAmount = Field(alias="valorDeclarado", default=None)
    skus_as_sent: JsonObjects = Field(alias="skus", default_factory=list)

    @cached_property
    def skus(self) -> tuple[Sku, ...]:
        """The products, in the order as sent."""
        return tuple(Sku.model_validate(sku) for sku in self.skus_as_sent)

    @property
    def provider(self) -> Provider | None:
        """The provider by the contract's rule; the operator's marker takes precedence."""
        if self.flow == "OPL":
            return Provider.OPERATOR
        return Provider.MARKETPLACE if self.seller_id is not None else None


class Shipment(WireModel):
    """One envío of a manifest, as the service gives it. Frozen: a change is a new Shipment.

    The fields are those that the program computes with; `cells` has them all.
    """

    number: RequiredIdentifier = Field(alias="numero")
    status_id: StatusId = Field(alias="idEstadoEnvio", default=None)  # a status not listed loses no shipment
    status_name: StatusName = Field(alias="estadoEnvio", default=None)
    own_declared_value: OptionalAmount = Field(alias="valorDeclarado", default=None)
    provider_data: Annotated[ProviderData | None, OPENED_JSON] = Field(alias="dinamicouno", default=None)

    @cached_property
    def cells(self) -> dict[str, Cell]:
        """The value of each field by its column's key: those of `STORED_FIELDS` and of `DETAIL_FIELDS`."""
        data = self.provider_data
        sent = self.model_extra or {}, (data.model_extra if data else None) or {}
        height, width, length = self.dimensions
        found = ((key, read, sent[is_inside].get(name)) for key, name, is_inside, read in _SENT)
        return {key: None if value is None else read(value) for key, read, value in found} | {
            "number": self.number,
            "status_id": self.status_id,
            "status": self.status_name,
            "declared_value": self.declared_value,
            "provider": data.provider if data else None,
            "seller_id": data.seller_id if data else None,
            "skus": len(self._skus),
            "weight": self.weight,
            "height": height,
            "width": width,
            "length": length,
        }

    @cached_property
    def odd_fields(self) -> tuple[str, ...]:
        """Wire names of the fields that could not be read: each is empty or holds the text as sent. See `marked`."""
        return ()

    def marked(self, odd_fields: tuple[str, ...]) -> Self:
        """Set the wire names of the fields that could not be read; return the shipment."""
        self.__dict__["odd_fields"] = odd_fields  # a private attribute of pydantic costs each shipment 5 µs
        return self

    @property
    def declared_value(self) -> Amount | None:
        """The shipment's own declared value (since v2.1); if that is missing or 0, the one inside `dinamicouno`."""
        inside = self.provider_data.declared_value if self.provider_data is not None else None
        return inside if inside is not None and not self.own_declared_value else self.own_declared_value

    @property
    def weight(self) -> Number | None:
        """The sum over the SKUs (contract, data quirk 3); where they have none, the weight that the carrier counts."""
        weights = [weight for sku in self._skus if (weight := measured_number(sku.get("weight"))) is not None]
        total = round(sum(weights), 9) if weights else None
        return total or self._own("pesoLiquidado") or total

    @property
    def dimensions(self) -> tuple[Number | None, Number | None, Number | None]:
        """Height, width and length of the SKU where there is exactly one (contract, data quirk 4).

        Where no SKU has any, the shipment's own that are not 0.
        """
        of_skus = [[measured_number(sku.get(name)) for name in ("height", "width", "length")] for sku in self._skus]
        has_any = any(map(any, of_skus))
        height, width, length = of_skus[0] if len(of_skus) == 1 else (None, None, None)
        if has_any:
            return height, width, length
        return self._own("alto") or height, self._own("ancho") or width, self._own("largo") or length

    def _own(self, name: str) -> Number | None:
        return measured_number((self.model_extra or {}).get(name))

    @property
    def _skus(self) -> list[dict[str, object]]:
        return self.provider_data.skus_as_sent if self.provider_data else []


_READ: Mapping[Kind, Callable[[object], Cell]] = {
    Kind.TEXT: text_or_nothing,
    Kind.ID: identifier,
    Kind.DOCUMENT_TYPE: text_or_nothing,
    Kind.DATE: date_or_text,
    Kind.MOMENT: moment_or_text,
    Kind.NUMBER: amount,
}
"""How a `SentColumn` is read."""
_SENT = tuple((one.key, one.api, one.is_inside, _READ[one.kind]) for one in SENT_FIELDS)


class Manifest(WireModel):
    """One manifest (planilla) without its shipments."""

    number: OptionalId = Field(alias="idPlanillaReparto", default=None)
    status: ManifestState = Field(alias="estado", default=None)  # only VIG (in force) is documented
    carrier_code: OptionalIdentifier = Field(alias="codigoCarrier", default=None)
    created_at: OptionalMoment = Field(alias="fechaCreacion", default=None)

    @property
    def is_in_force(self) -> bool | None:
        """Whether `estado`, in any spelling, says that it is in force; None without `estado`."""
        return is_in_force(self.status)


@dataclass(frozen=True)
class ReceivedManifest:
    """The head of a manifest: its position in the answer, and its JSON text without `envios`."""

    position: int
    manifest: Manifest
    raw: str


@dataclass(frozen=True)
class ReceivedShipment:
    """A shipment: the position of its manifest in the answer, and its JSON text as sent."""

    manifest_position: int
    shipment: Shipment
    raw: str


@dataclass(frozen=True)
class SentShipment:
    """An unparsed shipment: the position of its manifest, its number, its fields, and its JSON text as sent."""

    manifest_position: int
    number: str
    fields: dict[str, Any]
    raw: str


class Sink(Protocol):
    """Receives an answer part by part. A manifest's head comes before its shipments."""

    def restart(self) -> None:
        """Discard everything received: the request is repeated."""

    def take_manifest(self, received: ReceivedManifest) -> None:
        """Receive the head of a manifest."""

    def has_cached(self, sent: SentShipment) -> bool:
        """Return whether the store has this shipment with the same text, so that it need not be parsed."""

    def take_shipments(self, received: Sequence[ReceivedShipment | SentShipment]) -> None:
        """Receive shipments in the order of the answer; the cached ones are unparsed."""

    def take_skipped(self, skipped: Sequence[Skipped]) -> None:
        """Receive the shipments that could not be read."""

    def take_deviations(self, deviations: Iterable[Deviation]) -> None:
        """Receive deviations from the contract."""
