"""A photo as it is fetched from a real server over TLS, and whatever is refused."""

import logging
import ssl
from threading import Thread

import pytest
import trustme

from app.domain.errors import PhotoError
from app.photos.failures import by_error
from app.photos.photo import Photo, Rules
from tests.carrier.scripted_carrier import (
    Conversation,
    ScriptedCarrier,
    in_pieces,
    raw,
    says,
    says_nothing,
)
from tests.photos.servers import HOST, JPEG, PNG, WEBP, serving


def failure(photo: Photo) -> str:
    with pytest.raises(PhotoError) as caught:
        photo.fetch()
    said = str(caught.value)
    assert said == str(caught.value.user_message)
    assert "secreta" not in said
    assert "visitas" not in said
    return said


@pytest.mark.parametrize("picture", [PNG, JPEG, WEBP])
def test_a_picture_is_fetched_with_one_get_that_tells_nothing_of_the_desk(picture: bytes) -> None:
    with serving(says(200, picture, {"Set-Cookie": "a=b"}), says(200, picture)) as place:
        assert place.photo().fetch() == picture
        assert place.photo().fetch() == picture
    assert [one.line for one in place.server.requests] == ["GET /visitas/7/dni.jpg?firma=secreta HTTP/1.1"] * 2
    for one in place.server.requests:
        assert one.headers["host"] == f"{HOST}:{place.server.port}"
        assert set(one.headers) <= {"host", "accept", "accept-encoding", "user-agent", "connection"}


def test_a_picture_may_come_in_pieces() -> None:
    with serving(in_pieces(PNG[:5], PNG[5:20], PNG[20:])) as place:
        assert place.photo().fetch() == PNG


def test_the_name_is_resolved_once_and_what_was_checked_is_connected_to() -> None:
    answers = iter([["127.0.0.1"], ["10.0.0.1"]])
    with serving(says(200, PNG)) as place:
        rules = Rules(
            allows=lambda one: one == "127.0.0.1", resolver=lambda _host, _port: next(answers), trust=place.trust
        )
        assert Photo(place.url, rules).fetch() == PNG
    assert next(answers) == ["10.0.0.1"]


@pytest.mark.parametrize("found", [["10.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::ffff:127.0.0.1"], ["64:ff9b::7f00:1"]])
def test_a_name_with_one_private_address_is_not_connected_to(found: list[str]) -> None:
    with serving(says(200, PNG)) as place:
        said = failure(Photo(place.url, Rules(resolver=lambda _host, _port: found, trust=place.trust)))
        assert f"{HOST} leads into a private network" in said
        assert place.server.connected.empty()


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "127.0.0.1.", "0", "localhost"),
        *(
            "[::1]",
            "[::]",
            "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]",
            "[0:0:0:0:0:0:0:1]",
            "[fe80::1]",
            "169.254.169.254",
        ),
        *("①②⑦.⓪.⓪.①", "１２７.0.0.1", "127。0。0。1"),  # noqa: RUF001 - that is the trick
    ],
)
def test_this_computer_is_not_asked_however_it_is_spelled(host: str) -> None:
    with serving(says(200, PNG)) as place:
        failure(Photo(f"https://{host}:{place.server.port}/", Rules(trust=place.trust)))
        assert place.server.connected.empty()


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("http://fotos.mensajero.co/visitas/7.jpg?secreta", "only https is fetched"),
        ("https://ana:secreta@fotos.mensajero.co/visitas/7.jpg", "does not lead to a picture"),
        ("https://", "does not lead to a picture"),
        ("https://fotos.mensajero.co:99999/visitas/", "does not lead to a picture"),
        ("file:///visitas/secreta.png", "does not lead to a picture"),
        ("ftp://fotos.mensajero.co/visitas/7.jpg", "does not lead to a picture"),
        ("visitas/secreta.jpg", "does not lead to a picture"),
        ("https://exa mple/visitas", "does not lead to a picture"),
        ("https://fotos.example/visitas/7.jpg", "reserved for examples"),
    ],
)
def test_an_address_that_cannot_be_used_is_not_even_resolved(address: str, reason: str) -> None:
    resolved: list[str] = []

    def resolver(host: str, _port: int) -> list[str]:
        resolved.append(host)
        return []

    assert reason in failure(Photo(address, Rules(resolver=resolver)))
    assert resolved == []


def test_a_name_that_is_not_found_says_so() -> None:
    def nowhere(_host: str, _port: int) -> list[str]:
        raise OSError

    assert "cannot be found" in failure(Photo(f"https://{HOST}/visitas/", Rules(resolver=nowhere)))
    assert "cannot be found" in failure(Photo(f"https://{HOST}/visitas/", Rules(resolver=lambda *_: [])))


@pytest.mark.parametrize(
    "host", ["xn--ls8h.la", "xn--i-7iq.ws", "xn--n3h.net", "xn--999999999", "xn--zz9--.co", "xn--.com", "xn--aa-zz.com"]
)
def test_a_name_that_stands_for_no_word_is_resolved_as_it_is_and_said_so(host: str) -> None:
    resolved: list[str] = []

    def resolver(host: str, _port: int) -> list[str]:
        resolved.append(host)
        return []

    assert f"The name {host} cannot be found" in failure(
        Photo(f"https://{host}/visitas/7.jpg", Rules(resolver=resolver))
    )
    assert resolved == [host]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(status: int) -> None:
    with serving(says(status, b"", {"Location": "/visitas/secreta.png"}), says(200, PNG)) as place:
        assert "redirects to another address, which is not followed" in failure(place.photo())
        assert len(place.server.requests) == 1


@pytest.mark.parametrize(
    ("status", "reason"), [(404, "does not have this photo"), (403, "refuses the photo"), (500, "answered 500")]
)
def test_another_status_says_what_it_means(status: int, reason: str) -> None:
    with serving(says(status, PNG)) as place:
        assert reason in failure(place.photo())


def test_a_photo_that_is_declared_too_large_is_not_read() -> None:
    with serving(says(200, PNG, length=1001)) as place:
        assert "larger than" in failure(place.photo())


def test_a_photo_that_turns_out_too_large_is_cut_off() -> None:
    async def goes_on(conversation: Conversation) -> None:
        await conversation.send(b"HTTP/1.1 200 OK\r\n\r\n" + PNG + bytes(4096))
        await conversation.until_gone()

    with serving(goes_on) as place:
        assert "larger than 0.001 MB" in failure(place.photo())


def test_a_photo_may_be_as_large_as_is_said() -> None:
    whole = PNG + bytes(1000 - len(PNG))
    with serving(says(200, whole)) as place:
        assert place.photo().fetch() == whole
    assert Rules().largest == 10_000_000
    assert Rules().seconds == 10


@pytest.mark.parametrize("place_of_drip", ["head", "body", "nothing"])
def test_a_server_that_drips_is_left_when_the_time_is_over(place_of_drip: str) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"

    async def drip(conversation: Conversation) -> None:
        if place_of_drip == "nothing":
            await conversation.until_gone()
        if place_of_drip == "body":
            await conversation.send(head + PNG[:12])
        await conversation.drip(head if place_of_drip == "head" else bytes(488), 0.05)

    with serving(drip) as place:
        assert "did not send the whole photo within 0.3 s" in failure(place.photo(seconds=0.3))


def test_a_server_that_never_shakes_hands_is_left_too() -> None:
    with ScriptedCarrier(greeting=b"") as silent:
        rules = Rules(allows=lambda _one: True, resolver=lambda *_: ["127.0.0.1"], seconds=0.3)
        assert "within 0.3 s" in failure(Photo(f"https://{HOST}:{silent.port}/visitas/", rules))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html><body>Login</body></html>",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"GIF89a" + bytes(40),
        PNG[:8],
    ],
)
def test_what_is_no_picture_of_the_three_kinds_is_refused_whatever_it_is_called(body: bytes) -> None:
    with serving(says(200, body, {"Content-Type": "image/png"})) as place:
        assert "no PNG, JPEG or WebP" in failure(place.photo())


def test_a_photo_that_breaks_off_is_not_shown() -> None:
    with serving(says(200, PNG, length=500)) as place:
        assert "lost before the photo was complete" in failure(place.photo())


def test_an_answer_that_is_not_http_is_a_failure() -> None:
    with serving(raw(b"\x00\x01\x02\r\n\r\n")) as place:
        assert "connection" in failure(place.photo())


def test_a_server_that_does_not_listen_is_reported() -> None:
    with serving(says(200, PNG)) as place:
        photo = place.photo()
    assert "No connection to" in failure(photo)


def test_a_certificate_for_another_name_gets_no_request() -> None:
    with serving(says(200, PNG), name="otra.co") as place:
        assert "does not trust the certificate" in failure(place.photo())
        assert place.server.requests == []


def test_an_unknown_authority_gets_no_request() -> None:
    stranger = ssl.create_default_context()
    trustme.CA().configure_trust(stranger)
    with serving(says(200, PNG)) as place:
        place.trust = stranger
        assert "does not trust the certificate" in failure(place.photo())
        assert place.server.requests == []


def test_a_certificate_may_be_refused_by_others_than_openssl() -> None:
    refused = ssl.SSLCertVerificationError("the chain ends in a root that is not trusted")
    assert not hasattr(refused, "verify_message")
    said = str(by_error(refused, HOST, is_connected=True).user_message)
    assert "does not trust the certificate" in said
    assert "(the chain ends in a root that is not trusted)" in said


def test_a_server_without_tls_says_so() -> None:
    with ScriptedCarrier(greeting=b"HTTP/1.1 400 Bad Request\r\n\r\n") as plain:
        rules = Rules(allows=lambda _one: True, resolver=lambda *_: ["127.0.0.1"])
        assert "does not speak https" in failure(Photo(f"https://{HOST}:{plain.port}/visitas/", rules))


def test_a_proxy_of_the_system_is_passed_by(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(says(200, PNG)) as place, ScriptedCarrier(says(200, PNG)) as proxy:
        for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        assert place.photo().fetch() == PNG
        assert proxy.connected.empty()


def test_a_photo_that_is_cancelled_ends_at_once_and_is_none() -> None:
    with serving(says_nothing) as place:
        photo, got = place.photo(), []
        thread = Thread(target=lambda: got.append(photo.fetch()))
        thread.start()
        place.server.arrived.get()
        photo.cancel()
        thread.join()
        assert got == [None]
        assert photo.fetch() is None
        assert len(place.server.requests) == 1


def test_nothing_of_a_photos_address_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO), serving(says(200, PNG), says(404)) as place:
        place.photo().fetch()
        failure(place.photo())
        assert "secreta" not in repr(place.photo())
    assert "secreta" not in caplog.text
    assert HOST not in caplog.text
