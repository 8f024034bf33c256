"""What keeps the door open to the sender, and to nobody else."""

from tests.faults.protections.protection import Protection

_SLOW = "tests/faults/test_slow.py::test_honest_requests_go_through_while_three_hundred_are_slow"
_LARGE = "tests/faults/test_large.py::test_large_requests_are_refused_early_and_cost_no_memory"
_HEADS = "tests/faults/test_smuggling.py::test_a_head_that_is_not_clear_goes_no_further"
_BODIES = "tests/faults/test_fuzz_notifications.py::test_a_million_bodies_are_read_or_set_aside"
_PROXIES = "tests/faults/test_proxies.py::test_no_sender_is_told_to_give_up"

DOOR = (
    Protection(
        "slow or silent connections",
        "a head has 5 s",
        "app/receiver/connection.py",
        "loop.call_at(self._opened_at + limits.head_s, self.interrupt, TOO_SLOW)",
        "loop.call_at(self._opened_at + 600, self.interrupt, TOO_SLOW)",
        (_SLOW,),
    ),
    Protection(
        "burst",
        "whoever is told to come again may linger until he has heard it",
        "app/receiver/limits.py",
        "leaving: int = 2000",
        "leaving: int = 0",
        ("tests/faults/test_burst.py::test_two_thousand_connections_at_the_same_moment_are_answered",),
    ),
    Protection(
        "large bodies and heads",
        "a length above 1 MiB is refused",
        "app/receiver/porter.py",
        'int(head.headers.get("Content-Length", 0)) > self._limits.body_bytes',
        'int(head.headers.get("Content-Length", 0)) < 0',
        ("tests/faults/test_large.py::test_they_are_refused_before_the_rest_has_come",),
    ),
    Protection(
        "large bodies and heads",
        "all bodies together have 2 MiB",
        "app/receiver/limits.py",
        "held_bytes: int = 2 * 1024 * 1024",
        "held_bytes: int = 200 * 1024 * 1024",
        ("tests/faults/test_large.py::test_of_many_bodies_at_once_few_are_in_memory",),
    ),
    Protection(
        "large bodies and heads",
        "nothing packed is taken",
        "app/receiver/porter.py",
        'if "Content-Encoding" in head.headers:',
        'if "Content-Encoded" in head.headers:',
        (_LARGE,),
    ),
    Protection(
        "large bodies and heads",
        "a head has 16 KiB",
        "app/receiver/limits.py",
        "head_bytes: int = 16 * 1024",
        "head_bytes: int = 16 * 1024 * 1024",
        (_LARGE,),
    ),
    Protection(
        "malformed and smuggled HTTP",
        "a body comes in chunks or as it is, and in no other coding",
        "app/receiver/heads.py",
        'not lengths and encodings[0].lower() == b"chunked"',
        "not lengths",
        (_HEADS,),
    ),
    Protection(
        "malformed and smuggled HTTP",
        "a request has one token",
        "app/receiver/heads.py",
        'b"transfer-encoding", b"authorization")',
        'b"transfer-encoding")',
        (_HEADS,),
    ),
    Protection(
        "malformed and smuggled HTTP",
        "a target without a host in it",
        "app/receiver/heads.py",
        "([A-Z]+) /[!-",
        "([A-Z]+) [!-",
        (_HEADS,),
    ),
    Protection(
        "malformed JSON and hostile values",
        "nesting that Python does not bear is set aside",
        "app/domain/notifications.py",
        "except RecursionError as error:",
        "except MemoryError as error:",
        (_BODIES,),
    ),
    Protection(
        "malformed JSON and hostile values",
        "nesting has a hundred levels",
        "app/domain/notifications.py",
        "_DEEPEST = 100",
        "_DEEPEST = 100_000",
        ("tests/faults/test_fuzz_notifications.py::test_nesting_is_borne_to_its_limit",),
    ),
    Protection(
        "malformed JSON and hostile values",
        "a number of more digits than Python reads is one",
        "app/domain/notifications.py",
        'int(digits) if len(digits.lstrip("-")) < 20 else Decimal(digits)',
        "int(digits)",
        ("tests/faults/test_fuzz_notifications.py::test_a_number_of_any_length_sets_nothing_aside",),
    ),
    Protection(
        "tokens",
        "tokens are compared in constant time",
        "app/receiver/tokens.py",
        "hmac.compare_digest(given, known) for known in digests",
        "given == known for known in digests",
        ("tests/faults/test_tokens.py::test_every_token_is_compared_with_all_that_are_accepted",),
    ),
    Protection(
        "tokens",
        "of a token all of it counts",
        "app/receiver/tokens.py",
        "given = digest(token).encode()",
        'given = next((one for one in digests if token.startswith(b"eyJ")), digest(token).encode())',
        ("tests/faults/test_tokens.py",),
    ),
    Protection(
        "tokens",
        "in a rotation both tokens open",
        "app/services/receiver_tokens.py",
        "(SecretName.RECEIVER_TOKEN, SecretName.RECEIVER_TOKEN_NEXT)",
        "(SecretName.RECEIVER_TOKEN,)",
        ("tests/faults/test_tokens.py::test_ten_thousand_wrong_tokens_open_nothing",),
    ),
    Protection(
        "proxy or tunnel answers",
        "nginx: what cannot be passed on is a 503",
        "packaging/proxies/nginx.conf",
        "        error_page 500 502 504 = @unavailable;\n",
        "",
        (f"{_PROXIES}[nginx]",),
    ),
    Protection(
        "proxy or tunnel answers",
        "Caddy: what cannot be passed on is a 503",
        "packaging/proxies/Caddyfile",
        'respond "unavailable" 503',
        "# as Caddy itself answers",
        (f"{_PROXIES}[caddy]",),
    ),
)
