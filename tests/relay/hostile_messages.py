"""What somebody sends who has an account on the relay: tables of subjects, headers, contents and facts."""

import json
import random
import struct
import zlib
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from app.domain.relay.shared_fact import FactKind, SharedFact, origin_of
from app.facts.file.database import utc_text
from app.relay.messages import message_of

HEAD = b"NATS/1.0\r\n"
END = b"\r\n\r\n"
SUBJECTS: tuple[bytes, ...] = (
    *(f"despacho.north.{kind}.luis".encode() for kind in ("notification", "listening", "weather", "", "*", ">")),
    *(f"despacho.north.{kind}.ana".encode() for kind in ("follow_up", "gap", "load", "again", "now", "clock")),
    *(f"despacho.north.{kind}.server".encode() for kind in ("notification", "listening", "again")),
    *(b"despacho.north.follow_up.\xff\xfe", b"despacho.north.\xffollow_up.luis", b"despacho.n\xf6rth.load.luis"),
    *(b"despacho.north.load.luis\x0b", b"despacho.\x0cnorth.load.luis", b"despacho.north.load.\x00", b"\x00"),
    *(b"despacho.north.load.luis.luis", b"despacho.north.load", b"despacho", b"despacho..load.luis", b".", b"..."),
    *(b"despacho.north.load.=zz", b"despacho.north.load.=", b"despacho.north.load.lu=69s", b"despacho.north.>"),
    *(b"despacho.south.load.luis", b"despacho-now.north", b"DESPACHO.north.load.luis", b"x" * 3000),
    *(b"_INBOX.ana.x", b"_INBOX.server.x", b"_INBOX.>", b"$SYS.REQ.SERVER.PING", b"$JS.FC.despacho-north.x"),
    *(b"$JS.ACK.despacho-north.c.1.1.1.1.0", b"$KV.other.key", b"$JSC.R.x", b"$JS.EVENT.ADVISORY.x"),
)
API = (
    *("STREAM.DELETE", "STREAM.PURGE", "STREAM.UPDATE", "STREAM.CREATE", "STREAM.MSG.DELETE", "STREAM.SNAPSHOT"),
    *("STREAM.RESTORE", "STREAM.LEADER.STEPDOWN", "CONSUMER.CREATE", "CONSUMER.LIST", "CONSUMER.NAMES", "DIRECT.GET"),
)
"""Of JetStream's requests those that a desk needs not."""
HEADERS: tuple[bytes, ...] = (
    *(
        HEAD + b"Status: %s%s" % (status, END)
        for status in (b"100", b"404", b"408", b"409", b"503", b"", b"\xff", b"9" * 99)
    ),
    *(
        HEAD + b"Status: 409\r\nDescription: %s%s" % (words, END)
        for words in (b"Consumer Deleted", b"Exceeded", b"\xff")
    ),
    *(
        b"NATS/1.0 %s%s" % (status, END)
        for status in (b"100 Idle Heartbeat", b"404", b"503", b"\xff\xff\xff", b"abc", b"")
    ),
    *(HEAD, HEAD[:-2], b"NATS/1.0\r\n\r\n", b"NATS/1.0 ", b"NATS", b"\r\n", b"\xff" * 20, HEAD + b"no colon" + END),
    *(
        HEAD + b"%s: x%s" % (name, END)
        for name in (b"", b" ", b"a b", b"\xff", b"N" * 3000, b"Nats-Stream", b"Nats-Subject")
    ),
    *(HEAD + b"Nats-Rollup: %s%s" % (word, END) for word in (b"all", b"sub")),
    *(HEAD + b"KV-Operation: %s%s" % (word, END) for word in (b"PURGE", b"DEL")),
    *(HEAD + b"Nats-Expected-%s: 1%s" % (what, END) for what in (b"Stream", b"Last-Sequence", b"Last-Msg-Id")),
    *(HEAD + b"Nats-Msg-Id: %s%s" % (word, END) for word in (b"", b"x" * 3000, b"\xff", b"a\r\nNats-Msg-Id: b")),
    *(HEAD + b"Nats-Sequence: 1\r\nNats-Time-Stamp: x" + END, HEAD + b"Despacho-Coding: deflate" + END),
)


def bomb(megabytes: int) -> bytes:
    """Return so many inflated megabytes, all zeros: one of them packed and repeated, and the checksum."""
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    one = packer.compress(bytes(2**20)) + packer.flush(zlib.Z_FULL_FLUSH)
    return b"\x78\xda" + one * megabytes + packer.flush() + struct.pack(">HH", megabytes * 2**20 % 65521, 1)


def contents(fact: SharedFact, others: bytes) -> Iterator[bytes]:
    """Yield contents of messages that are no facts of their sender; `others`: of another desk's message."""
    yield from (b"", b"\n", b"{}", b"{}\n{}", b"null\n", b"[]\n", b"x", b"\xff", b"\x00" * 99, b"[" * 100_000, others)
    yield from (bomb(1), bomb(600), zlib.compress(b"{}"), bomb(1)[:-4], b"x\x9c", b"x" * 999, b'{"a":' * 9999)
    yield random.Random(1).randbytes(1_000_000)
    yield b"9" * 5000 + b"\n"
    yield zlib.compress(packed(fact) + b" " * 2**21)  # which is JSON
    about = {"fact": fact.identity, "origin": fact.origin, "proof": fact.proof, "made_at": fact.made_at}
    wrong: tuple[object, ...] = (
        None,
        7,
        [],
        {},
        "",
        "\ud800",
        "a\nb",
        "x" * 10_000,
        "9999-12-31T23:59:59+14:00",
        "0001-01-01",
    )
    for name in about:
        for value in wrong:
            if (name, str(value)[:4]) not in (
                ("fact", "0001"),
                ("fact", "9999"),
                ("made_at", "9999"),
            ):  # they are right
                yield json.dumps(about | {name: value}).encode() + b"\n" + fact.body
    yield json.dumps(about | {"origin": origin_of("ana", fact.proof)}).encode() + b"\n" + fact.body


_WRONG: tuple[object, ...] = (None, True, 7, -1, 2**70, 1.5, [], [[]], {}, "", "\ud800\0", "x" * 5000, "9999-99-99")


def odd_facts(facts: dict[FactKind, SharedFact]) -> Iterator[tuple[str, SharedFact]]:
    """Yield facts of their sender of which one field is odd, each with what it is."""
    for kind, fact in facts.items():
        said = json.loads(fact.body)
        for name in said:
            for value in _WRONG:
                yield f"{kind} {name} {value!r:.20}", _fact(fact, {**said, name: value})
            yield f"{kind} without {name}", _fact(fact, {one: value for one, value in said.items() if one != name})
    state = {"state": {"note": "x", "failure": "y" * 5000}}
    yield "a long failure", _fact(facts[FactKind.FOLLOW_UP], json.loads(facts[FactKind.FOLLOW_UP].body) | state)
    state = {"state": {f"f{nth}": "x" for nth in range(5000)}}
    yield "many fields", _fact(facts[FactKind.FOLLOW_UP], json.loads(facts[FactKind.FOLLOW_UP].body) | state)
    load = facts[FactKind.LOAD]
    for nth, packed in enumerate(odd_loads()):
        said = json.loads(load.body) | {"packed": b64encode(packed).decode(), "number": 1000 + nth, "after": None}
        yield f"load {packed[:20]!r}", _fact(load, said)


def repeated_manifest(count: int) -> bytes:
    """Return an answer that says the same so many times."""
    line = b'\n["1","{\\"idPlanillaReparto\\":1}",[],0]'
    packer = zlib.compressobj(9)
    return (
        packer.compress(b"[]") + b"".join(packer.compress(line * 1000) for _ in range(count // 1000)) + packer.flush()
    )


def odd_loads() -> Iterator[bytes]:
    """Yield what a load can claim that a carrier answered."""
    yield from (
        b"",
        b"x",
        b"\x00" * 4,
        bomb(1),
        bomb(200),
        zlib.compress(b""),
        zlib.compress(b"\xff"),
        zlib.compress(b"[]")[:-3],
    )
    raw = '{"numero":"A1","idEstadoEnvio":"4","estadoEnvio":"Entregado"}'
    head = '{"idPlanillaReparto":1}'

    def told(*lines: object) -> bytes:
        return zlib.compress("\n".join(one if isinstance(one, str) else json.dumps(one) for one in lines).encode())

    yield told([], ["1", head, [["A1", 1]], 0])
    yield told([], ["1", None, None, 0])
    yield told([], ["1", head, [["A1", 1]], 1])
    yield told([], ["1", head, [["A1", 1]], -1], ["A1", 1, "4", "Entregado", raw])
    yield told([], ["1", head, [["A1", 1]], 10**9], ["A1", 1, "4", "Entregado", raw])
    for shipment in (
        *(
            ["A1", 1, "4", "Entregado", one]
            for one in (
                "",
                "{",
                "[]",
                "7",
                raw + " ",
                "[" * 99_999,
                raw.replace(":", ":\n"),
                raw[:-1] + ',"a":"\n"}',
                "{\n}",
            )
        ),
        *(
            ["A1", 1, "4", "Entregado", one]
            for one in ('{"numero":"B2"}', '{"numero":null}', "\ud800", raw.replace("A1", "\t"))
        ),
        *(["A1", 0, "4", "x", raw], ["A1", 2**70, "4", "x", raw], ["A1", "1", "4", "x", raw], [None, 1, "4", "x", raw]),
        *(
            ["A1", 1, 4, "x", raw],
            ["A1", 1, "4\n", "x", raw],
            ["A1", 1, "4", [], raw],
            ["A1\n", 1, "4", "x", raw],
            ["A1"],
            7,
        ),
    ):
        yield told([], ["1", head, [["A1", 1]], 1], shipment)
    manifests: tuple[object, ...] = (
        *(
            ["2", head, [], 0],
            ["1\n", head, [], 0],
            [None, head, [], 0],
            [[], head, [], 0],
            ["1", "{", [], 0],
            ["1", 7, [], 0],
        ),
        *(
            ["1", head, 7, 0],
            ["1", head, [7], 0],
            ["1", head, [["A1"]], 0],
            ["1", head, [["A1", 1]] * 600_000, 0],
            ["1"],
            7,
            None,
        ),
    )
    yield from (told([], manifest) for manifest in manifests)
    skips: tuple[object, ...] = (
        [[1, 2, 3, 4]],
        [["A1", None, "weather", ""]],
        [[None, "x\n", "not_json", ""]],
        [7],
        7,
        {"a": 1},
        [[]] * 9,
    )
    yield from map(told, skips)


def told_of_now() -> Iterator[bytes]:
    """Yield what a desk can claim to handle."""
    cases = [f"shipment ANDINA-BOG 2026-11-20 A{nth}" for nth in range(2000)]
    yield from (
        b"",
        b"x",
        b"\xff",
        b"[" * 9999,
        b"{}",
        b"7",
        b'{"user":7,"cases":7}',
        b'{"user":"","cases":[7,null,[]]}',
    )
    yield from (json.dumps({"user": "x\n" * 9999, "cases": cases}).encode(), b"x" * 65_000)


def clocks(fact: SharedFact) -> Iterator[SharedFact]:
    """Yield facts of other times than now."""
    said, now = json.loads(fact.body), datetime.now(UTC)
    for nth, hours in enumerate((-9_999_999 // 24, -24, -1, 1, 24, 24 * 365, 24 * 365 * 100, 24 * 365 * 173)):
        at = utc_text(now + timedelta(hours=hours))
        yield replace(_fact(fact, said | {"saved_at": at, "id": 500 + nth}), made_at=at)
        yield replace(_fact(fact, said | {"decides_at": at, "id": 600 + nth}), made_at=at)


def kinds(facts: dict[FactKind, SharedFact]) -> set[tuple[object, ...]]:
    """Return what is sent in these tables: what a message is on the wire, not how often it is sent."""
    follow_up = facts[FactKind.FOLLOW_UP]
    return {
        *(("subject", one) for one in SUBJECTS),
        *(("api", one) for one in API),
        *(("headers", one) for one in HEADERS),
        *(("content", one[:200], len(one)) for one in contents(follow_up, b"of another")),
        *(("field", what) for what, _ in odd_facts(facts)),
        *(("now", one[:200], len(one)) for one in told_of_now()),
        *(("clock", nth) for nth, _ in enumerate(clocks(follow_up))),
    }


def packed(fact: SharedFact) -> bytes:
    """Return the content of a fact's message."""
    return message_of(fact, "north").data


def _fact(fact: SharedFact, said: dict[str, Any]) -> SharedFact:
    body = json.dumps(said).encode()
    return replace(fact, body=body, identity=f"{random.Random(body).getrandbits(128):x}")
