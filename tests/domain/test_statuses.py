"""Meaning of a status in every spelling."""

import pytest

from app.domain.contract import statuses
from app.domain.contract.statuses import (
    State,
    carrier_state,
    contradicts,
    is_in_force,
    plain_status_id,
    plain_status_name,
    plain_visit_status,
    visit_state,
)


@pytest.mark.parametrize(
    ("status_id", "name", "state"),
    [
        ("2", "En Reparto", State.ON_ITS_WAY),
        ("02", None, State.ON_ITS_WAY),
        (" 3 ", None, State.DELIVERED),
        ("3.0", None, State.DELIVERED),
        ("4", "Entregado", State.EXCEPTION),  # the id decides
        ("24", "lo que sea", State.PICKUP),
        (None, "entregado", State.DELIVERED),
        (None, "EN  REPARTO", State.ON_ITS_WAY),
        ("77", "Excepcion", State.EXCEPTION),
        ("77", "listo_para_retirar ", State.PICKUP),
        ("30", "Devuelto", State.OTHER),
        ("2.5", None, State.OTHER),
        ("-3", None, State.OTHER),
        (None, None, State.OTHER),
        ("", "", State.OTHER),
    ],
)
def test_a_carriers_status_is_read_by_its_id_and_else_by_its_name(
    status_id: str | None, name: str | None, state: State
) -> None:
    assert carrier_state(status_id, name) is state


@pytest.mark.parametrize(
    ("status_id", "name", "contradiction"),
    [
        ("3", "Excepción", True),
        ("03", "en reparto", True),
        ("3", "ENTREGADO", False),
        ("3", "Devuelto", False),  # no name of another status
        ("77", "Entregado", False),
        (None, "Entregado", False),
        ("3", None, False),
    ],
)
def test_an_id_and_the_name_of_another_status_contradict_each_other(
    status_id: str | None,
    name: str | None,
    contradiction: bool,
) -> None:
    assert contradicts(status_id, name) is contradiction


@pytest.mark.parametrize("status", ["completada", "Completada ", "COMPLETADA"])
def test_a_completed_visit_is_a_delivery_in_any_spelling(status: str) -> None:
    assert (visit_state(status), plain_visit_status(status)) == (State.DELIVERED, "completada")


@pytest.mark.parametrize("status", ["falso_flete", "falso flete", "Falso_Flete", "FALSO-FLETE"])
def test_a_failed_visit_is_a_failure_in_any_spelling(status: str) -> None:
    assert (visit_state(status), plain_visit_status(status)) == (State.EXCEPTION, "falso_flete")


@pytest.mark.parametrize("status", ["", "reprogramada", "completada parcialmente"])
def test_an_unknown_status_of_a_visit_means_other(status: str) -> None:
    assert (visit_state(status), plain_visit_status(status)) == (State.OTHER, status)


def test_an_unlisted_status_is_only_stripped() -> None:
    assert plain_status_id(" 30 ") == "30"
    assert plain_status_name(" Devuelto al remitente ") == "Devuelto al remitente"
    assert plain_status_name("EXCEPCION") == "Excepción"


def test_a_text_longer_than_any_name_is_looked_through_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    folded: list[str] = []

    def noted(text: str) -> str:
        folded.append(text)
        return text

    monkeypatch.setattr(statuses, "fold", noted)
    assert carrier_state(None, "Entregado" * 100_000) is State.OTHER
    assert carrier_state(None, f"{' ' * 999}another name") is State.OTHER
    assert folded == ["another name"]


@pytest.mark.parametrize(("state", "live_settings"), [("VIG", True), ("vig ", True), ("ANU", False), (None, None)])
def test_a_manifest_is_in_force_in_any_spelling(
    state: str | None,
    live_settings: bool | None,
) -> None:
    assert is_in_force(state) is live_settings
