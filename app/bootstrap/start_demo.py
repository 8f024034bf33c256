"""Opens the window with the demo carrier."""

import argparse
import os
import tempfile
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_urlsafe
from uuid import uuid4

from PySide6.QtCore import QBuffer, QIODevice, QObject, QTimer, Slot

from app.bootstrap.desk import Desk
from app.bootstrap.start_window import OFFSCREEN, close_with_session, has_no_display, new_application, qt_versions
from app.credentials.credentials import Credentials, SessionVault
from app.demo.carrier_server import CarrierServer
from app.demo.day.day import generate
from app.demo.day.day_schedule import Closing
from app.demo.day.notification import envelopes
from app.demo.world.options import DayOptions, NotifyOptions
from app.domain.access.credentials import CarrierCredentials, SecretName
from app.domain.contract.notifications import Received
from app.domain.errors import OutputError
from app.domain.texts import Text
from app.export.output import check_output, write_file
from app.facts.gaps import Heartbeat, save_heartbeat
from app.load_process.client import LoadProcess
from app.logs.crash_reports import print_error
from app.logs.process_log import ProcessLog, Voice
from app.logs.redaction import Redactor
from app.services.app_context import AppContext, zone_of
from app.services.receiving.restarted_server import ListenAddress
from app.store.notification_ingest import NotificationIngest
from app.store.writer import Writer

_PAINTING_MS = 300  # until delayed painting is finished
_DEMO_CARRIER = "ANDINA-BOG"
_DEMO_COUNTRY = "CO"  # of its addresses and telephones, wherever it is tried
_OFFSCREEN = Text("Cli", "There is no display: the demo runs without showing its window.")
_OFFSCREEN_SIZE = (1440, 860)
_OPENS_AT = timedelta(hours=7)
_ON_ITS_WAY = timedelta(seconds=2)  # from the closing of a visit until its notification arrived
_LOST_ONE_IN = 24
_MOST_SHIPMENTS = 2000  # making a larger day would delay the window


class Screenshot(QObject):
    """Writes a screenshot of the window once the day is loaded and shown."""

    def __init__(self, desk: Desk, path: Path, *, then_close: bool) -> None:
        super().__init__(desk)
        self._desk = desk
        self._path: Path | None = path
        self._then_close = then_close
        desk.window.current_day.load_ended.connect(self._wait_for_rows)

    @Slot()
    def _wait_for_rows(self) -> None:
        self._desk.window.tabs.page.rows_shown.connect(self._choose_row)

    @Slot()
    def _choose_row(self) -> None:
        page = self._desk.window.tabs.page
        page.rows_shown.disconnect(self._choose_row)
        page.view.selectRow(0)
        QTimer.singleShot(_PAINTING_MS, self.take)

    @Slot()
    def take(self) -> None:
        """Write the screenshot, unless it was already written."""
        if self._path is None:
            return
        path, self._path = self._path, None
        try:
            write_file(path, self._picture)
        except OutputError as error:
            print_error(self._desk.say(error.user_message))
            self._desk.exit_code = 2 if error.wrong_path else 6
        if self._then_close:
            self._desk.close()

    def _picture(self) -> bytes:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._desk.window.grab().save(buffer, "PNG")
        return bytes(buffer.data().data())


def save_morning(writer: Writer, options: DayOptions, now: datetime) -> None:
    """Save notifications of the visits that closed before the demo, as if a receiver had listened since 7:00.

    One in 24 is missing. A day of more than 2,000 shipments has none.
    """
    if options.shipments > _MOST_SHIPMENTS:
        return
    plan = generate(_DEMO_CARRIER, now.date(), options)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    begin = midnight + min(_OPENS_AT, (now - midnight) / 2)
    owner, ingest = str(uuid4()), NotificationIngest(writer)
    writer.write(lambda db: save_heartbeat(db, Heartbeat(begin.astimezone(UTC), owner)))
    savings = []
    for turn, visit in enumerate(plan.closings[: plan.closed_at_start]):
        at = begin + (now - begin) * (turn + 1) / (plan.closed_at_start + 1)
        if turn % _LOST_ONE_IN != _LOST_ONE_IN - 1:
            arrival = min(at + _ON_ITS_WAY, now).astimezone(UTC)
            bodies = [envelope.body for envelope in envelopes(Closing(visit, turn, at))]
            savings += [ingest.save(Received.read(body, arrival)) for body in bodies]
    for saving in savings:
        saving.result()
    writer.write(lambda db: save_heartbeat(db, Heartbeat(now.astimezone(UTC), owner)))


def open_demo(app_context: AppContext, options: argparse.Namespace) -> int:
    """Open the window with the demo carrier, in a temporary folder and with credentials in memory."""
    if options.screenshot:
        check_output(options.screenshot)
    own = app_context.settings_file.read()
    is_offscreen = has_no_display()
    if is_offscreen:
        os.environ["QT_QPA_PLATFORM"] = OFFSCREEN
        print_error(app_context.catalog(own).say(_OFFSCREEN))
    credentials = CarrierCredentials(str(uuid4()), "demo")
    day = DayOptions(options.shipments, options.per_minute)
    with ExitStack() as stack:
        folder = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="despacho-demo-", ignore_cleanup_errors=True))
        )
        log = ProcessLog(folder, Redactor(), qt_versions)
        app = new_application(log)
        close_with_session(app, stack)
        stack.enter_context(log.opened(Voice.DESK))
        stack.enter_context(log.crashes_noted(Voice.DESK))
        server = stack.enter_context(CarrierServer(day, credentials, now=lambda: datetime.now(zone_of(own))))
        kept = Credentials({}, SessionVault(), SessionVault(), log.redact.learn)
        kept.write(SecretName.AUTHORIZATION_TOKEN, credentials.token, address=server.url, session_only=True)
        kept.write(SecretName.AUTHORIZATION_USER, credentials.user, address=server.url, session_only=True)
        token = token_urlsafe()
        kept.write(SecretName.RECEIVER_TOKEN, token, session_only=True)
        demo = AppContext(folder, {}, kept)
        demo.settings_file.write(
            {
                "base_url": server.url,
                "carrier": _DEMO_CARRIER,
                "language": own.language or app_context.catalog(own).language,
                "theme": own.theme,
                "time_zone": own.time_zone,
                "country": _DEMO_COUNTRY,
                "site": "demo",
            }
        )
        writer = stack.enter_context(Writer(demo.database))
        desk = Desk(app, demo, writer, loads=LoadProcess(demo), is_demo=True, log=log)
        stack.callback(desk.stop)
        save_morning(writer, day, datetime.now(zone_of(own)))

        def listen(_ended: object) -> None:
            """Start the receiver once the day is loaded; the demo sends no notifications of earlier visits."""
            desk.window.current_day.load_ended.disconnect(listen)
            url = desk.listen(ListenAddress("127.0.0.1", 0, "/visitas"))
            server.notify(NotifyOptions(url, token, _DEMO_CARRIER))

        desk.window.current_day.load_ended.connect(listen)
        if is_offscreen:
            desk.window.resize(*_OFFSCREEN_SIZE)
        if options.quit_after is not None:
            QTimer.singleShot(int(options.quit_after * 1000), desk.close)
        if options.screenshot:
            picture = Screenshot(desk, options.screenshot, then_close=is_offscreen and options.quit_after is None)
            desk.closing.connect(picture.take)
        return desk.run(load_at_once=True)
