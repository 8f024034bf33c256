"""Times as they stand in the file."""

from datetime import UTC, datetime


def utc_text(at: datetime) -> str:
    """Return a time as it stands in the file and in exports: UTC with `Z`, microseconds always."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"
