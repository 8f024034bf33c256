import pytest

from app.domain.access.addresses import address_problem, completed_address


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("api.example.com/carrier", "https://api.example.com/carrier"),
        ("  https://api.example.com/carrier/ ", "https://api.example.com/carrier"),
        ("HTTPS://api.example.com", "https://api.example.com"),
        ("https:/api.example.com", "https://api.example.com"),
        ("//api.example.com", "https://api.example.com"),
        ("https//api.example.com", "https://api.example.com"),
        ("https/api.example.com/c", "https://api.example.com/c"),
        ("https:api.example.com", "https://api.example.com"),
        ("HTTPS:///api.example.com", "https://api.example.com"),
        ("http//api.example.com", "http://api.example.com"),
        ("https.example.com/c", "https://https.example.com/c"),
        ("httpsapi.example.com", "https://httpsapi.example.com"),
        ("https://api.exam\n ple.com\u200b/carrier", "https://api.example.com/carrier"),
        ("<https://api.example.com>,", "https://api.example.com"),
        ("https://api.example.com/c/v2/planillas-envios?codigoCarrier=A&fecha=2026-06-01", "https://api.example.com/c"),
        ("https://api.example.com/v2/planillas-envios/", "https://api.example.com"),
        ("https://api.example.com/c/v2", "https://api.example.com/c"),
        ("https://api.example.com/c/v2/", "https://api.example.com/c"),
        ("https://api.example.com/c/v20", "https://api.example.com/c/v20"),
        ("https://api.example.com/v2/planillas-enviosX", "https://api.example.com/v2/planillas-enviosX"),
        ("localhost:8900", "http://localhost:8900"),
        ("http://api.example.com", "http://api.example.com"),
        ("ftp://api.example.com", "ftp://api.example.com"),
        (" \n", ""),
    ],
)
def test_what_an_address_lacks_is_supplied_and_the_querys_own_path_is_removed(typed: str, completed: str) -> None:
    assert completed_address(typed) == completed
    assert completed_address(completed) == completed


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("", "Enter the address"),
        ("http://api.example.com", "not encrypted"),
        ("ftp://api.example.com", "no address of a service"),
        ("https://ana:secret@api.example.com", "no address of a service"),
        ("https://api.example.com/?a=1", "no address of a service"),
        ("https://", "no address of a service"),
        ("https://[::1", "no address of a service"),
        ("https://https//api.example.com", "no address of a service"),
        ("https://https://api.example.com", "no address of a service"),
        ("https://http", "no address of a service"),
        ("https://HTTPS.:8443/c", "no address of a service"),
    ],
)
def test_an_address_that_cannot_be_used_has_its_sentence_without_a_settings_key(address: str, words: str) -> None:
    assert words in str(address_problem(address))
    assert "base_url" not in str(address_problem(address))


@pytest.mark.parametrize("address", ["https://api.example.com/c", "http://127.0.0.1:8900", "http://localhost:1"])
def test_an_address_that_can_be_used_has_no_problem(address: str) -> None:
    assert address_problem(address) is None
