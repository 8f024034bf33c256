from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from app.domain.access.addresses import Endpoint
from app.domain.access.credentials import CarrierCredentials
from app.domain.days import Day, LoadSummary
from app.domain.errors import CredentialsMissingError, NoManifestError, SettingsError, StoreUnusableError
from app.domain.settings import Settings
from app.domain.texts import Text
from app.facts.recovery.backups import back_up
from app.services.diagnostics.checks import check_carrier, check_credentials, check_settings, check_store, last_carrier
from app.services.diagnostics.data_folder_checks import Check
from app.services.open_reader import opened_store
from app.store.writer import Writer
from tests.carrier.scripted_carrier import ScriptedCarrier, says

DATE = date(2026, 6, 15)
GOOD = b'[{"envios": [{"numero": "1"}]}]'


def credentials() -> CarrierCredentials:
    return CarrierCredentials("token", "user")


def carrier_check(status: int, carrier: str, body: bytes = b"", second: int = 401) -> Check:
    with ScriptedCarrier(says(status, body), says(second, GOOD if second == 200 else b"")) as server:
        return check_carrier(Endpoint(server.url, 60, 0), credentials, carrier, DATE)


def test_settings_work_once_they_can_be_read_and_name_an_address() -> None:
    def broken() -> Settings:
        raise SettingsError(Text("Error", "No TOML."))

    assert check_settings(lambda: Settings(base_url="https://api.example")).works
    assert "base_url" in str(check_settings(Settings).text)
    assert "not encrypted" in str(check_settings(lambda: Settings(base_url="http://api.example")).text)
    assert check_settings(broken) == Check("settings", works=False, text=Text("Error", "No TOML."))


def test_credentials_work_once_they_can_be_read() -> None:
    def missing() -> CarrierCredentials:
        raise CredentialsMissingError(Text("Error", "Not set."))

    assert check_credentials(credentials).works
    assert check_credentials(missing) == Check("credentials", works=False, text=Text("Error", "Not set."))


def test_a_cache_works_that_is_whole_or_not_there_yet(writer: Writer, tmp_path: Path) -> None:
    assert check_store(tmp_path / "not yet" / "there" / "none.sqlite").works
    (tmp_path / "file").write_text("")
    refused = check_store(tmp_path / "file" / "data" / "none.sqlite")
    assert not refused.works
    assert f"{tmp_path / 'file'} cannot be written" in str(refused.text)
    assert not (tmp_path / "none.sqlite").exists()
    assert check_store(writer.path).works


def test_a_cache_that_is_gone_though_there_is_a_copy_is_said_to_be(tmp_path: Path) -> None:
    path = tmp_path / "facts.sqlite"
    with Writer(path):
        back_up(path, datetime(2026, 6, 15, 17, 3, tzinfo=UTC))
    path.rename(tmp_path / "elsewhere.sqlite")
    check = check_store(path)
    assert not check.works
    assert "continues with the copy of 2026-06-15 17:03 UTC; if you moved the file, put it back" in str(check.text)
    assert not path.exists()


def test_a_cache_that_is_gone_before_its_first_copy_is_said_to_be(tmp_path: Path) -> None:
    path = tmp_path / "facts.sqlite"
    assert check_store(path).works
    with Writer(path):
        pass
    path.unlink()
    check = check_store(path)
    assert not check.works
    assert "is missing, and there is no copy of it. If you moved the file, put it back first" in str(check.text)
    assert not path.exists()


def test_a_cache_that_is_none_or_damaged_does_not(tmp_path: Path) -> None:
    (tmp_path / "text.sqlite").write_bytes(b"no database" * 1000)
    assert "damaged" in str(check_store(tmp_path / "text.sqlite").text)
    path = tmp_path / "facts.sqlite"
    with Writer(path) as writer:
        writer.write(lambda db: db.execute("CREATE TABLE filler AS SELECT randomblob(200000) AS filling"))
    with path.open("r+b") as file:
        file.seek(path.stat().st_size - 100_000)
        file.write(b"\xff" * 8192)
    check = check_store(path)
    assert not check.works
    assert str(path) in str(check.text)
    with Writer(path):
        pass
    assert str(check_store(path).text) == "The data is intact."


@pytest.mark.parametrize(
    ("status", "carrier", "works", "is_refused"),
    [
        (200, "ACME", True, False),
        (404, "ACME", True, False),
        (400, "ACME", False, False),
        (401, "ACME", False, True),
        (403, "ACME", False, True),
        (500, "ACME", False, False),
        (200, "", True, False),
        (400, "", True, False),
        (401, "", False, True),
        (403, "", True, False),
        (404, "", True, False),
        (502, "", False, False),
    ],
)
def test_each_refusal_of_a_carrier_has_its_message(status: int, carrier: str, works: bool, is_refused: bool) -> None:
    check = carrier_check(status, carrier, GOOD if status == 200 else b"")
    assert (check.name, check.works, check.is_refused) == ("carrier", works, is_refused)


@pytest.mark.parametrize(
    ("first", "second", "works", "is_news", "words"),
    [
        (200, 401, True, False, "refuses a wrong token"),
        (200, 200, False, False, "to a wrong token as well"),
        (200, 503, True, True, "could not be found out"),
        (404, 401, True, True, "refuses a wrong one"),
        (404, 404, True, True, "may not be the carrier's service"),
    ],
)
def test_a_carrier_has_to_refuse_a_wrong_token(first: int, second: int, works: bool, is_news: bool, words: str) -> None:
    check = carrier_check(first, "ACME", GOOD if first == 200 else b"", second)
    assert (check.works, check.is_news) == (works, is_news)
    assert words in str(check.text)


def test_a_carrier_that_is_not_there_is_no_refusal() -> None:
    check = check_carrier(Endpoint("http://127.0.0.1:1", 60, 0), credentials, "ACME", DATE)
    assert (check.works, check.is_refused) == (False, False)


def test_the_last_carrier_is_the_one_loaded_last(
    writer: Writer, tmp_path: Path, load: Callable[[Day, bytes, datetime], LoadSummary]
) -> None:
    assert last_carrier(tmp_path / "none.sqlite") == ""
    assert last_carrier(writer.path) == ""
    for hour, carrier in enumerate(("B", "A", "B")):
        load(Day(carrier, DATE), GOOD, datetime(2026, 6, 15, hour, tzinfo=UTC))
    with pytest.raises(NoManifestError):
        load(Day("C", DATE), b"[]", datetime(2026, 6, 15, 9, tzinfo=UTC))
    assert last_carrier(writer.path) == "B"


def test_a_missing_cache_is_created_and_a_damaged_one_reported(tmp_path: Path) -> None:
    with opened_store(tmp_path / "new" / "facts.sqlite") as reader:
        assert reader.carriers() == []
    (tmp_path / "text.sqlite").write_bytes(b"no database" * 1000)
    with pytest.raises(StoreUnusableError, match="damaged"), opened_store(tmp_path / "text.sqlite"):
        pass
    assert (tmp_path / "text.sqlite").read_bytes() == b"no database" * 1000
