"""Base of the contract's models, and all that they take from pydantic."""

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, ValidationError

__all__ = ["AfterValidator", "BeforeValidator", "Field", "StrictInt", "ValidationError", "WireModel"]


class WireModel(BaseModel):
    """Part of an answer or of a notification; fields that the contract does not list are kept."""

    model_config = ConfigDict(frozen=True, extra="allow", hide_input_in_errors=True)
