"""Signs a handover file with a phrase that the desks of a site share."""

import hashlib
import hmac
import json
from collections.abc import Mapping

from app.domain.folding import fold
from app.domain.texts import Text

SHORTEST_PHRASE = 10
"""Characters; a shorter one is soon guessed by who has a file."""

_SCRYPT_MEMORY = 64 * 1024 * 1024

SHORT_PHRASE = Text(
    "Error", "The phrase needs at least {least} characters. Three or four words that do not belong together are good."
).filled(least=SHORTEST_PHRASE)


def phrase_of(typed: str) -> str:
    """Return a phrase normalised, so that case, accents and the number of blanks do not count."""
    return " ".join(fold(typed).split())


class Signer:
    """Signs with the key of a phrase and a salt; making it takes about 0.1 s and 32 MB, so that guessing is slow."""

    def __init__(self, phrase: str, salt: bytes) -> None:
        secret = phrase_of(phrase).encode(errors="replace")
        self._key = hashlib.scrypt(secret, salt=salt, n=2**15, r=8, p=1, maxmem=_SCRYPT_MEMORY, dklen=32)

    @property
    def phrase_check(self) -> str:
        """Tells a wrong phrase from a changed file; it helps in guessing no more than the signature does."""
        return self._of(b"phrase")

    def signature(self, content: Mapping[str, object]) -> str:
        """Return the signature of a JSON object: HMAC-SHA256 of its canonical text, in hexadecimal."""
        text = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return self._of(b"content" + text.encode())

    def _of(self, message: bytes) -> str:
        return hmac.digest(self._key, message, "sha256").hex()
