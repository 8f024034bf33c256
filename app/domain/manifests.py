"""A carrier's manifests and shipments, as the manifest contract gives them."""

from enum import StrEnum
from functools import cached_property
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from app.domain.wire import (
    OPENED_JSON,
    Amount,
    JsonObjects,
    LenientAmount,
    LenientText,
    Number,
    OptionalAmount,
    OptionalId,
    OptionalNumber,
    OptionalText,
    RequiredText,
    plain_number,
)

_FROZEN = ConfigDict(
    frozen=True, extra="allow", hide_input_in_errors=True
)  # fields that the contract does not list are kept


class Provider(StrEnum):
    """Whose flow a shipment follows; the values are those of the exports."""

    OPERATOR = "operador"
    MARKETPLACE = "marketplace"


class Sku(BaseModel):
    """One product of a shipment. The contract gives no unit for its weight and dimensions."""

    model_config = _FROZEN
    description: LenientText = Field(alias="skuDesc", default=None)
    weight: OptionalNumber = None
    width: OptionalNumber = None
    height: OptionalNumber = None
    length: OptionalNumber = None
    declared_value: LenientAmount = Field(alias="valorDeclarado", default=None)


class ProviderData(BaseModel):
    """What `dinamicouno` holds."""

    model_config = _FROZEN
    seller_id: LenientText = Field(alias="SellerId", default=None)
    parcel_number: LenientText = Field(alias="parcelNumber", default=None)
    parcel_id: LenientText = Field(alias="parcelId", default=None)
    flow: LenientText = Field(alias="flujo", default=None)
    partners: LenientText = None
    sales_channel: LenientText = Field(alias="Canalventa", default=None)
    order_number: LenientText = Field(alias="numeroPedido", default=None)
    operator_loaded_at: LenientText = Field(alias="fechaCargaOpl", default=None)
    value: LenientAmount = Field(alias="Valor", default=None)
    declared_value: LenientAmount = Field(alias="valorDeclarado", default=None)
    promised_date: LenientText = Field(alias="promesaEntrega", default=None)
    skus_as_sent: JsonObjects = Field(alias="skus", default_factory=list)

    @cached_property
    def skus(self) -> tuple[Sku, ...]:
        """The products, in the order in which they were sent."""
        return tuple(Sku.model_validate(sku) for sku in self.skus_as_sent)

    @property
    def provider(self) -> Provider | None:
        """The provider by the contract's rule; the operator's marker comes first."""
        if self.flow == "OPL":
            return Provider.OPERATOR
        return Provider.MARKETPLACE if self.seller_id is not None else None


class Shipment(BaseModel):
    """One envío of a manifest, as the service gives it. Frozen: a change is a new Shipment."""

    model_config = _FROZEN
    number: RequiredText = Field(alias="numero")
    external_number: OptionalText = Field(alias="numeroExterno", default=None)
    status_id: OptionalText = Field(alias="idEstadoEnvio", default=None)  # a status not listed loses no shipment
    status_name: OptionalText = Field(alias="estadoEnvio", default=None)
    locality_code: OptionalText = Field(alias="idPoblacionDestino", default=None)
    locality: OptionalText = Field(alias="nombrePoblacionDestino", default=None)
    sender: OptionalText = Field(alias="remitente", default=None)
    sender_document_type: OptionalText = Field(alias="idTipoDocumentoRem", default=None)
    sender_document: OptionalText = Field(alias="documentoRem", default=None)
    sender_phone: OptionalText = Field(alias="telefonoRem", default=None)
    sender_address: OptionalText = Field(alias="direccionRem", default=None)
    sender_email: OptionalText = Field(alias="emailRem", default=None)
    recipient: OptionalText = Field(alias="destinatario", default=None)
    recipient_document_type: OptionalText = Field(alias="idTipoDocumentoDest", default=None)
    recipient_document: OptionalText = Field(alias="documentoDest", default=None)
    recipient_phone: OptionalText = Field(alias="telefonoDest", default=None)
    recipient_address: OptionalText = Field(alias="direccionDest", default=None)
    recipient_email: OptionalText = Field(alias="emailDest", default=None)
    own_declared_value: OptionalAmount = Field(alias="valorDeclarado", default=None)
    provider_data: Annotated[ProviderData | None, OPENED_JSON] = Field(alias="dinamicouno", default=None)

    @property
    def declared_value(self) -> Amount | None:
        """The shipment's own declared value (since v2.1), else the one inside `dinamicouno`."""
        if self.own_declared_value is not None or self.provider_data is None:
            return self.own_declared_value
        return self.provider_data.declared_value

    @property
    def weight(self) -> Number | None:
        """The sum over the SKUs; the weight at shipment level is always 0 (contract, data quirk 3)."""
        weights = [weight for sku in self._skus if (weight := plain_number(sku.get("weight"))) is not None]
        return round(sum(weights), 9) if weights else None

    @property
    def dimensions(self) -> tuple[Number | None, Number | None, Number | None]:
        """Height, width and length of the SKU where there is exactly one (contract, data quirk 4)."""
        if len(self._skus) != 1:
            return None, None, None
        (sku,) = self._skus
        return plain_number(sku.get("height")), plain_number(sku.get("width")), plain_number(sku.get("length"))

    @property
    def _skus(self) -> list[dict[str, object]]:
        return self.provider_data.skus_as_sent if self.provider_data else []


class Manifest(BaseModel):
    """One planilla without its shipments."""

    model_config = _FROZEN
    number: OptionalId = Field(alias="idPlanillaReparto", default=None)
    status: OptionalText = Field(alias="estado", default=None)  # only VIG (in force) is documented
    carrier_code: OptionalText = Field(alias="codigoCarrier", default=None)
    created_at: OptionalText = Field(alias="fechaCreacion", default=None)
