"""Manifests and shipments of the manifest contract."""

from enum import StrEnum
from functools import cached_property
from typing import Annotated, Self

from app.domain.contract.statuses import is_in_force
from app.domain.contract.wire_model import Field, WireModel
from app.domain.contract.wire_types import (
    OPENED_JSON,
    Amount,
    JsonObjects,
    ManifestState,
    Number,
    OptionalAmount,
    OptionalDate,
    OptionalId,
    OptionalIdentifier,
    OptionalMoment,
    OptionalNumber,
    OptionalText,
    RequiredIdentifier,
    StatusId,
    StatusName,
    measured_number,
)


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
    """Contents of `dinamicouno`."""

    seller_id: OptionalIdentifier = Field(alias="SellerId", default=None)
    parcel_number: OptionalIdentifier = Field(alias="parcelNumber", default=None)
    parcel_id: OptionalIdentifier = Field(alias="parcelId", default=None)
    flow: OptionalIdentifier = Field(alias="flujo", default=None)
    partners: OptionalText = None
    sales_channel: OptionalText = Field(alias="Canalventa", default=None)
    order_number: OptionalIdentifier = Field(alias="numeroPedido", default=None)
    operator_loaded_at: OptionalText = Field(alias="fechaCargaOpl", default=None)
    value: OptionalAmount = Field(alias="Valor", default=None)
    declared_value: OptionalAmount = Field(alias="valorDeclarado", default=None)
    promised_date: OptionalDate = Field(alias="promesaEntrega", default=None)
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
    """One envío of a manifest, as the service gives it. Frozen: a change is a new Shipment."""

    number: RequiredIdentifier = Field(alias="numero")
    external_number: OptionalIdentifier = Field(alias="numeroExterno", default=None)
    status_id: StatusId = Field(alias="idEstadoEnvio", default=None)  # a status not listed loses no shipment
    status_name: StatusName = Field(alias="estadoEnvio", default=None)
    locality_code: OptionalIdentifier = Field(alias="idPoblacionDestino", default=None)
    locality: OptionalText = Field(alias="nombrePoblacionDestino", default=None)
    sender: OptionalText = Field(alias="remitente", default=None)
    sender_document_type: OptionalText = Field(alias="idTipoDocumentoRem", default=None)
    sender_document: OptionalIdentifier = Field(alias="documentoRem", default=None)
    sender_phone: OptionalIdentifier = Field(alias="telefonoRem", default=None)
    sender_address: OptionalText = Field(alias="direccionRem", default=None)
    sender_email: OptionalText = Field(alias="emailRem", default=None)
    recipient: OptionalText = Field(alias="destinatario", default=None)
    recipient_document_type: OptionalText = Field(alias="idTipoDocumentoDest", default=None)
    recipient_document: OptionalIdentifier = Field(alias="documentoDest", default=None)
    recipient_phone: OptionalIdentifier = Field(alias="telefonoDest", default=None)
    recipient_address: OptionalText = Field(alias="direccionDest", default=None)
    recipient_email: OptionalText = Field(alias="emailDest", default=None)
    own_declared_value: OptionalAmount = Field(alias="valorDeclarado", default=None)
    provider_data: Annotated[ProviderData | None, OPENED_JSON] = Field(alias="dinamicouno", default=None)

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
        """The sum over the SKUs; the weight at shipment level is always 0 (contract, data quirk 3)."""
        weights = [weight for sku in self._skus if (weight := measured_number(sku.get("weight"))) is not None]
        return round(sum(weights), 9) if weights else None

    @property
    def dimensions(self) -> tuple[Number | None, Number | None, Number | None]:
        """Height, width and length of the SKU where there is exactly one (contract, data quirk 4)."""
        if len(self._skus) != 1:
            return None, None, None
        (sku,) = self._skus
        return measured_number(sku.get("height")), measured_number(sku.get("width")), measured_number(sku.get("length"))

    @property
    def _skus(self) -> list[dict[str, object]]:
        return self.provider_data.skus_as_sent if self.provider_data else []


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
