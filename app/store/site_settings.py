"""The site's rules as the store keeps them; where they change, everything is derived again."""

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from app.domain.errors import StoreUnusableError
from app.domain.site_settings import KeptRules, SiteRules
from app.facts.journal import Kind, append_entries
from app.facts.site_rules import stored_rules

if TYPE_CHECKING:  # it keeps visits too, when it restores them, and they are read in the sender's zone
    from app.store.writer import Writer

Choose = Callable[[KeptRules], SiteRules]
"""Decides the rules by what is kept; may raise an AppError, and then nothing is changed."""


def settle_site(writer: "Writer", rules: SiteRules | Choose) -> SiteRules:
    """Have the store keep the site's rules, and wait until all is derived by them; return those kept then.

    Raises:
        AppError: the store cannot be written, or `rules` raises it.
    """
    try:
        return _settle_site(writer, rules)
    except StoreUnusableError:  # the writer has restored by then what was damaged
        return _settle_site(writer, rules)


def _settle_site(writer: "Writer", rules: SiteRules | Choose) -> SiteRules:
    kept = writer.look(stored_rules).result()
    chosen = _chosen(rules, kept)
    if kept != KeptRules.of(chosen):
        chosen, _ = writer.write(partial(settle, rules=rules))
        writer.followed().result()
    return chosen


def _chosen(rules: SiteRules | Choose, kept: KeptRules) -> SiteRules:
    return rules if isinstance(rules, SiteRules) else rules(kept)


def keep_rules(db: sqlite3.Connection, rules: KeptRules) -> None:
    """Keep the site's rules, and derive nothing, in a transaction."""
    db.execute(
        "INSERT INTO site (id, zone, sender_zone, lag_minutes, far_metres) VALUES (1, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET zone = excluded.zone, sender_zone = excluded.sender_zone,"
        " lag_minutes = excluded.lag_minutes, far_metres = excluded.far_metres",
        rules,
    )


def settle(db: sqlite3.Connection, rules: SiteRules | Choose) -> tuple[SiteRules, bool]:
    """Do so in a transaction.

    Returns:
        The rules kept now, and whether anything was changed.
    """
    before = stored_rules(db)
    chosen = _chosen(rules, before)
    wanted = KeptRules.of(chosen)
    if before == wanted:
        return chosen, False
    keep_rules(db, wanted)
    if before[:3] != wanted[:3]:
        append_entries(db, Kind.RULES)
    return chosen, True
