"""Answers of the demo carrier: every status of the contract."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from app.domain.access.credentials import CarrierCredentials
from app.domain.days import NO_CARRIER

UUID = "123e4567-e89b-42d3-a456-426614174000"
Headers = list[tuple[str, str | bytes]]


def test_a_day_is_a_json_array_of_manifests(carrier: SimpleNamespace) -> None:
    answer = carrier.ask()
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    assert {manifest["codigoCarrier"] for manifest in answer.json()} == {"DEMO"}


@pytest.mark.parametrize(
    "headers",
    [
        [],
        [("Authorization-Token", UUID)],
        [("Authorization-User", "ana")],
        [("Authorization-Token", UUID), ("Authorization-User", "")],
        [("Authorization-Token", "secret"), ("Authorization-User", "ana")],
        [("Authorization-Token", f"{UUID}0"), ("Authorization-User", "ana")],
        [("Authorization-Token", UUID), ("Authorization-Token", UUID), ("Authorization-User", "ana")],
        [("Authorization", f"Bearer {UUID}")],
    ],
)
def test_without_a_token_and_a_user_a_request_is_refused(carrier: SimpleNamespace, headers: Headers) -> None:
    answer = carrier.get("/v2/planillas-envios?codigoCarrier=DEMO&fecha=2026-06-15", headers=headers)
    assert answer.status_code == 401
    assert answer.json() == {"codigo": 401, "mensaje": "Token o usuario inválido"}


def test_only_the_configured_credentials_are_accepted(opened: Callable[..., SimpleNamespace]) -> None:
    carrier = opened(CarrierCredentials("ñandú-token", "ana"))

    def status(token: bytes, user: bytes) -> int:
        headers = [("Authorization-Token", token), ("Authorization-User", user)]
        answer = carrier.get("/v2/planillas-envios?codigoCarrier=VACIA&fecha=2026-06-15", headers=headers)
        return int(answer.status_code)

    assert status("ñandú-token".encode(), b"ana") == 200
    assert status("ñandú-token".encode(), b"otra") == 401
    assert status("ñandú-token".encode("latin-1"), b"ana") == 401
    assert status(UUID.encode(), b"ana") == 401
    assert status(b"", b"") == 401


@pytest.mark.parametrize(
    "query",
    [
        "",
        "codigoCarrier=DEMO",
        "fecha=2026-06-15",
        "codigoCarrier=&fecha=2026-06-15",
        "codigoCarrier=DEMO&fecha=",
        "codigoCarrier=DEMO&fecha=15/06/2026",
        "codigoCarrier=DEMO&fecha=2026-6-15",
        "codigoCarrier=DEMO&fecha=20260615",
        "codigoCarrier=DEMO&fecha=2026-02-30",
        "codigoCarrier=DEMO&fecha=2026-W25-1",
        "codigoCarrier=DEMO&fecha=%D9%A2%D9%A0%D9%A2%D9%A6-06-15",
        "codigoCarrier=DE%20MO&fecha=2026-06-15",
        "codigoCarrier=DEMO%0A&fecha=2026-06-15",
        "codigoCarrier=%C3%91&fecha=2026-06-15",
        "codigoCarrier=" + "A" * 41 + "&fecha=2026-06-15",
        "codigoCarrier=DEMO&codigoCarrier=OTRO&fecha=2026-06-15",
    ],
)
def test_a_malformed_carrier_or_date_is_refused(carrier: SimpleNamespace, query: str) -> None:
    answer = carrier.get(f"/v2/planillas-envios?{query}")
    assert answer.status_code == 400
    assert answer.json()["codigo"] == 400


@pytest.mark.parametrize(
    ("code", "day"),
    [
        ("DEMO", "2026-06-16"),
        ("DEMO", "2019-12-31"),
        ("DEMO", "0001-01-01"),
        ("DEMO", "9999-12-31"),
        ("VACIA", "2026-06-16"),
        ("SIN-PLANILLA", "2026-06-15"),
        ("SIN-PLANILLA-2", "2026-06-15"),
        (NO_CARRIER, "2026-06-15"),
    ],
)
def test_a_day_without_manifests_is_not_found(carrier: SimpleNamespace, code: str, day: str) -> None:
    answer = carrier.ask(code, day)
    assert answer.status_code == 404
    assert answer.json()["codigo"] == 404


def test_some_carriers_answer_with_an_empty_list(carrier: SimpleNamespace) -> None:
    assert carrier.manifests("VACIA") == []
    assert carrier.manifests("VACIA-2", "2020-01-01") == []


def test_the_first_day_is_there(carrier: SimpleNamespace) -> None:
    assert carrier.manifests("DEMO", "2020-01-01")


@pytest.mark.parametrize("path", ["/", "/v2", "/v2/planillas-envios/", "/v1/planillas-envios", "/visitas"])
def test_other_paths_are_not_found(carrier: SimpleNamespace, path: str) -> None:
    answer = carrier.get(path)
    assert answer.status_code == 404
    assert answer.json()["codigo"] == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_other_methods_are_not_allowed(carrier: SimpleNamespace, method: str) -> None:
    answer = carrier.get("/v2/planillas-envios?codigoCarrier=DEMO&fecha=2026-06-15", method=method)
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "GET"
    assert answer.json()["codigo"] == 405


def test_head_is_refused(carrier: SimpleNamespace) -> None:
    assert carrier.get("/v2/planillas-envios", method="HEAD").status_code == 405


def test_unknown_parameters_are_ignored(carrier: SimpleNamespace) -> None:
    assert carrier.get("/v2/planillas-envios?codigoCarrier=VACIA&fecha=2026-06-15&pagina=2").status_code == 200
