"""`despacho settings`: shows and changes the settings in `settings.toml`."""

import argparse
from dataclasses import asdict

import simplejson

from app.cli.terminal.context import Context
from app.domain.settings import Settings
from app.domain.texts import Text
from app.services.open_reader import has_store, opened_store
from app.services.site_settings import DECIDING


def settings(context: Context, options: argparse.Namespace) -> int:
    """Show all settings, or change one."""
    file = context.app_context.settings_file
    if options.action == "set":
        file.write({options.key: options.value or _reset(options.key)})
        if (where := file.fixed().get(options.key)) is not None:
            context.print_message(
                Text("Cli", "The setting was saved, but {where} takes precedence.").filled(where=where)
            )
        if options.key in DECIDING:
            _settle(context)
        return 0
    in_force, fixed = file.read(), file.fixed()
    for key in file.administrators.unknown:
        text = Text("Cli", "{path} names {key}, which is no setting of this version.")
        context.print_message(text.filled(path=file.administrators.path, key=key))
    for key, value in asdict(in_force).items():
        origin = f"  # {fixed[key]}" if key in fixed else ""
        context.print_result(f"{key} = {simplejson.dumps(value, ensure_ascii=False)}{origin}")  # as TOML
    return 0


def _reset(key: str) -> str | None:
    """Return what goes back to a setting's default: an empty text where it may be one, else None."""
    return None if getattr(Settings(), key, "") else ""


def _settle(context: Context) -> None:
    """Save a setting that decides rows in the store, and derive the rows again; without a store, do nothing."""
    app_context = context.app_context
    if has_store(app_context.database):
        with opened_store(app_context.database, app_context.settings_file):
            pass
