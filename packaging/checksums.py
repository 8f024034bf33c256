"""Writes build/bundle/SHA256SUMS: a line for each file to hand out, as `sha256sum` writes it.

Needs any Python from 3.11 on, and is run again after an installer is made from the bundle.
"""

import hashlib
from pathlib import Path

BUNDLE = Path(__file__).resolve().parent.parent / "build" / "bundle"
HANDED_OUT = (".tar.xz", ".zip", ".deb", ".exe", ".dmg", ".cdx.json")


def write_checksums() -> list[Path]:
    """Write the file, and return the files that are in it."""
    files = sorted(one for one in BUNDLE.iterdir() if one.name.endswith(HANDED_OUT))
    lines = [f"{hashlib.sha256(one.read_bytes()).hexdigest()}  {one.name}\n" for one in files]
    (BUNDLE / "SHA256SUMS").write_text("".join(lines), encoding="ascii")
    return files


if __name__ == "__main__":
    write_checksums()
