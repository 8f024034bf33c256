"""Messages about facts of a newer version that this version cannot read."""

from app.domain.texts import Text

NEWER_FACTS = Text(
    "Newer",
    "A newer version of Despacho wrote what this one cannot read yet ({count}). It is kept, and an update shows it.",
)
NEWER_DAY = Text(
    "Newer",
    "A newer version of Despacho loaded this day, and this one cannot read all of it. The day stays as it is: install "
    "the newer version, and load it again.",
)
