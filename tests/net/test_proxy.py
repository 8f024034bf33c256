"""The proxy that the system is set to use."""

from collections.abc import Callable

import httpx
import pytest

from app.domain.errors import CarrierUnreachableError
from app.net.proxy import system_proxy


def test_loopback_and_exceptions_are_asked_directly(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("HTTP_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("NO_PROXY", "inside.example")
    for host in ("localhost:1", "127.0.0.1:1", "127.9.9.9", "[::1]", "inside.example", "a.inside.example:81"):
        assert system_proxy(httpx.URL(f"http://{host}/")) is None, host
    assert system_proxy(httpx.URL("http://outside.example/")) == httpx.URL("http://proxy.example:3128")
    assert system_proxy(httpx.URL("https://outside.example/")) is None
    monkeypatch.setenv("ALL_PROXY", "http://other.example")
    assert system_proxy(httpx.URL("https://outside.example/")) == httpx.URL("http://other.example")


@pytest.fixture
def proxied(monkeypatch: pytest.MonkeyPatch) -> Callable[..., httpx.URL | None]:
    """Return a function that returns the proxy for an address under `HTTPS_PROXY` and `NO_PROXY`."""

    def proxy_for(
        host: str = "carrier.example", *, proxy: str = "http://proxy.example:3128", no: str = ""
    ) -> httpx.URL | None:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)
            monkeypatch.delenv(name.lower(), raising=False)
        monkeypatch.setenv("HTTPS_PROXY", proxy)
        monkeypatch.setenv("NO_PROXY", no)
        return system_proxy(httpx.URL(f"https://{host}/"))

    return proxy_for


@pytest.mark.parametrize(
    ("written", "server", "user", "password"),
    [
        (' "http://proxy.example:3128" ', "http://proxy.example:3128", "", ""),
        ("'proxy.example:3128'\n", "http://proxy.example:3128", "", ""),
        ("HTTP://proxy.example:3128/", "http://proxy.example:3128", "", ""),
        ("http://ana:p@ss#w/o?rd:x@proxy.example:3128", "http://proxy.example:3128", "ana", "p@ss#w/o?rd:x"),
        ("http://us%40er:p%40ss@proxy.example", "http://proxy.example", "us@er", "p@ss"),
        ("ana:100%@proxy.example:1", "http://proxy.example:1", "ana", "100%"),
        ("http://ana@[fd00::1]:3128", "http://[fd00::1]:3128", "ana", ""),
    ],
)
def test_a_proxy_may_be_written_with_quotes_and_a_password_of_any_characters(
    proxied: Callable[..., httpx.URL | None], written: str, server: str, user: str, password: str
) -> None:
    proxy = proxied(proxy=written)
    assert proxy is not None
    assert (str(proxy.copy_with(userinfo=b"")), proxy.username, proxy.password) == (server, user, password)


@pytest.mark.parametrize(
    "written",
    ["socks5://ana:s3cr#t@proxy.example", "http://ana:s3cr#t", "http://ana:s3cr@t x:1", "http://ana:s3cr@t:99999", "@"],
)
def test_no_part_of_a_password_is_shown_where_a_proxy_cannot_be_used(
    proxied: Callable[..., httpx.URL | None], written: str
) -> None:
    with pytest.raises(CarrierUnreachableError) as refused:
        proxied(proxy=written)
    assert "s3cr" not in f"{refused.value} {refused.value.user_message}"


@pytest.mark.parametrize(
    ("listed", "host", "is_direct"),
    [
        ("*.carrier.example", "api.carrier.example", True),
        ("*.carrier.example", "carrier.example", True),
        ("*.carrier.example", "othercarrier.example", False),
        ("10.0.0.0/8", "10.1.2.3", True),
        ("10.1.2.3/8", "10.9.9.9", True),
        ("10.0.0.0/8", "11.1.2.3", False),
        ('other.example; "10.0.0.0/8"', "10.1.2.3", True),
        ("192.168.1.*", "192.168.1.7", True),
        ("fd00::/8", "[fd00::1]", True),
        ("[fd00::1]:443", "[fd00::1]", True),
        ("carrier.example:8443", "carrier.example", False),
        ("", "carrier.example", False),
    ],
)
def test_exceptions_may_be_domains_with_a_star_and_networks(
    proxied: Callable[..., httpx.URL | None], listed: str, host: str, is_direct: bool
) -> None:
    assert (proxied(host, no=listed) is None) == is_direct
