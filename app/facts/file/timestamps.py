"""The stored form of times."""

from datetime import UTC, datetime


def utc_text(at: datetime) -> str:
    """Return a time as stored and exported: UTC, always with microseconds and `Z`."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"
