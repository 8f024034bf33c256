"""Save the site's rules; a change has everything derived again."""

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from app.domain.errors import StoreUnusableError
from app.domain.site import KeptRules, SiteRules
from app.facts.journal import Kind, append_entries
from app.facts.site_rules import stored_rules

if TYPE_CHECKING:  # for types alone
    from app.store.writer import Writer

ChooseRules = Callable[[KeptRules], SiteRules]
"""Chooses the rules, given the stored ones; an AppError that it raises leaves them unchanged."""


def save_site_rules(writer: "Writer", rules: SiteRules | ChooseRules) -> SiteRules:
    """Save the site's rules, wait until everything is derived by them, and return them.

    Raises:
        AppError: the store cannot be written, or `rules` raises it.
    """
    try:
        return _save_site_rules(writer, rules)
    except StoreUnusableError:  # the writer has restored a damaged file by then
        return _save_site_rules(writer, rules)


def _save_site_rules(writer: "Writer", rules: SiteRules | ChooseRules) -> SiteRules:
    stored = writer.read(stored_rules).result()
    chosen = _choose(rules, stored)
    if stored != KeptRules.of(chosen):
        chosen, _ = writer.write(partial(apply_rules, rules=rules))
        writer.board.when_applied().result()
    return chosen


def _choose(rules: SiteRules | ChooseRules, stored: KeptRules) -> SiteRules:
    return rules if isinstance(rules, SiteRules) else rules(stored)


def save_rules(db: sqlite3.Connection, rules: KeptRules) -> None:
    """Save the site's rules in the caller's transaction, without deriving anything."""
    db.execute(
        "INSERT INTO site (id, zone, sender_zone, lag_minutes, day_ends_at, far_metres) VALUES (1, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET zone = excluded.zone, sender_zone = excluded.sender_zone,"
        " lag_minutes = excluded.lag_minutes, day_ends_at = excluded.day_ends_at, far_metres = excluded.far_metres",
        rules,
    )


def apply_rules(db: sqlite3.Connection, rules: SiteRules | ChooseRules) -> tuple[SiteRules, bool]:
    """Save the site's rules in the caller's transaction, and have everything derived by them.

    Returns:
        The rules, and whether they changed.
    """
    before = stored_rules(db)
    chosen = _choose(rules, before)
    wanted = KeptRules.of(chosen)
    if before == wanted:
        return chosen, False
    save_rules(db, wanted)
    if before[:-1] != wanted[:-1]:
        append_entries(db, Kind.RULES)
    return chosen, True
