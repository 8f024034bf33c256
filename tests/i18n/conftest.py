import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def texts() -> ModuleType:
    """packaging/texts.py, which finds the sentences of the interface."""
    spec = importlib.util.spec_from_file_location("texts_of_the_interface", CHECKOUT / "packaging" / "texts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def extracted(texts: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with es.ts and en.ts as the source alone makes them: every sentence, and no translation."""
    folder = tmp_path_factory.mktemp("i18n")
    texts.update(folder)
    return folder
