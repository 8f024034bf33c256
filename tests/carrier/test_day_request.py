from datetime import date

import pytest

from app.carrier.day_request import request_for
from app.domain.access.addresses import Endpoint
from app.domain.access.credentials import CarrierCredentials
from app.domain.days import Day
from app.domain.errors import CredentialsError, CredentialsMissingError, SettingsError
from tests.carrier.loading import CREDENTIALS, DAY, Load

PATH = "/v2/planillas-envios"


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("https://api.example", f"https://api.example{PATH}"),
        (" https://api.example/ ", f"https://api.example{PATH}"),
        ("HTTPS://API.example:443/a/b//", f"https://api.example/a/b{PATH}"),
        ("http://[::1]:8080", f"http://[::1]:8080{PATH}"),
        ("https://señal.example", f"https://xn--seal-hqa.example{PATH}"),
        (f"https://api.example{PATH}", f"https://api.example{PATH}"),
    ],
)
def test_an_address_is_taken_as_people_write_it(address: str, url: str) -> None:
    request = request_for(DAY, Endpoint(address, 1, 1), CREDENTIALS)
    assert str(request.url.copy_with(query=None)) == url
    assert dict(request.url.params) == {"codigoCarrier": "C 1/ñ", "fecha": "2026-06-01"}


@pytest.mark.parametrize(
    "address",
    [
        "api.example",
        "ftp://api.example",
        "https://",
        "https:///v2",
        "https://user:secret@api.example",
        "https://api.example?x=1",
        "https://api.example#x",
        "https://api.example:99999",
        "https://api.example:port",
        "https://[::1",
        "https://a..b",
        f"https://{'a' * 64}.example",
        "https://exa mple.example\n",
    ],
)
def test_an_address_that_is_none_sends_nothing(address: str) -> None:
    with pytest.raises(SettingsError, match="cannot be used") as caught:
        Load(address).run()
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "address", ["http://api.example", "http://127.0.0.1.example", "http://128.0.0.1:8080", "http://localhost.example"]
)
def test_an_address_over_which_others_can_read_sends_nothing(address: str) -> None:
    with pytest.raises(SettingsError, match=f"{address}, is not encrypted.*despacho settings set base_url"):
        Load(f"{address}/v1").run()


def test_without_an_address_it_says_where_to_set_one() -> None:
    with pytest.raises(SettingsError, match="despacho settings set base_url"):
        Load("  ").run()


@pytest.mark.parametrize("carrier", ["", "  "])
def test_without_a_carrier_code_nothing_is_sent(carrier: str) -> None:
    with pytest.raises(SettingsError, match="No carrier code"):
        Load("https://api.example").run(Day(carrier, date(2026, 6, 1)))


def test_a_carrier_code_that_is_no_text_is_not_sent() -> None:
    with pytest.raises(SettingsError, match="cannot be sent"):
        Load("https://api.example").run(Day("\udcff", date(2026, 6, 1)))


@pytest.mark.parametrize(("token", "user"), [("", "user"), ("token", "")])
def test_credentials_must_be_complete(token: str, user: str) -> None:
    with pytest.raises(CredentialsMissingError, match="despacho credentials set"):
        Load("https://api.example", credentials=CarrierCredentials(token, user)).run()


@pytest.mark.parametrize("secret", ["s3cr3t\n", " s3cr3t", "s3cr3t\r\nX: y", "s3cr3t-ñ", "s3cr3t\x00", "s3cr3t\udcff"])
def test_a_secret_that_no_header_can_hold_is_refused_and_not_quoted(secret: str) -> None:
    for credentials in (CarrierCredentials(secret, "user"), CarrierCredentials("token", secret)):
        with pytest.raises(CredentialsError, match="cannot be sent") as caught:
            Load("https://api.example", credentials=credentials).run()
        assert "s3cr3t" not in str(caught.value)
        assert caught.value.__context__ is None


def test_a_request_shows_its_secrets_to_no_log() -> None:
    request = request_for(DAY, Endpoint("https://api.example", 1, 1), CREDENTIALS)
    assert CREDENTIALS.token not in repr(request)
    assert request.server == "api.example"
