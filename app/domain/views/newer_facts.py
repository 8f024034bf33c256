"""Messages about facts of a newer version that this version cannot read."""

from app.domain.texts import Text

NEWER_FACTS = Text(
    "Newer",
    "A newer version of Despacho saved data that this version cannot read ({count}). The data is kept; update "
    "Despacho to see it.",
)
NEWER_DAY = Text(
    "Newer",
    "A newer version of Despacho loaded this day, and this version cannot read all of it. The day stays unchanged: "
    "install the newer version, and load the day again.",
)
