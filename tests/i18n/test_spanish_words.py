"""The Spanish texts of the window and the manual: one word for one thing, *usted*, and Spanish marks."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

RESOURCES = Path(__file__).resolve().parents[2] / "resources"

SAY_INSTEAD = {
    r"equipos?(?! técnico)|computadoras?|ordenador(es)?": "computador; *equipo* is people, as in equipo técnico",
    r"notificaci(ón|ones)": "aviso for the provider's, alerta for ours, mensaje for what the system shows",
    r"emisor(es)?": "proveedor",
    r"transportistas?|carriers?": "transportadora",
    r"manifiestos?": "planilla",
    r"respaldos?|backups?": "copia, copia de seguridad",
    r"cachés?|cache": "copia local",
    r"logs?": "registro",
    r"pars(ear|ea|eó|eado)|sete(ar|a|ó|ado)|host": "a word that a dispatcher says",
    r"ingres(e|ar|a|ó|aron|ado|ada|adas)": "escribir",
    r"inaccesible": "no se alcanza",
    r"tú|tus?|ti|vos": "usted",
    r"mayús|intro": "Shift, Enter",
}
NAMES = re.compile(
    r"```.*?```|`[^`]*`|\([^()]*\.md[^()]*\)|https?://\S+|«\w+»|--\w+|\{\w+\}|\w+[_.]\w+|despacho( [a-z-]+)+", re.DOTALL
)
"""What is no Spanish: code, links, options, commands, settings and files by their names."""


def faults(text: str) -> Iterator[str]:
    """Return what is wrong with a text: what it says, and what to say instead."""
    said = NAMES.sub("X", text)
    for word, instead in SAY_INSTEAD.items():
        yield from (f"{found[0]}: {instead}" for found in re.finditer(rf"\b({word})\b", said, re.IGNORECASE))
    for opening, closing in ("¿?", "¡!"):
        if len(re.findall(rf"[\w»)]\{closing}", said)) != said.count(opening):
            yield f"{closing}: as many {opening}"
    yield from (f"{found[0]}: «»" for found in re.finditer(r"[“”\"]", said))


@pytest.fixture(scope="module")
def spanish(texts: ModuleType) -> list[tuple[str, str]]:
    """Each sentence of the window in English, with each of its forms in Spanish."""
    return [(key.source, form) for key, forms in texts.messages(RESOURCES / "i18n" / "es.ts").items() for form in forms]


def test_the_window_has_one_word_for_one_thing(spanish: list[tuple[str, str]]) -> None:
    assert {said: found for _, said in spanish if (found := list(faults(said)))} == {}


def test_so_has_the_manual() -> None:
    lines = [line for page in (RESOURCES / "manual" / "es").glob("*.md") for line in prose(page)]
    assert {line: found for line in lines if (found := list(faults(line)))} == {}


def test_a_route_is_the_drivers_and_the_path_of_a_url_is_called_so(spanish: list[tuple[str, str]]) -> None:
    """`ruta` is the ordinary word for both."""
    named = [(source, said) for source, said in spanish if re.search(r"\b[Rr]utas?\b", said)]
    assert named
    assert [said for source, said in named if "route" not in source.lower() and "URL" not in said] == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Su equipo no tiene red", 1),
        ("Muéstrelo al equipo técnico del proveedor.", 0),
        ("Llegó una notificación del carrier", 2),
        ("Que transportadora?", 1),
        ("¿Qué transportadora?", 0),
        ("Listo!", 1),
        ("sin usuario, sin ? y sin #", 0),
        ("“{value}” no es un motivo", 2),
        ("Revise `host` y la carpeta «backups»: despacho settings set receiver_host", 0),
        ("Mira tus envíos", 1),
    ],
)
def test_a_fault_is_found_and_a_name_is_none(text: str, count: int) -> None:
    assert len(list(faults(text))) == count


def prose(page: Path) -> list[str]:
    """Return the paragraphs of a page without its code."""
    return re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL).split("\n\n")
