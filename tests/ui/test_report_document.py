import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QPdfWriter
from PySide6.QtWidgets import QApplication

from app.domain.contract.statuses import State
from app.domain.errors import OutputError
from app.domain.follow_ups import FailureReason, FollowUp, NextStep
from app.domain.reception.gaps import Gap, GapCause
from app.domain.views.day_warnings import SIGNS_OFF_TEXTS, SignsOff
from app.domain.views.report import DayReport, FailureLine, Figures, Group, GroupLine, Hour, Tally
from app.ui.day_report.day_words import DayWords
from app.ui.printing.report_document import Printed, ReportDocument
from tests.pdf import pdf_properties, pdf_text
from tests.ui.conftest import SHOWN, formats


def tally(delivered: int, failed: int = 0, still_open: int = 0) -> Tally:
    return Tally((delivered, failed, 0, still_open, 0))


TALLY = Tally((6, 3, 1, 0, 0), (60_000.0, 30_000.0, 10_000.0, 0.0, 0.0))
EMPTY = DayReport(
    day=SHOWN,
    loaded_at=None,
    figures=Figures(),
    nothing_missing=None,
    overdue=0,
    due_today=0,
    to_attend=0,
    to_attend_visits=0,
    no_visit=0,
    no_shipment=0,
    gone=0,
    visits=0,
    hours=(),
    groups=dict.fromkeys(Group, ()),
    failures=(),
    gaps=(),
)
REPORT = replace(
    EMPTY,
    loaded_at=datetime(2026, 11, 20, 22, 55, tzinfo=UTC),
    figures=Figures(TALLY, delivered_later=2, contradictions=1, missed=1, not_in_force=1, not_in_force_visited=1),
    to_attend=2,
    gone=1,
    visits=9,
    hours=(Hour(8, 4, 1), Hour(10, 2, 2)),
    groups={
        Group.DRIVER: (GroupLine("Eva Ríos", tally(4, 1)), GroupLine("", tally(2, 1)), GroupLine(None, tally(0, 0, 2))),
        Group.ROUTE: (GroupLine("Norte", TALLY),),
        Group.MANIFEST: (GroupLine(9001, tally(7)), GroupLine(None, tally(3))),
        Group.LOCALITY: (GroupLine("Usaquén", TALLY),),
    },
    gaps=(
        Gap(
            datetime(2026, 11, 20, 15, 20, tzinfo=UTC),
            datetime(2026, 11, 20, 16, 5, tzinfo=UTC),
            GapCause.ASLEEP,
        ),
    ),
)


def failure(number: str, note: str = "", **kept: object) -> FailureLine:
    follow_up = FollowUp(note=note, **kept)  # type: ignore[arg-type]
    return FailureLine(
        number, "Sofía Ñáñez", "Cra 20 # 111-62", "Bosa", "Eva Ríos", "Excepción", "2026-11-20T10:02:03", follow_up
    )


def document(report: DayReport, language: str = "en_US") -> ReportDocument:
    printed = Printed(datetime(2026, 11, 20, 23, 2, tzinfo=UTC), "America/Bogota", QFont(QApplication.font()).family())
    return ReportDocument(report, printed, DayWords(str), formats(language), str)


@pytest.fixture
def pages(tmp_path: Path, dressed: QApplication) -> Callable[[DayReport], list[str]]:
    """Return what prints a report and reads its pages back, their texts where they stand."""

    def read(report: DayReport) -> list[str]:
        (tmp_path / "day.pdf").write_bytes(document(report).pdf())
        return pdf_text(tmp_path / "day.pdf", "-layout").split("\f")[:-1]

    return read


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def test_the_report_says_how_the_day_stands_and_who_says_so(pages: Callable[[DayReport], list[str]]) -> None:
    text = squeezed("".join(pages(REPORT)))
    assert text.startswith("ANDINA-BOG · Friday, November 20, 2026 Loaded 20 Nov 2026 17:55:00")
    assert "Printed 20 Nov 2026 18:02:00 · Times of America/Bogota" in text
    assert "Page 2 of 2" in text
    assert "Delivered 6 60 % $ 60,000 60 %" in text
    assert "Failed 3 30 % $ 30,000 30 %" in text
    assert "Ready for pickup 1 10 % $ 10,000 10 %" in text
    assert "Parcels 10 100 % $ 100,000 100 %" in text
    for counted in ("Delivered later 2", "Contradictions 1", "Possibly missed 1", "Not in force 1"):
        assert counted in text
    assert "Ambiguous" not in text
    assert "To attend 2" in text
    assert "Eva Ríos 5 4 1 0 – 0 80 %" in text
    assert "No visit 2 0 0 0 2 0 " in text
    assert "9001 7" in text
    assert "20 Nov 2026 10:20:00 20 Nov 2026 11:05:00 45 min the computer was asleep" in text
    assert "No parcel failed, and no visit." in text


def test_the_report_says_how_many_pieces_and_where_the_doors_are(pages: Callable[[DayReport], list[str]]) -> None:
    failures = (
        replace(failure("7001"), address="Cra 20, Torre 3", pieces=2),
        replace(failure("7002"), pieces="2 de 3"),
    )
    text = squeezed("".join(pages(replace(REPORT, failures=failures, pieces=14))))
    assert "Times of America/Bogota · 14 piece(s)" in text
    assert "7001 2 Sofía Ñáñez Cra 20, Torre 3 Bosa" in text
    assert "7002 2 de 3 Sofía" in text


class Jammed(QPdfWriter):
    """A device that takes one page, and no other one."""

    def newPage(self) -> bool:  # noqa: N802 - Qt's name
        return False


def test_what_the_printer_did_not_take_does_not_count_as_printed(tmp_path: Path, dressed: QApplication) -> None:
    device = Jammed(str(tmp_path / "day.pdf"))
    with pytest.raises(OutputError) as refused:
        document(replace(REPORT, failures=tuple(failure(f"{nth}") for nth in range(100)))).paint(device)
    assert str(refused.value.user_message).startswith("The printer did not take all pages.")


def test_numbers_stand_at_the_right_of_their_columns(tmp_path: Path, dressed: QApplication) -> None:
    lines = {name: tally(0, 0, total) for name, total in (("few", 7), ("many", 1234567))}
    groups = REPORT.groups | {Group.DRIVER: tuple(GroupLine(*line) for line in lines.items())}
    (tmp_path / "day.pdf").write_bytes(document(replace(REPORT, groups=groups)).pdf())
    boxes = pdf_text(tmp_path / "day.pdf", "-bbox")
    words = re.findall(r'xMax="([\d.]+)" yMax="([\d.]+)">([^<]+)<', boxes)
    row = {name: next(y for _, y, word in words if word == name) for name in lines}
    few = [float(x) for x, y, word in words if y == row["few"] and word == "7"]
    many = [float(x) for x, y, word in words if y == row["many"] and word == "1,234,567"]
    assert few == pytest.approx(many, abs=0.3)
    assert len(few) == 2  # in all, and open


def test_every_exception_stands_with_what_the_desk_keeps_of_it(pages: Callable[[DayReport], list[str]]) -> None:
    at = datetime(2026, 11, 20, 19, 2, tzinfo=UTC)
    kept = failure(
        "700001",
        "<b>no bell</b>",
        reason=FailureReason.ABSENT,
        next_step=NextStep.RETRY,
        called_at=at,
        acknowledged_at=at,
        acknowledged_by="ana",
    )
    alone = replace(failure("700002"), has_shipment=False, follow_up=None)
    later = replace(failure("700003"), state=State.DELIVERED, status="Entregado", follow_up=None)
    text = squeezed("".join(pages(replace(REPORT, failures=(kept, later, alone)))))
    assert "Failures (3)" in text
    assert (
        "700001 Sofía Ñáñez Cra 20 # 111-62 Bosa Eva Ríos 10:02 Recipient absent <b>no bell</b> Try again 14:02" in text
    )
    assert "Called 14:02 ana" in text  # the second line of that row
    assert "Failed; delivered" in text.split("700003")[1].split("700002")[0]
    assert "No shipment" in text.split("700002")[1]
    assert "not yet" in text.split("700002")[1]


def test_numbers_are_in_one_piece_and_what_is_nowhere_known_has_no_column(
    pages: Callable[[DayReport], list[str]],
) -> None:
    numbers = [f"5452525{nth:06}" for nth in range(40)]
    text = "".join(pages(replace(REPORT, failures=tuple(failure(one) for one in numbers))))
    assert re.findall(r"\b5452525\d{6}\b", text) == numbers
    assert not {"Reason", "Note", "Next"} & set(text.split())


def test_each_page_has_the_day_on_top_its_number_and_the_titles_of_its_table(
    pages: Callable[[DayReport], list[str]],
) -> None:
    made = pages(replace(REPORT, failures=tuple(failure(f"7{nth:05}") for nth in range(200))))
    assert len(made) > 4
    for nth, page in enumerate(made):
        assert "ANDINA-BOG · Friday, November 20, 2026" in page
        assert "Printed 20 Nov 2026 18:02:00" in page
        assert f"Page {nth + 1} of {len(made)}" in page
    first = next(nth for nth, page in enumerate(made) if "Failures (200)" in page)
    assert all("Failures (200), continued" in page and "Recipient" in page for page in made[first + 1 : -1])
    assert re.findall(r"\b7\d{5}\b", "".join(made)) == [f"7{nth:05}" for nth in range(200)]


def test_a_note_longer_than_a_page_goes_on_and_a_word_longer_than_its_column_is_not_cut(
    pages: Callable[[DayReport], list[str]],
) -> None:
    words = [f"w{nth}." for nth in range(1200)]
    made = pages(replace(REPORT, failures=(failure("700001", " ".join(words)), failure("9" * 60))))
    assert len(made) > 2
    assert re.findall(r"\bw\d+\.", "".join(made)) == words
    assert "9" * 60 in "".join(re.findall(r"9{2,}", made[-1]))


def test_the_paper_is_the_one_of_the_country_and_lies_across(dressed: QApplication, tmp_path: Path) -> None:
    sizes = {}
    for language in ("es_CO", "en_US", "es_ES", "es_AR"):
        (tmp_path / "day.pdf").write_bytes(document(REPORT, language).pdf())
        said = pdf_properties(tmp_path / "day.pdf")
        width, height = map(float, re.findall(r"Page size: +([\d.]+) x ([\d.]+)", said)[0])
        sizes[language] = (round(width), round(height))
    assert sizes == {"es_CO": (792, 612), "en_US": (792, 612), "es_ES": (842, 595), "es_AR": (842, 595)}


def test_a_day_without_the_sign_possibly_missed_says_so_on_top(pages: Callable[[DayReport], list[str]]) -> None:
    why = SIGNS_OFF_TEXTS[SignsOff.NO_NOTIFICATION]
    assert why is not None
    assert str(why) in squeezed(pages(replace(REPORT, nothing_missing=why))[0])
