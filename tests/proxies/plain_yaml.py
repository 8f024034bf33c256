"""Reads the plain YAML of the tunnels' templates: mappings, lists and one-line scalars. Anything else is an error."""

import re

Value = str | dict[str, "Value"] | list["Value"]
Lines = list[tuple[int, str]]

_PAIR = re.compile(r"([A-Za-z_-]+):(?: (.+))?")
_SCALAR = re.compile(r'"([^"\\]*)"|([^\s"\'#&*!|>%@`{}\[\],][^#{}\[\]&*|>]*)')


def read_plain_yaml(text: str) -> Value:
    """Return the document; every scalar stays a text."""
    assert "\t" not in text
    lines: Lines = []
    for line in text.splitlines():
        content = line.strip()
        if content and not content.startswith("#"):
            lines.append((len(line) - len(line.lstrip()), content))
    value = _block(lines, lines[0][0])
    assert not lines, f"indented as nothing else: {lines[0][1]}"
    return value


def _block(lines: Lines, indent: int) -> Value:
    return _list(lines, indent) if lines[0][1].startswith("- ") else _mapping(lines, indent)


def _list(lines: Lines, indent: int) -> list[Value]:
    found: list[Value] = []
    while lines and lines[0][0] == indent and lines[0][1].startswith("- "):
        lines[0] = (indent + 2, lines[0][1][2:])
        found.append(_block(lines, indent + 2))
    return found


def _mapping(lines: Lines, indent: int) -> dict[str, Value]:
    found: dict[str, Value] = {}
    while lines and lines[0][0] == indent:
        pair = _PAIR.fullmatch(lines[0][1])
        assert pair is not None, lines[0][1]
        name, scalar = pair.groups()
        assert name not in found, f"{name} stands there twice"
        lines.pop(0)
        if scalar is None:
            assert lines, f"{name} has no value"
            assert lines[0][0] > indent, f"{name} has no value"
            found[name] = _block(lines, lines[0][0])
        else:
            value = _SCALAR.fullmatch(scalar)
            assert value is not None, scalar
            found[name] = scalar.strip('"')
    return found
