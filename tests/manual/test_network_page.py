"""The page on what leaves the computer names every place of the code that opens a connection."""

import ast
from pathlib import Path

import pytest

import app
from app.domain.settings import KEYS, LANGUAGES
from app.ui.context.places import Page
from app.ui.help.manual import Manual

CODE = Path(app.__file__).parent
OPENERS = frozenset(
    {
        *("AsyncClient", "AsyncHTTPTransport", "Client", "HTTPTransport", "direct_or_proxied", "PinnedConnection"),
        *("ClientSession", "TCPConnector", "AppRunner", "ServerRunner", "SockSite", "TCPSite", "UnixSite"),
        *(
            "_CarefulClient",
            "create_connection",
            "create_server",
            "create_unix_connection",
            "create_unix_server",
            "start_server",
        ),
        *("open_connection", "open_unix_connection", "start_unix_server", "socket", "socketpair", "urlopen"),
        *("QLocalServer", "QLocalSocket", "QNetworkAccessManager", "QTcpServer", "QTcpSocket", "QUdpSocket"),
        *("openUrl", "open_link", "open_text", "setOpenExternalLinks", "HTTPConnection", "HTTPSConnection"),
        *("SMTP", "SMTP_SSL"),
    }
)
"""What opens a connection, or hands an address to another program, by the name under which it is called or passed."""
FORBIDDEN = {"ftplib", "http", "requests", "socketserver", "telnetlib", "websockets", "xmlrpc"}
"""Libraries that connect under other names."""

PLACES = {
    "carrier/http_transport.py": "the-carriers-service",
    "photos/photo.py": "photos",  # and map tiles, which the map has fetched as photos
    "url_check/check.py": "the-public-address",
    "url_check/port_owner.py": "within-this-computer",
    "relay/connection.py": "the-relay",
    "mail.py": "mails-of-alerts",
    "updates.py": "newer-versions",
    "ui/notices/window_notices.py": "links-that-you-open",
    "ui/calls/phone_line.py": "links-that-you-open",
    "ui/shift/end_page.py": "links-that-you-open",
    "ui/widgets/system.py": "links-that-you-open",
    "ui/map/day_map.py": "links-that-you-open",
    "ui/help/manual_page.py": "links-that-you-open",
    "ui/photos/photo_dialog.py": "links-that-you-open",
    "ui/export/export_controller.py": "nothing-else",  # opens a file
    "webhook/sockets.py": "notifications",
    "webhook/unix_sockets.py": "notifications",
    "bootstrap/instance_server.py": "within-this-computer",
    "cli/receive.py": "within-this-computer",
    "demo/carrier_server.py": "within-this-computer",
    "demo/sender.py": "within-this-computer",
    "net/connections.py": "nothing-else",  # used by those above
}
"""Each module that opens a connection, with the heading of the page that names it."""


def opens(module: Path) -> bool:
    """Tell whether a module calls or passes on what opens a connection."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and called.attr in OPENERS:
            return True
        if isinstance(called, ast.Name) and called.id in OPENERS:
            return True
    return False


def imported(module: Path) -> set[str]:
    """Return the packages that a module imports."""
    nodes = list(ast.walk(ast.parse(module.read_text(encoding="utf-8"))))
    named = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    named |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return {one.partition(".")[0] for one in named}


def test_every_connection_that_the_code_opens_is_on_the_page() -> None:
    modules = {one.relative_to(CODE).as_posix(): one for one in CODE.rglob("*.py")}
    assert {name for name, path in modules.items() if opens(path)} == set(PLACES)
    assert {name: found for name, path in modules.items() if (found := imported(path) & FORBIDDEN)} == {}
    headings = [one.anchor for one in Manual("en").sections if one.page is Page.NETWORK][1:]
    assert set(PLACES.values()) | {"map-tiles"} == set(headings)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_names_every_setting_with_the_address_of_a_server(language: str) -> None:
    text = Manual(language).text(Page.NETWORK)
    servers = [key for key in KEYS if key.endswith(("_url", "_server")) or key == "map_tiles"]
    assert [key for key in servers if f"`{key}`" not in text] == []
