"""The notices of every kind in the banner."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from app.domain.announced_version import AnnouncedVersion
from app.domain.days import CarrierAnswer, Drop, DroppedManifest, Skipped, SkipReason
from app.domain.reception.gaps import GAP_TEXTS, Gap, GapCause
from app.domain.reception.reception_state import ReceptionState
from app.domain.views.day_warnings import NumberMismatch, SignsOff
from app.services.receiving.receiver_log import receiver_message
from app.ui.notices.notices import FailedLoad, Gravity, Notice, Notices, Topic
from app.ui.receiver.receiver_words import gap_times
from tests.flows.conftest import NOW, Bench
from tests.flows.places.problems import DISK_FULL, FOLDER, PORT_TAKEN, REFUSED, UNTRUSTED, other_desks, sender_clocks
from tests.flows.places.ways import Place, settle


def notices(bench: Bench) -> Iterator[Place]:
    """Yield the window with each notice; with none at the end but its own."""
    window = bench.window
    for topic in Topic:
        window.banner.show_notice(topic, None)
    for nth, notice in enumerate(_every_notice(bench)):
        window.banner.show_notice(Topic.FAILURE, notice)
        settle()
        if window.banner.strip.isVisible():
            yield f"notice {nth + 1}", window
            continue
        window.top.notes.click()
        settle()
        yield f"notice {nth + 1}", window.banner.list
        window.banner.list.reject()
    window.banner.show_notice(Topic.FAILURE, None)
    window.notices.show_day(window.loading.age())
    window.detail.show_skipped(
        [Skipped("05001000123456", "9001", SkipReason.UNREADABLE_FIELDS, "skus, valorDeclarado")]
    )
    window.detail_fold.open()
    settle()
    yield "not readable", window
    window.current.show()


def _every_notice(bench: Bench) -> Iterator[Notice]:
    words, say = Notices(bench.window), bench.window.context.say
    yield from _about_the_day(words, bench)
    yield from _about_reception(words, bench)
    yield words.about_new_day("sábado, 21 de noviembre", "viernes, 20 de noviembre")
    yield words.about_spelling("ANDINA-BOG-OCCIDENTE")
    yield words.about_open_folder(FOLDER)
    clocks = sender_clocks()
    for clock, fixed_by in ((clocks[0], ""), (clocks[1], ""), (clocks[0], "DESPACHO_SENDER_TIME_ZONE")):
        yield words.about_sender(say(clock.finding), clock.zone, fixed_by)
    pairs = tuple((f"0500100012345{nth}", f"ANDINA-0500100012345{nth}") for nth in range(3))
    yield bench.window.notices._matches._about_numbers(NumberMismatch(1234, 1200, pairs))
    yield Notice(Gravity.ERROR, say(DISK_FULL.user_message), can_close=True, failed_at=NOW)
    for address in ("", "https://intranet.transportes.example/despacho"):
        yield words.about_version(AnnouncedVersion("10.12.3", address))


def _about_the_day(words: Notices, bench: Bench) -> Iterator[Notice]:
    say, age, state = bench.window.context.say, bench.window.loading.age(), bench.window.current_day.state
    assert state is not None
    for problem in (REFUSED, UNTRUSTED):
        yield _known(words.about(state, FailedLoad(problem, say(problem.user_message)), age))
    skipped = (Skipped(None, None, SkipReason.NO_NUMBER),)
    for other in (
        replace(state, answer=CarrierAnswer.EMPTY),
        replace(state, answer=CarrierAnswer.EMPTY, shipments=0, gone=60),
        replace(state, answer=CarrierAnswer.MANIFESTS, skipped=skipped),
    ):
        yield _known(words.about(other, None, age))
    drop = Drop(NOW, 480, tuple(DroppedManifest(f"{nth}", 20) for nth in range(9_001_001, 9_001_012)))
    yield words.about_drop(say(drop.text))


def _about_reception(words: Notices, bench: Bench) -> Iterator[Notice]:
    say, formats = bench.window.context.say, bench.window.tabs.page.model.formats
    for reception in (ReceptionState.NO_TOKEN, ReceptionState.STOPPED, ReceptionState.TAKEN):
        failure = PORT_TAKEN if reception is ReceptionState.TAKEN else None
        said = receiver_message(reception, failure, None, is_failing=False)
        assert said is not None
        yield words.about_outage(reception, formats.since(NOW - timedelta(days=9)), say(said))
    state = bench.window.receiver.state
    refused = replace(state, listening=replace(state.listening, reception=ReceptionState.REFUSED, refused_since=NOW))
    yield words.about_refused_tokens(bench.window.receiver._words.refused_tokens(refused))
    gap = Gap(NOW - timedelta(days=9), NOW, GapCause.TOKEN_REFUSED)
    cause, times = say(GAP_TEXTS[gap.cause]), gap_times(gap, formats)
    for is_made_up_for, missed in ((False, None), (True, 17), (True, 0)):
        yield words.about_gap(*times, cause, 3, is_made_up_for=is_made_up_for, missed=missed)
    of_desks = bench.window.receiver._words.other_desks
    for others in other_desks()[1:]:
        one = replace(state, others=others)
        problem, warning = of_desks.problem(one), " ".join(of_desks.warnings(one).values())
        if problem or warning:
            yield Notice(Gravity.ERROR if problem else Gravity.WARNING, problem or warning, can_close=not problem)
    yield Notice(Gravity.INFO, bench.window.receiver._words.nothing_yet(), can_close=True)
    for off in SignsOff:
        yield bench.window.notices._matches.about_signs_off(off)


def _known(notice: Notice | None) -> Notice:
    assert notice is not None
    return notice
