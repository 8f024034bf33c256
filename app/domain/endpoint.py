"""The address of the carrier's API, and how long to wait for it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Endpoint:
    """The carrier's API as it is set.

    Attributes:
        base_url: empty where it is not set.
        timeout_seconds: the longest wait for more of an answer.
        retry_seconds: the first pause before a retry.
    """

    base_url: str
    timeout_seconds: float
    retry_seconds: float
