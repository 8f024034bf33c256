"""What the main window is handed: the ports of each feature, and the little that it needs itself."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from app.domain.texts import Say
from app.ui.ports.feature_ports import (
    AlertPorts,
    CallPorts,
    DayPorts,
    DetailPorts,
    ExportPorts,
    FollowUpPorts,
    FormatPorts,
    NoticePorts,
    PhotoPorts,
    ReceiverPorts,
    ReportPorts,
    SearchPorts,
    ShiftPorts,
    TablePorts,
    TilePorts,
    ViewPorts,
)
from app.ui.ports.help_ports import About, PalettePorts
from app.ui.ports.settings_ports import FirstStepsPorts, SettingsPorts


@dataclass(frozen=True)
class WindowPorts:
    """The ports of every feature."""

    tables: TablePorts
    search: SearchPorts
    views: ViewPorts
    day: DayPorts
    formats: FormatPorts
    details: DetailPorts
    follow_ups: FollowUpPorts
    calls: CallPorts
    notices: NoticePorts
    report: ReportPorts
    shift: ShiftPorts
    export: ExportPorts
    photos: PhotoPorts
    tiles: TilePorts
    receiver: ReceiverPorts
    alerts: AlertPorts
    settings: SettingsPorts
    first_steps: FirstStepsPorts
    palette: PalettePorts
    about: About
    say: Say
    today: Callable[[], date]
    """At the site."""
    state_file: Path
    """Where the window keeps its own state: geometry, columns, the carriers that were used last."""
    is_demo: bool
