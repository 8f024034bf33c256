import pytest

from app.domain.access.addresses import is_loopback, may_carry_secrets, origin_of, socket_path


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://API.example/v1/", "https://api.example"),
        (" https://api.example:443", "https://api.example"),
        ("https://api.example:8443/", "https://api.example:8443"),
        ("http://127.0.0.1:8900/x", "http://127.0.0.1:8900"),
        ("http://[::1]:80", "http://[::1]"),
    ],
)
def test_an_origin_has_one_spelling(address: str, origin: str) -> None:
    assert origin_of(address) == origin
    assert origin_of(origin) == origin
    assert may_carry_secrets(address)


@pytest.mark.parametrize(
    "address",
    [
        *("", "api.example", "ftp://api.example", "https://", "https://api.example:port", "https://api.example:99999"),
        *("https://[::1", "https://ana@api.example", "https://api.example\\@evil.example", "https://api%2eexample"),
    ],
)
def test_an_address_that_parsers_may_read_differently_has_no_origin(address: str) -> None:
    assert origin_of(address) == ""
    assert not may_carry_secrets(address)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_loopback_is_this_computer(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::", "128.0.0.1", "localhost.example", "127.0.0.1.example", "127.1"])
def test_nothing_else_is(host: str) -> None:
    assert not is_loopback(host)


@pytest.mark.parametrize(
    ("host", "path"),
    [
        ("unix:/run/despacho/receiver.sock", "/run/despacho/receiver.sock"),
        *((host, "") for host in ("unix:", "unix:receiver.sock", "unix:/a:b", "unix://a\0", "/run/x", "127.0.0.1", "")),
    ],
)
def test_a_unix_socket_is_a_host_that_only_this_computer_reaches(host: str, path: str) -> None:
    assert socket_path(host) == path
    assert is_loopback(host) is (bool(path) or host == "127.0.0.1")
