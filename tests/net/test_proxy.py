import httpx
import pytest

from app.net.connections import system_proxy


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
