"""Caddy and nginx in front of a receiver at a Unix socket, as the comments of their templates say."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.process import DEADLINE, Despacho
from tests.proxies.reverse_proxies import KINDS, front

TOKEN = "Wq7-socket-token-Zr4"
BODY = b'{"timestamp":"2026-11-20T12:00:05","data":{"visita_id":1,"estado_nuevo":"completada"}}'


@contextmanager
def receiving(despacho: Despacho) -> Iterator[str]:
    """Run the receiver, and give what it prints as its address."""
    with despacho.start("receive", stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().decode().strip()
        finally:
            process.terminate()
            process.communicate(timeout=DEADLINE)


@pytest.mark.parametrize("kind", KINDS)
def test_a_proxy_passes_notifications_on_to_the_socket(kind: str, tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="despacho-test-") as folder:
        path = Path(folder) / "receiver.sock"
        despacho = Despacho(tmp_path / "data").knowing(
            DESPACHO_RECEIVER_HOST=f"unix:{path}", DESPACHO_RECEIVER_TOKEN=TOKEN
        )
        with front(kind, path, tmp_path / "front") as standing:
            for word in ("stored", "duplicate"):
                assert standing.post().status_code == 503
                with receiving(despacho) as said:
                    assert said == f"unix:{path}:/visitas"
                    answer = standing.post(body=BODY, Authorization=f"Bearer {TOKEN}")
                    assert (answer.status_code, answer.json()["status"]) == (200, word)
                    assert standing.post().status_code == 401
                    assert standing.post(body=b" " * 20_000).status_code in (401, 413, 503)
                    assert "✓ port: Despacho itself listens" in despacho.run("doctor").text
            assert not path.exists()
            assert f"✓ port: The receiver can listen at {path}." in despacho.run("doctor").text
