"""Types of fields in answers of the carrier, for models of pydantic; `wire_values` says how each is read."""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from app.domain.contract.wire_values import (
    Amount,
    Number,
    amount,
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

__all__ = ["BeforeValidator", "Field", "ValidationError", "WireModel"]


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
