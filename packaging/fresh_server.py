"""Follows the manual's page about a server to the letter, in a system whose systemd runs.

Commands and files are those of the page, so that one which is wrong there fails here. What the page leaves to the
reader is added: what to type, the settings of the site, and a carrier on the same system.
"""

import json
import re
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from fresh_system import System

PAGE = Path(__file__).resolve().parent.parent / "resources" / "manual" / "en" / "scripts.md"
SECTION = "A receiver as a service"
_TOKEN = "a-token-of-a-new-server-0123456789"  # noqa: S105 - of a receiver that reaches nothing but itself
_SETTINGS = "/etc/default/despacho"
_CARRIER = "ANDINA-BOG"
_AS_SERVICE = "setpriv --reuid despacho --regid despacho --clear-groups env DESPACHO_DATA_DIR=/var/lib/despacho"
_URL = "http://127.0.0.1:8750/visitas"
_CHECKS = {"settings", "store", "credentials", "carrier", "parser", "port"}
"""Of those that `doctor` names, what a monitor of a server looks for."""


def code_blocks(page: str, section: str) -> list[tuple[str, str]]:
    """Return the blocks of code of a page's section: the name of the language and the text of each."""
    text = page.split(f"\n## {section}\n")[1].split("\n## ", maxsplit=1)[0]
    return re.findall(r"```(\w+)\n(.*?)```", text, re.DOTALL)


def commands_of(page: str, section: str) -> list[str]:
    """Return the lines of a section's blocks for a shell."""
    return [line for kind, text in code_blocks(page, section) if kind == "sh" for line in text.splitlines()]


class Page:
    """The page's commands, each of which is found by a word of it, and counted as followed."""

    def __init__(self, text: str) -> None:
        self._left = commands_of(text, SECTION)
        drop_in = next(text for kind, text in code_blocks(text, SECTION) if kind == "ini")
        first, self.drop_in = drop_in.split("\n", 1)
        self.edit = first.removeprefix("# ")
        (self.socket,) = set(re.findall(r"`(DESPACHO_RECEIVER_HOST=\S+)`", text))

    def take(self, word: str) -> list[str]:
        """Return the commands with a word, in their order, and count them as followed."""
        found = [one for one in self._left if word in one]
        if not found:
            raise ValueError(f"The page has no command with {word!r}.")
        self._left = [one for one in self._left if one not in found]
        return found

    def end(self) -> None:
        """Raise a ValueError if a command was not followed."""
        if self._left:
            raise ValueError(f"Of the page these commands were not followed: {self._left}")


def server_steps(system: System) -> Iterator[tuple[str, str]]:
    """Yield what to say about each step of the page, and what it printed."""
    run, page = system.run, Page(PAGE.read_text(encoding="utf-8"))
    secrets = {"receiver-token": _TOKEN, "authorization-token": str(uuid4()), "authorization-user": "server"}
    for command in page.take("systemd-ask-password"):
        (name,) = re.findall(r"--name=(\S+)", command)
        printed = run(_typed(f"{secrets[name]}\n", command))
        if secrets[name] in printed.splitlines()[1:]:  # the first is the typing itself, which the terminal echoes
            raise subprocess.CalledProcessError(1, command, printed)
    yield "the credentials, encrypted", run("! grep -r 'a-token' /etc/despacho && ls /etc/despacho")
    system.write("/srv/drop-in", page.drop_in)
    system.write("/srv/editor", '#!/bin/sh\nfor file; do cp /srv/drop-in "$file"; done\n')
    run(f"chmod +x /srv/editor && {_typed('', f'SYSTEMD_EDITOR=/srv/editor {page.edit}')}")
    run(f"sed -i 's/^CARRIER=.*/CARRIER={_CARRIER}/' {_SETTINGS}")
    _set(system, "DESPACHO_BASE_URL=http://127.0.0.1:8760", "DESPACHO_TIME_ZONE=UTC")
    run("systemd-run --quiet --unit=carrier despacho simulate --port 8760 --shipments 40")
    receiver, timers = page.take("systemctl enable --now")
    yield "the receiver is ready once systemctl returns", run(f"{receiver} && systemctl is-active despacho-receive")
    yield "its watchdog", run("systemctl show --property=WatchdogUSec despacho-receive | grep -v infinity")
    for command in page.take("curl --fail http"):
        yield "the monitor is answered", run(command)
    run(_post(_TOKEN, 200))
    run(_post("a-wrong-token-of-a-server-0123456789", 401))
    yield "a notification is kept, one with a wrong token is not", _visits(system)
    for command in [*page.take("systemctl status"), *page.take("journalctl --unit despacho-receive")]:
        run(f"{command} --no-pager | grep 'Receiving\\.'")
    yield "its state and its journal say that it receives", run("! journalctl --no-pager | grep a-token")
    run(timers)
    yield "the timer of the load", _fire(system, "fetch")
    yield "the timer of the export", _fire(system, "export") + run("ls /var/lib/despacho/exports | grep xlsx$")
    run(" && ".join(page.take("systemctl start despacho-doctor")))
    (told,) = page.take("journalctl --unit despacho-doctor")
    yield "doctor is content, and names its checks", _checked(run(told))
    before = run("systemctl show --property=MainPID --value despacho-receive")
    run(f"kill -KILL {before}")
    again = f"test $(systemctl show --property=MainPID --value despacho-receive) -ne {before.strip()}"
    system.wait_for(f"systemctl is-active despacho-receive && {again}")
    yield "it is killed, and starts again with what it had", _visits(system)
    _set(system, page.socket)
    for command in [*page.take("usermod"), *page.take("systemctl restart"), *page.take("--unix-socket")]:
        as_proxy = "setpriv --reuid www-data --regid www-data --init-groups "
        run(as_proxy + command if command.startswith("curl") else command)
    yield "at a Unix socket the proxy's user is answered", run("! curl --silent http://127.0.0.1:8750/healthz")
    page.end()


def upgrade_steps(system: System, install: str) -> Iterator[tuple[str, str]]:
    """Yield the steps of an upgrade of a server that runs."""
    run = system.run
    pid = "systemctl show --property=MainPID --value despacho-receive"
    before, visits, settings = run(pid), _visits(system), run(f"cat {_SETTINGS}")
    run(f"{_AS_SERVICE} despacho settings set refresh_minutes 5")
    yield "a newer package", run(f"{install} && dpkg-query --show despacho")
    run(f"systemctl is-active despacho-receive && test $({pid}) -ne {before.strip()}")
    run(f"{_AS_SERVICE} despacho settings show | grep 'refresh_minutes.*5'")
    if (visits, settings) != (_visits(system), run(f"cat {_SETTINGS}")):
        raise subprocess.CalledProcessError(1, "compare data and settings", "They are not the same.")
    yield "it has started the receiver again, and kept data and settings", visits


def _typed(text: str, command: str) -> str:
    """Return the command of a shell that runs another one at a terminal, where a text is typed."""
    return f"printf %s '{text}' | script --quiet --return --command '{command}' /dev/null"


def _set(system: System, *settings: str) -> None:
    for one in settings:
        system.run(f"echo '{one}' >>{_SETTINGS}")


def _post(token: str, answer: int) -> str:
    """Return the command that sends a notification, and fails where it is answered otherwise."""
    data = {"visita_id": 1, "estado_nuevo": "completada"}
    body = json.dumps(
        {"event": "visita_estado_cambio", "timestamp": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S}", "data": data}
    )
    sent = f"curl --silent --output /dev/null --write-out %{{http_code}} -H 'Authorization: Bearer {token}'"
    return f"test $({sent} --data '{body}' {_URL}) = {answer}"


def _visits(system: System) -> str:
    """Return the visits that the service has kept: one.

    Raises:
        subprocess.CalledProcessError: there are others.
    """
    command = f"{_AS_SERVICE} despacho export visits --date {datetime.now(UTC):%Y-%m-%d} --format json"
    printed = system.run(f"{command} 2>/dev/null")
    if len(json.loads(printed)) != 1:
        raise subprocess.CalledProcessError(1, command, printed)
    return printed


def _fire(system: System, unit: str) -> str:
    """Let a timer that the page enabled elapse now, and return how its service ended."""
    folder, name = f"/run/systemd/system/despacho-{unit}.timer.d", f"despacho-{unit}"
    now = "[Timer]\\nOnActiveSec=1\\nRandomizedDelaySec=0\\nAccuracySec=100ms\\n"
    system.run(f"systemctl is-enabled {name}.timer && systemctl is-active {name}.timer")
    system.run(f"mkdir -p {folder} && printf '{now}' >{folder}/now.conf && systemctl daemon-reload")
    system.run(f"systemctl restart {name}.timer")
    ended = f"systemctl show --property=Result,ExecMainStatus,ExecMainExitTimestamp {name}"
    system.wait_for(f"{ended} | grep ExecMainExitTimestamp=.")
    return system.run(f"{ended} | grep -x Result=success && {ended} | grep -x ExecMainStatus=0")


def _checked(printed: str) -> str:
    """Return the names of doctor's checks, which are all well.

    Raises:
        subprocess.CalledProcessError: they are not, or one that a monitor looks for has another name.
    """
    found = json.loads(printed[printed.index("{") : printed.rindex("}") + 1])
    names = {one["check"] for one in found["checks"]}
    if not found["ok"] or not names >= _CHECKS:
        raise subprocess.CalledProcessError(1, "despacho doctor --json", printed)
    return " ".join(sorted(names))
