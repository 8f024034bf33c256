"""`despacho sync`: shares facts with the other desks until all are up to date, then ends."""

import argparse
import asyncio
from functools import partial

from app.cli.terminal.context import Context
from app.domain.cancellation import Cancellation
from app.domain.errors import RelayError, SettingsError
from app.domain.relay.relay_status import RelayStatus
from app.domain.texts import Text
from app.net.event_loop import run_cancellable
from app.services.app_context import own_name
from app.services.relaying.sharing import NOT_INSTALLED
from app.services.site_settings import SiteChoice
from app.store.sharing import SharedFactStore
from app.store.site_settings import save_site_rules
from app.store.writer import Writer

_DONE = Text("Cli", "Published: {published}. New from other desks: {applied}.")
_NOT_YET = Text("Cli", "Not everything could be shared within {seconds} seconds. What is left is shared the next time.")


def sync(context: Context, options: argparse.Namespace) -> int:
    """Publish this folder's facts, and take those of the others."""
    try:
        from app.services.relaying import relay_place, relay_session  # noqa: PLC0415 - of the extra `relay`
    except ModuleNotFoundError as error:
        raise SettingsError(NOT_INSTALLED) from error
    app_context = context.app_context
    place = relay_place.read_place(app_context)
    with Writer(app_context.database) as writer:
        save_site_rules(writer, SiteChoice.read(app_context.settings_file))
        facts = SharedFactStore(writer, place.desk)
        if options.again:
            facts.forget_published()
        session = relay_session.RelaySession(facts, lambda: None, app_context.now, partial(own_name, app_context))

        async def share() -> RelayStatus:
            try:
                async with asyncio.timeout(options.wait):
                    await session.run(place, until_settled=True)
            except TimeoutError as error:
                raise RelayError(_NOT_YET.filled(seconds=f"{options.wait:g}")) from error
            return session.status

        status = run_cancellable(share, Cancellation())
    for text in status.warnings:
        context.print_message(text)
    context.print_result(context.say(_DONE.filled(published=status.published, applied=status.applied)))
    return 0
