"""What the main window is handed beside its context: what each feature calls."""

from collections.abc import Callable
from dataclasses import dataclass

from app.ui.ports.feature_ports import (
    DetailPorts,
    ExportPorts,
    FollowUpPorts,
    NoticePorts,
    Photo,
    ReceiverPorts,
    ShiftPorts,
    TilePorts,
    WriteFile,
)
from app.ui.ports.help_ports import About
from app.ui.ports.settings_ports import SettingsPorts


@dataclass(frozen=True)
class WindowPorts:
    """The ports of every feature that has some."""

    details: DetailPorts
    follow_ups: FollowUpPorts
    notices: NoticePorts
    shift: ShiftPorts
    export: ExportPorts
    write_file: WriteFile
    photo_at: Callable[[str], Photo]
    tiles: TilePorts
    receiver: ReceiverPorts
    settings: SettingsPorts
    about: About
    start_demo: Callable[[], None]
    """Opens the demo beside this window; not used in the demo itself."""
