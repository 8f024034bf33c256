import asyncio
import socket

import pytest

from app.net.addresses import is_public, local_url, resolve, system_resolver


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::6810:84e5", "::ffff:8.8.8.8", "64:ff9b::808:808"],
)
def test_an_address_of_the_public_internet_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3"),
        *("10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "100.127.255.255"),
        *("169.254.169.254", "192.0.0.8", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"),
        *("224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"),
        *("::", "::1", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254"),
        *("64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::808:808", "2002:7f00:1::", "2002:808:808::"),
        *("2001::1", "2001:db8::1", "3fff::1", "fe80::1", "fe80::1%eth0", "2606:4700::1%eth0", "fec0::1"),
        *("fc00::1", "fd12:3456::1", "ff02::1", "100::1", "5f00::1"),
        *("", "localhost", "8.8.8", "0x08080808", "8.8.8.8 ", "[::1]"),
    ],
)
def test_no_other_address_is_public(address: str) -> None:
    assert not is_public(address)


def test_an_address_is_resolved_once_however_often_the_system_lists_it(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = [(0, 0, 0, "", ("fd00::1", 443, 0, 0)), (0, 0, 0, "", ("1.1.1.1", 443)), (0, 0, 0, "", ("1.1.1.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: listed)
    assert asyncio.run(resolve("desk.example", 443)) == ["fd00::1", "1.1.1.1"]


@pytest.mark.parametrize("host", ["a..example", "a" * 64 + ".example", "a\0.example", "desk.invalid"])
def test_a_host_that_cannot_be_resolved_is_an_os_error(host: str) -> None:
    with pytest.raises(OSError):  # noqa: PT011 - which one differs from system to system
        system_resolver(host, 443)


def test_a_bug_in_a_resolver_is_raised_where_its_result_is_awaited() -> None:
    def trip(*_: object) -> list[str]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asyncio.run(resolve("example.com", 443, trip))


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("192.168.1.2", "http://192.168.1.2:8750/v"),
        ("::1", "http://[::1]:8750/v"),
        ("fe80::1%eth0", "http://[fe80::1%25eth0]:8750/v"),
        ("0.0.0.0", "http://127.0.0.1:8750/v"),
        ("::", "http://[::1]:8750/v"),
        ("oficina", "http://oficina:8750/v"),
    ],
)
def test_a_server_of_this_computer_has_a_url_that_clients_can_connect_to(host: str, url: str) -> None:
    assert local_url(host, 8750, "/v") == url
