"""Builds the context and the ports of the window from the parts of the program."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QWidget

from app.board.reading.reader import Reader
from app.bootstrap.carrier_requests import ConnectionTests
from app.bootstrap.lazy_services import (
    export_day,
    export_shown,
    licences,
    list_separator,
    photo,
    probe_relay,
    start_demo,
    write_file,
)
from app.bootstrap.live_settings import LiveSettings
from app.credentials.credentials import Source
from app.domain.access.credentials import CARRIER_SECRETS, RECEIVER_SECRETS, RELAY_SECRETS, SecretName
from app.domain.announced_version import AnnouncedVersion
from app.domain.calls.reasons import Reasons
from app.domain.errors import CredentialsError
from app.domain.places.tiles import MOST_TILE_PIXELS
from app.domain.texts import Say
from app.files.folder_risks import folder_risk
from app.files.private_files import deny_others, mode_for_others
from app.i18n import Catalog
from app.load_process.client import LoadProcess
from app.logs.process_log import ProcessLog
from app.phones import Phones, country_of
from app.qt_threads.change_notifier import ChangeNotifier
from app.qt_threads.worker_pool import QueryThread, WorkerPool
from app.services.app_context import SOURCES, AppContext, user_name
from app.services.handover_exchange import Exchange
from app.services.maintenance.version_watch import VersionWatch
from app.services.receiving.receiver_supervisor import ReceiverSupervisor
from app.services.relaying.sharing import Sharing
from app.store.follow_ups import FollowUps
from app.ui.appearance.formats import Formats, SiteConventions
from app.ui.appearance.theme import Theme
from app.ui.context.current_day import CurrentDay
from app.ui.context.site_clock import SiteClock
from app.ui.context.undo import UndoStack
from app.ui.context.window_context import KeptSettings, WindowContext, WindowSignals
from app.ui.context.window_state import WindowState
from app.ui.ports.feature_ports import (
    DetailPorts,
    ExportPorts,
    FollowUpPorts,
    NoticePorts,
    OtherDesks,
    ProbePorts,
    ReceiverPorts,
    ShiftPorts,
    TilePorts,
)
from app.ui.ports.help_ports import About
from app.ui.ports.settings_ports import SecretPorts, SecretState, SettingsPorts
from app.ui.window.window_ports import WindowPorts

STATE_FILE = "window.ini"

_KEPT = (Source.SESSION, Source.KEYRING)


@dataclass(frozen=True)
class PortBuilder:
    """The parts of the program that the window needs."""

    context: AppContext
    rows: Reader
    queries: QueryThread[Reader]
    workers: WorkerPool
    feed: ChangeNotifier
    live_settings: LiveSettings
    follow_ups: FollowUps
    exchange: Exchange
    receiver: ReceiverSupervisor
    sharing: Sharing
    probes: ConnectionTests
    versions: VersionWatch
    process: LoadProcess
    log: ProcessLog
    is_demo: bool

    def new_context(self, window: QWidget, catalog: Catalog, locale: QLocale, theme: Theme) -> WindowContext:
        """Return the context of a window in the language of a catalog; the window owns what it consists of."""
        live, now, rows, say = self.live_settings, self.context.now, self.rows, catalog.say
        country = live.read().country or country_of(live.zone.key)
        phones = Phones(country)

        def formats_of(today: date) -> Formats:
            return Formats(
                locale,
                say,
                today,
                SiteConventions(
                    live.days,
                    live.read().far_metres,
                    rows.reasons(),
                    live.sender_zone,
                    country,
                    phones.read,
                    phones.read_all,
                    live.read().dispatcher or user_name(),
                ),
            )

        clock = SiteClock(now, lambda: live.days, formats_of, window)
        return WindowContext(
            window=window,
            rows=rows,
            queries=self.queries,
            workers=self.workers,
            feed=self.feed,
            theme=theme,
            language=catalog.language,
            say=say,
            clock=clock,
            settings=KeptSettings(live.read, live.save, self.context.settings_file.fixed),
            state=WindowState(self.context.folder / STATE_FILE),
            day=CurrentDay(rows, self.process.load, clock, self.workers, window),
            undo=UndoStack(window),
            signals=WindowSignals(say, window),
            read_phone=phones.read,
            read_phones=phones.read_all,
            is_demo=self.is_demo,
        )

    def build(self, say: Say) -> WindowPorts:
        """Return the ports of a window whose texts are translated by a function."""
        rows, settings, log, receiver = self.rows, self.live_settings.read, self.log, self.receiver
        tile = partial(photo, most_pixels=MOST_TILE_PIXELS)
        others = OtherDesks(self.sharing.tell, self.sharing.handled_by) if settings().relay_url else None

        def known_carriers() -> set[str]:
            return {*rows.carriers(), settings().carrier} - {""}

        return WindowPorts(
            details=DetailPorts(receiver.apply_again, self.follow_ups.mark_seen),
            follow_ups=FollowUpPorts(self.follow_ups.save, self.follow_ups.undo_edit, self.follow_ups.user, others),
            notices=self._notices(),
            shift=ShiftPorts(self.exchange, self.process.load, write_file, known_carriers),
            export=ExportPorts(
                partial(export_shown, self.context, say=say), partial(export_day, self.context, say=say), list_separator
            ),
            write_file=write_file,
            photo_at=photo,
            tiles=TilePorts(lambda: settings().map_tiles, lambda: settings().map_attribution, tile),
            receiver=ReceiverPorts(
                listening=lambda: receiver.listening(rows),
                sharing=lambda: self.sharing.status,
                restart=receiver.restart,
                stop=receiver.close,
                probes=ProbePorts(receiver.test_inside, receiver.test_outside),
            ),
            settings=self._settings(rows.reasons()),
            about=About(
                log.versions,
                self._newer_version,
                partial(licences, say),
                self.context.folder,
                log.folder,
                log.latest_report,
            ),
            start_demo=partial(start_demo, self.context.folder),
        )

    def _newer_version(self) -> AnnouncedVersion | None:
        return self.versions.newer

    def _notices(self) -> NoticePorts:
        folder = self.context.folder
        return NoticePorts(
            data_folder=folder,
            log_folder=self.log.folder,
            mode_for_others=partial(mode_for_others, folder),
            folder_risk=partial(folder_risk, folder, self.context.environment),
            deny_others=partial(deny_others, folder),
            newer_version=self._newer_version,
        )

    def _settings(self, reasons: Reasons) -> SettingsPorts:
        credentials, settings = self.context.credentials, self.live_settings.read

        def keep(name: SecretName, value: str, *, session_only: bool) -> None:
            address = settings().relay_url if name in RELAY_SECRETS else settings().base_url
            credentials.write(name, value, address=address, session_only=session_only)

        return SettingsPorts(
            secrets=SecretPorts(
                states=self._secret_states,
                keep=partial(keep, session_only=self.is_demo),
                keep_for_session=partial(keep, session_only=True),
                confirm=credentials.confirm,
                forget=credentials.delete,
            ),
            probe=self.probes.run,
            cancel_probes=self.probes.cancel,
            restart_receiver=self.receiver.restart,
            probe_relay=partial(probe_relay, self.context),
            restart_sharing=self.sharing.restart,
            reasons=reasons,
            save_reasons=partial(self.follow_ups.save_reasons, before=reasons),
        )

    def _secret_states(self) -> dict[SecretName, SecretState]:
        shown = self.context.credentials.status((*CARRIER_SECRETS, *RECEIVER_SECRETS, *RELAY_SECRETS))
        return {name: self._secret_state(name, source) for name, source in shown.items()}

    def _secret_state(self, name: SecretName, source: Source) -> SecretState:
        credentials, is_set = self.context.credentials, source not in (Source.NOT_SET, Source.LOCKED)
        state = SecretState(is_set, SOURCES[source], can_be_forgotten=source in _KEPT)
        with suppress(CredentialsError):  # the keyring's value cannot be used, or it was locked meanwhile
            if is_set and name in RECEIVER_SECRETS:
                state = replace(state, weakness=credentials.weakness(name))
            elif source in _KEPT:
                state = replace(state, for_origin=credentials.origin_of_kept(name))
        return state
