"""What the main window is handed: the ports of each feature, and the little that it needs itself."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Protocol

from app.domain.texts import Say
from app.ui.ports.alert_ports import AlertPorts, AlertRows
from app.ui.ports.call_ports import CallPorts, CallRows
from app.ui.ports.day_ports import DayPorts, DayRows, FormatPorts
from app.ui.ports.detail_ports import DetailPorts, DetailRows
from app.ui.ports.export_ports import ExportPorts
from app.ui.ports.follow_up_ports import FollowUpPorts, FollowUpRows
from app.ui.ports.help_ports import About, DeviationRows, PalettePorts
from app.ui.ports.map_ports import MapRows, TilePorts
from app.ui.ports.notice_ports import CountedNoticeRows, NoticePorts, NoticeRows
from app.ui.ports.photo_ports import PhotoPorts
from app.ui.ports.receiver_ports import ReceiverPorts, ReceiverRows
from app.ui.ports.report_ports import ReportPorts, ReportRows
from app.ui.ports.settings_ports import FirstStepsPorts, RetentionRows, SettingsPorts
from app.ui.ports.shift_ports import ShiftPorts, ShiftRows
from app.ui.ports.table_ports import SearchPorts, TablePorts, TableRows
from app.ui.ports.view_ports import ViewPorts, ViewRows


class Rows(
    TableRows,
    ViewRows,
    DayRows,
    DetailRows,
    FollowUpRows,
    CallRows,
    NoticeRows,
    CountedNoticeRows,
    ReportRows,
    ShiftRows,
    MapRows,
    ReceiverRows,
    AlertRows,
    RetentionRows,
    DeviationRows,
    Protocol,
):
    """Reads everything that the window shows."""


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
