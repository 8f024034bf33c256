"""Qt's platform without a display."""

from typing import Final

from app.domain.resources import resource

OFFSCREEN: Final = f"offscreen:configfile={resource('offscreen.json')}"
"""The value of `QT_QPA_PLATFORM`; the platform's own screen has 800×800 pixels, too few for the window."""
