"""Builds the ports of the window's features from the parts of the program."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from app.board.reading.reader import Reader
from app.bootstrap.carrier_requests import ConnectionTests, DayLoad
from app.bootstrap.lazy_services import export_shown, licences, list_separator, photo, start_demo, write_file
from app.bootstrap.live_settings import LiveSettings
from app.credentials.credentials import Source
from app.domain.access.credentials import CARRIER_SECRETS, RECEIVER_SECRETS, SecretName
from app.domain.announced_version import AnnouncedVersion
from app.domain.calls.reasons import Reasons
from app.domain.days import Day
from app.domain.errors import CredentialsError
from app.domain.places.tiles import MOST_TILE_PIXELS
from app.domain.texts import Say
from app.files.folder_risks import folder_risk
from app.files.private_files import deny_others, mode_for_others
from app.i18n import Catalog
from app.logs.process_log import ProcessLog
from app.phones import Phones, country_of
from app.services.app_context import SOURCES, AppContext
from app.services.handover_exchange import Exchange
from app.services.loading.auto_reload import LoadGate
from app.services.maintenance.version_watch import VersionWatch
from app.services.receiving.receiver_supervisor import ReceiverSupervisor
from app.services.relaying.sharing import Sharing
from app.store.follow_ups import FollowUps
from app.store.writer import Writer
from app.ui.ports.feature_ports import (
    AlertPorts,
    CallPorts,
    DayPorts,
    DetailPorts,
    ExportPorts,
    FollowUpPorts,
    FormatPorts,
    NoticePorts,
    OtherDesks,
    PhotoPorts,
    ProbePorts,
    ReceiverPorts,
    ReportPorts,
    SearchPorts,
    ShiftPorts,
    TablePorts,
    TilePorts,
    ViewPorts,
)
from app.ui.ports.help_ports import About, PalettePorts
from app.ui.ports.settings_ports import FirstStepsPorts, SecretPorts, SecretState, SettingsPorts
from app.ui.window.window_ports import WindowPorts

STATE_FILE = "window.ini"

_KEPT = (Source.SESSION, Source.KEYRING)


@dataclass(frozen=True)
class PortBuilder:
    """The parts of the program that the window needs.

    Args:
        context: the data folder with its settings and credentials.
        rows: the main thread's reader.
        writer: of the store.
        live_settings: the settings in force.
        follow_ups: saves follow-ups and read marks.
        exchange: makes files for other desks and opens theirs.
        receiver: the supervisor of the receiver.
        sharing: of facts with other desks.
        probes: tests of the connection to the carrier.
        versions: knows of a newer version.
        gate: lets one load in at a time.
        log: the program's log.
        is_demo: whether the window is the demo's.
        demo_options: more arguments for the demo that can be opened beside the window.
    """

    context: AppContext
    rows: Reader
    writer: Writer
    live_settings: LiveSettings
    follow_ups: FollowUps
    exchange: Exchange
    receiver: ReceiverSupervisor
    sharing: Sharing
    probes: ConnectionTests
    versions: VersionWatch
    gate: LoadGate
    log: ProcessLog
    is_demo: bool
    demo_options: Sequence[str]

    def build(self, catalog: Catalog) -> WindowPorts:
        """Return the ports of a window in the language of a catalog."""
        rows, now, say, zone = self.rows, self.context.now, catalog.say, lambda: self.live_settings.zone
        settings, save_settings = self.live_settings.read, self.live_settings.save
        country = settings().country or country_of(self.live_settings.zone.key)
        phones, reasons = Phones(country), rows.reasons
        read_phone = phones.read
        start = None if self.is_demo else partial(start_demo, self.context.folder, self.demo_options)
        today, fixed, log = self.live_settings.today, self.context.settings_file.fixed, self.log
        tile = partial(photo, most_pixels=MOST_TILE_PIXELS)
        others = OtherDesks(self.sharing.tell, self.sharing.handled_by) if settings().relay_url else None

        def known_carriers() -> set[str]:
            return {*rows.carriers(), settings().carrier} - {""}

        return WindowPorts(
            tables=TablePorts(rows, say, today, read_phone),
            search=SearchPorts(say, read_phone),
            views=ViewPorts(say, today, read_phone, can_start_demo=start is not None),
            day=DayPorts(rows, self._new_load, settings, save_settings, fixed, now, today),
            formats=FormatPorts(
                today,
                lambda: self.live_settings.days,
                lambda: self.live_settings.sender_zone,
                lambda: settings().far_metres,
                say,
                phones.read,
                reasons,
                phones.read_all,
                country,
            ),
            details=DetailPorts(rows, self.receiver.apply_again, self.follow_ups.mark_seen, now),
            calls=CallPorts(rows, phones.read_all, say, now, today, zone),
            follow_ups=FollowUpPorts(rows, self.follow_ups.save, self.follow_ups.undo_edit, say, now, others),
            notices=self._notices(say),
            report=ReportPorts(write_file, say, now, today, zone),
            shift=ShiftPorts(self.exchange, self._new_load, known_carriers, write_file, say),
            export=ExportPorts(partial(export_shown, self.context, say=say), list_separator, say, today),
            photos=PhotoPorts(photo, say),
            tiles=TilePorts(lambda: settings().map_tiles, lambda: settings().map_attribution, tile),
            receiver=self._receiver(say),
            alerts=AlertPorts(settings, say, now, today, lambda: self.live_settings.days),
            settings=self._settings(catalog, reasons()),
            first_steps=FirstStepsPorts(rows.carriers, start),
            palette=PalettePorts(rows.carriers, say, today),
            about=About(
                log.versions,
                self._newer_version,
                partial(licences, say),
                self.context.folder,
                log.folder,
                log.latest_report,
            ),
            say=say,
            today=today,
            state_file=self.context.folder / STATE_FILE,
            is_demo=self.is_demo,
        )

    def _newer_version(self) -> AnnouncedVersion | None:
        return self.versions.newer

    def _new_load(self, day: Day) -> DayLoad:
        return DayLoad(day, self.context, self.writer, self.gate)

    def _notices(self, say: Say) -> NoticePorts:
        folder = self.context.folder
        return NoticePorts(
            rows=self.rows,
            save_settings=self.live_settings.save,
            fixed=self.context.settings_file.fixed,
            data_folder=folder,
            log_folder=self.log.folder,
            mode_for_others=partial(mode_for_others, folder),
            folder_risk=partial(folder_risk, folder, self.context.environment),
            deny_others=partial(deny_others, folder),
            newer_version=self._newer_version,
            say=say,
            now=self.context.now,
            today=self.live_settings.today,
            days=lambda: self.live_settings.days,
        )

    def _receiver(self, say: Say) -> ReceiverPorts:
        receiver = self.receiver
        return ReceiverPorts(
            rows=self.rows,
            settings=self.live_settings.read,
            listening=lambda: receiver.listening(self.rows),
            sharing=lambda: self.sharing.status,
            restart=receiver.restart,
            stop=receiver.close,
            now=self.context.now,
            days=lambda: self.live_settings.days,
            probes=ProbePorts(receiver.test_inside, receiver.test_outside, say),
            say=say,
            is_demo=self.is_demo,
        )

    def _settings(self, catalog: Catalog, reasons: Reasons) -> SettingsPorts:
        credentials, settings = self.context.credentials, self.live_settings.read

        def keep(name: SecretName, value: str, *, session_only: bool) -> None:
            credentials.write(name, value, address=settings().base_url, session_only=session_only)

        return SettingsPorts(
            settings=settings,
            save_settings=self.live_settings.save,
            fixed=self.context.settings_file.fixed,
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
            reasons=reasons,
            save_reasons=partial(self.follow_ups.save_reasons, before=reasons),
            say=catalog.say,
            language=catalog.language,
            today=self.live_settings.today,
            zone=lambda: self.live_settings.zone,
        )

    def _secret_states(self) -> dict[SecretName, SecretState]:
        shown = self.context.credentials.status((*CARRIER_SECRETS, *RECEIVER_SECRETS))
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
