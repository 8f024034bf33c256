"""Reads PDF files back, by Poppler's programs."""

import subprocess
from pathlib import Path

from tests.systems import skip_without_debian


def pdf_text(path: Path, *options: str) -> str:
    """Return the text of a PDF, by the options of `pdftotext`; pages end with a form feed."""
    return _said("pdftotext", *options, str(path), "-")


def pdf_properties(path: Path) -> str:
    """Return what `pdfinfo` says of a PDF, a property a line."""
    return _said("pdfinfo", str(path))


def _said(*command: str) -> str:
    skip_without_debian("Poppler")
    return subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
