"""Removes secrets and personal data from logs, crash reports and standard error.

- Each secret in force is replaced everywhere, also in its forms quoted for URLs, JSON and Python.
- So are texts that look like secrets: values of headers and fields with such names, the word after `Bearer`, UUIDs,
  long runs of hexadecimal digits, long words of letters and digits, users and queries of URLs, and paths of pictures.
- Of a number with seven digits or more (documents, phones, shipments) the last two are kept. Dates, times and IP
  addresses stay; the program logs no other number as long on purpose.
- The digits after a word for a document or a phone are removed, however few: `documento 654321`, `CC: 79.123.45`.
- E-mail addresses are removed, and values of fields with a person's name, address or document.
- Two to seven quoted words with capitals are removed as a name: `'Ana de la Paz'`. A name without capitals or quotes is
  not recognized.

Libraries for this (presidio, scrubadub) detect names with language models of hundreds of megabytes, and know neither
the secrets in force nor the carrier's field names.
"""

import json
import re
from collections.abc import Callable
from functools import cached_property
from threading import Lock
from urllib.parse import quote, quote_plus

MASK = "***"
_KEPT_DIGITS = 2
_FEWEST_DIGITS = 7
_SHORT_SECRET = 6  # characters; a shorter one is replaced as a whole word only, as a user "ana" is part of many words

_QUOTED = r"""b?\\{0,4}"[^"\n]*"|b?\\{0,4}'[^'\n]*'"""
_BARE = r"""(?:(?:bearer|basic|digest|token)\s+)?[^\s,;&)}\]"']+"""
_HEADERS = r"(?:proxy-)?authorization(?:[-_](?:token|user))?|(?:set-)?cookie|x-api-key"
_SECRETS = r"[\w-]{0,40}(?:token|passw(?:or)?d|secret|api[-_]?key|signature|contraseña|clave)"
_PERSONAL = (
    r"destinatario|remitente|direcci[oó]n\w*|tel[eé]fono\w*|documento\w*|dni|e?mail\w*|correo\w*|nombres?|apellidos?"
    r"|notas?|observaci[oó]n\w*|recipient\w*|sender\w*|contact\w*|driver\w*|phone\w*|address\w*|document\w*|note"
)
_NUMBERED = r"documentos?|c[eé]dulas?|cc|nit|dni|tel(?:[eé]fonos?)?|celular|phones?|documents?"
_DATE = r"(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
_TIME = r"[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?"
_STAMP = r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[-T]\d{6,12}"
_OCTET = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_STAYS = rf"(?<!\d)(?:{_DATE}(?:{_TIME})?|{_STAMP}|{_OCTET}(?:\.{_OCTET}){{3}}(?::\d{{1,5}})?)(?!\d)"
_BETWEEN = r"(?:\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|%20|[ ()./\u00a0\u2009\u2011\u202f+-]){1,3}"

_LETTER = r"(?:\\{1,2}u[0-9a-f]{4}|\\{1,2}x[0-9a-f]{2}|[^\W\d_])"
_WORD = rf"{_LETTER}+(?:['’-]{_LETTER}+){{0,3}}"
_QUOTED_WORDS = rf"""(['"])({_WORD}(?:\.? {_WORD}){{1,6}})\.?\1"""
_LONGEST_PARTICLE = 3  # letters of a word inside a name that has no capital: `de`, `la`, `von`

_DIGIT = re.compile(r"\d")


class Redactor:
    """Removes secrets and personal data from a text. It keeps the secrets in force in memory only."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._secrets: set[str] = set()
        self._known: re.Pattern[str] | None = None

    def learn(self, secret: str) -> None:
        """Add a secret, from any thread; it is never removed, as an old line may still be written."""
        with self._lock:
            if secret.strip() and secret not in self._secrets:
                self._secrets.add(secret)
                shapes = {shape for one in self._secrets for shape in _shapes(one)}
                longest_first = sorted(shapes, key=len, reverse=True)
                self._known = re.compile("|".join(map(_anywhere, longest_first)), re.IGNORECASE)

    def __call__(self, text: str) -> str:
        """Return the text without secrets and personal data."""
        if self._known is not None:
            text = self._known.sub(MASK, text)
        for pattern, instead in self._rules:
            text = pattern.sub(instead, text)
        return text

    @cached_property
    def _rules(self) -> tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]:
        """The patterns in their order, with their replacements; compiled for the first text."""
        named = rf"\g<1>{MASK}"
        return (
            (re.compile(r"input_value=.*?(?=, input_type=|\Z)", re.DOTALL), f"input_value={MASK}"),
            (_rule(rf"""(\b(?:{_HEADERS})\\*["']?\s*[:=,]\s*)(?:{_QUOTED}|{_BARE})"""), named),
            (_rule(rf"""(\b(?:{_SECRETS})\\*["']?\s*[:=]\s*)(?:{_QUOTED}|{_BARE})"""), named),
            (_rule(r"(--[\w-]{0,40}token\s+)\S+"), named),
            (_rule(rf"""(\b(?:{_PERSONAL})(?:\\*["']\s*:\s*|=))(?:{_QUOTED}|[^\s,;&)}}\]"']+)"""), named),
            (_rule(r"\b(bearer\s+)[^\s,;)}\]\"']+"), named),
            (_rule(r"(\b[a-z][a-z0-9+.-]{1,20}://)[^\s/@\"'<>]*@"), rf"{named}@"),
            (
                _rule(r"\?[\w.~%+\[\]-]{1,80}=[^\s\"'<>]*|(://[^\s\"'<>?#]{0,500})[?#][^\s\"'<>]+"),
                lambda found: f"{found[1] or ''}?{MASK}",
            ),
            (_rule(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), MASK),
            (re.compile(r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-zA-Z])[\w-]{32,}", re.ASCII), MASK),
            (
                _rule(r"[^\s@<>\"',;:()\[\]{}=|/\\]{1,64}(?:@|%40)[^\s@<>\"',;:()\[\]{}=|/\\]+\.\w{2,}"),
                f"{MASK}@{MASK}",
            ),
            (_rule(r"(://[^\s/\"'<>]{1,253}/)[^\s\"'<>]{0,500}\.(?:jpe?g|png|webp|heic|gif|bmp)\b"), named),
            (_rule(_QUOTED_WORDS), _mask_name),
            (_rule(rf"(\b(?:{_NUMBERED})(?:\s?[:=#]\s?|\.?\s))\d(?:[\d .-]{{0,20}}\d)?"), named),
            (_rule(rf"({_STAYS})|(?:\+\d{{1,3}}|\(?\d{{2,}})(?:{_BETWEEN}(?!{_STAYS})\d{{2,}})*"), _mask_number),
        )


def _rule(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _shapes(secret: str) -> set[str]:
    """Return the forms in which a secret may be in a text."""
    sent = secret.encode(errors="surrogatepass")  # variables may hold bytes that are no text
    quoted = {quote(sent), quote(sent, safe=""), quote_plus(sent)}
    return {secret, *quoted, json.dumps(secret)[1:-1], repr(secret)[1:-1], repr(sent)[2:-1]}


def _anywhere(shape: str) -> str:
    found = re.escape(shape)
    return found if len(shape) >= _SHORT_SECRET else rf"(?<!\w){found}(?!\w)"


def _mask_number(found: re.Match[str]) -> str:
    digits = _DIGIT.findall(found[0])
    if len(digits) < _FEWEST_DIGITS or found[1] is not None:
        return found[0]
    return f"{MASK}{''.join(digits[-_KEPT_DIGITS:])}"


def _mask_name(found: re.Match[str]) -> str:
    words = found[2].replace(".", "").split()
    capitals = [one[0].isupper() or one[0] == "\\" for one in words]
    is_name = capitals[0] and all(
        has or len(word) <= _LONGEST_PARTICLE for has, word in zip(capitals, words, strict=True)
    )
    return f"{found[1]}{MASK}{found[1]}" if is_name and sum(capitals) > 1 else found[0]
