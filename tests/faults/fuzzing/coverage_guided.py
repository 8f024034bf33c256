"""Runs atheris, which searches for inputs that reach new code, in a process of its own.

`python -m tests.faults.fuzzing.coverage_guided TARGET FOLDER RUNS SECONDS`: the folder receives the inputs found, and
a file `crash-…` with an input on which the target failed. The exit code is 0 if there was none.
"""

import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import atheris

_ROOMS = (
    "app.domain",
    "app.carrier",
    "app.url_check",
    "app.photos",
    "app.phones",
    "app.webhook",
    "app.settings",
    "app.export",
)

with atheris.instrument_imports(include=list(_ROOMS)):
    from app.ui.search.search_field import pasted_numbers
    from tests.faults.corpus.answers import ADDRESSES, PROBES, TYPED
    from tests.faults.corpus.manifests import ANSWERS, PROVIDER_DATA
    from tests.faults.corpus.notifications import KEPT
    from tests.faults.corpus.requests import REQUESTS
    from tests.faults.corpus.settings import SETTINGS
    from tests.faults.fuzzing.answers import fuzz_address, fuzz_probe_answer, text_of
    from tests.faults.fuzzing.hostile import VALUES
    from tests.faults.fuzzing.manifests import fuzz_answer, fuzz_provider_data
    from tests.faults.fuzzing.notifications import fuzz_body
    from tests.faults.fuzzing.requests import fuzz_head
    from tests.faults.fuzzing.settings import SettingsFuzz, fuzz_views

_LONGEST = 4096
Target = tuple[Callable[[bytes], object], Mapping[str, bytes]]


def targets(folder: Path) -> dict[str, Target]:
    """Return what can be looked into, each with the inputs that it begins with."""
    return {
        "notifications": (fuzz_body, KEPT),
        "answers": (fuzz_answer, ANSWERS),
        "provider data": (fuzz_provider_data, PROVIDER_DATA),
        "settings": (SettingsFuzz(folder), SETTINGS),
        "views": (fuzz_views, {"none": b"[]"}),
        "heads": (fuzz_head, REQUESTS),
        "probes": (fuzz_probe_answer, PROBES),
        "addresses": (fuzz_address, ADDRESSES),
        "lists": (lambda data: pasted_numbers(text_of(data)), TYPED),
    }


def main() -> None:
    """Look for them; libFuzzer ends the process."""
    name, folder, runs, seconds = sys.argv[1:]
    corpus, words = Path(folder) / "corpus", Path(folder) / "words"
    corpus.mkdir()
    target, kept = targets(Path(tempfile.mkdtemp(dir=folder)))[name]
    for nth, data in enumerate(kept.values()):
        if len(data) <= _LONGEST:
            (corpus / str(nth)).write_bytes(data)
    words.write_text("\n".join(_as_words(VALUES)), encoding="ascii")
    atheris.Setup(
        [
            sys.argv[0], str(corpus), f"-dict={words}", f"-artifact_prefix={folder}/", f"-runs={runs}",
            f"-max_total_time={seconds}", f"-max_len={_LONGEST}", "-rss_limit_mb=1500", "-timeout=20", "-verbosity=1",
        ],
        target,
    )  # fmt: skip
    atheris.Fuzz()


def _as_words(values: Iterable[bytes]) -> list[str]:
    """Return short values as libFuzzer reads them."""
    return ['"{}"'.format("".join(f"\\x{byte:02x}" for byte in value)) for value in values if 0 < len(value) <= 64]


if __name__ == "__main__":
    main()
