"""The other side of a photo: a TLS server on loopback under a name of its own, and pictures to give out."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager

import trustme

from app.photos.decoder_protocol import MOST_PIXELS
from app.photos.photo import Photo, Rules
from tests.carrier.scripted_carrier import DEADLINE, Script, ScriptedCarrier

HOST = "fotos.mensajero.co"
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d494844520000000200000001080200000"
    "07b40e8dd0000000f49444154789c63f8cfc0f09f81010008fe01ff21f57e6b0000000049454e44ae426082"
)
JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + bytes(64)
WEBP = b"RIFF\x40\x00\x00\x00WEBPVP8 " + bytes(52)


class Place:
    """A server that is trusted as `HOST`, and how it is asked."""

    def __init__(self, server: ScriptedCarrier, trust: ssl.SSLContext) -> None:
        self.server, self.trust = server, trust

    @property
    def url(self) -> str:
        return f"https://{HOST}:{self.server.port}/visitas/7/dni.jpg?firma=secreta"

    def photo(
        self, url: str = "", seconds: float = DEADLINE, largest: int = 1000, most_pixels: int = MOST_PIXELS
    ) -> Photo:
        """Return the photo behind the server's address, or behind another one."""
        rules = Rules(
            allows=lambda address: address == "127.0.0.1",
            resolver=lambda _host, _port: ["127.0.0.1"],
            trust=self.trust,
            seconds=seconds,
            largest=largest,
            most_pixels=most_pixels,
        )
        return Photo(url or self.url, rules)


@contextmanager
def serving(*scripts: Script, name: str = HOST) -> Iterator[Place]:
    """Serve over TLS, with a certificate for a name."""
    authority = trustme.CA()
    context, trust = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context()
    authority.issue_cert(name).configure_cert(context)
    authority.configure_trust(trust)
    with ScriptedCarrier(*scripts, tls=context) as server:
        yield Place(server, trust)
