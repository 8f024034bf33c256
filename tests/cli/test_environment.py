import shutil
import subprocess
import sys
from pathlib import Path

from tests.carrier.scripted_carrier import ScriptedCarrier, says
from tests.cli.process import DEADLINE, SECRETS, TOKEN, USER, Despacho

PROGRAM = """
import subprocess, sys
from PySide6.QtCore import QProcess
from app.cli.main import main

main(["credentials", "status"])
child = [sys.executable, "-c", "import os; print(sorted(name for name in os.environ if name.startswith('DESPACHO_')))"]
print("subprocess", subprocess.run(child, check=True, capture_output=True, text=True).stdout.strip())
process = QProcess()
process.start(child[0], child[1:])
assert process.waitForFinished()
print("Qt", bytes(process.readAllStandardOutput().data()).decode().strip())
"""

OWN_FILES = """
import sys
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from app.domain.resources import PROGRAM_FOLDER
from app.domain.cancellation import Cancellation
from app.photos.decoding import decode
from app.ui.appearance.icons import icon
from app.ui.help.manual import Manual
from app.ui.context.places import Page

sys.stdout.reconfigure(encoding="utf-8")
app = QApplication([])
image, buffer = QImage(2, 3, QImage.Format.Format_RGB32), QBuffer()
image.fill(0)
buffer.open(QIODevice.OpenModeFlag.WriteOnly)
image.save(buffer, "PNG")
picture = decode(bytes(buffer.data().data()), Cancellation())
print(PROGRAM_FOLDER)
print(picture.levels[0].width, "×", picture.levels[0].height)
print(Manual("es").first(Page.FIRST_DAY).title)
print(not icon("bell", QColor("black")).pixmap(16, 16).isNull())
"""

ROOT = Path(__file__).parents[2]

DEMO = """
from pathlib import Path
from app.ui.widgets.system import start_demo

start_demo(Path("data"), "--help")
"""


def test_no_process_that_the_program_starts_inherits_a_secret(despacho: Despacho) -> None:
    secrets = {**SECRETS, "DESPACHO_RECEIVER_TOKEN": "t" * 40, "DESPACHO_RECEIVER_TOKEN_NEXT": "n" * 40}
    secrets["DESPACHO_HANDOVER_PHRASE"] = "luna llena sobre suba"
    secrets |= {f"DESPACHO_RELAY_{name}": "r" * 40 for name in ("USER", "PASSWORD", "NKEY")}
    environment = despacho.knowing(**secrets, DESPACHO_LANGUAGE="en").environment
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, timeout=DEADLINE, check=True
    )
    left = "['DESPACHO_DATA_DIR', 'DESPACHO_LANGUAGE', 'DESPACHO_RECEIVER_PORT']"
    assert ended.stdout.splitlines() == [
        *(f"{name}: set by the environment" for name in ("authorization-token", "authorization-user")),
        *(f"{name}: set by the environment" for name in ("receiver-token", "receiver-token-next")),
        "handover-phrase: set by the environment",
        *(f"{name}: set by the environment" for name in ("relay-user", "relay-password", "relay-nkey")),
        f"subprocess {left}",
        f"Qt {left}",
    ]


def test_a_user_and_a_home_with_blanks_accents_and_an_emoji_are_like_any_other(tmp_path: Path) -> None:
    home = tmp_path / "José Núñez del Río 🚚"
    home.mkdir()
    own = {"HOME": str(home), "USER": "José Núñez 🚚", "LOGNAME": "José Núñez 🚚"}
    own |= {"USERNAME": "José Núñez 🚚", "DESPACHO_DATA_DIR": ""}
    if sys.platform == "win32":  # asks the system for the user's folder, and no variable
        own["DESPACHO_DATA_DIR"] = str(home / "despacho")
    own |= {"LOCALAPPDATA": str(home), "DESPACHO_TIME_ZONE": "UTC", "DESPACHO_LANGUAGE": "en"}
    day = b'[{"idPlanillaReparto": 9001, "estado": "VIG", "envios": [{"numero": "0045", "idEstadoEnvio": 4}]}]'
    with ScriptedCarrier(says(200, day)) as carrier:
        despacho = Despacho(tmp_path / "unused", own).asking(carrier.url)
        assert despacho.run("fetch", "--carrier", "ACME").code == 0
    assert despacho.run("follow-up", "0045", "--carrier", "ACME", "--reason", "absent").code == 0
    written = home / "Planilla de mañana (ñ).csv"
    assert despacho.run("export", "follow-ups", "--output", str(written)).code == 0
    assert "José Núñez 🚚" in written.read_text(encoding="utf-8-sig")  # who noted it
    assert despacho.run("rebuild").code == 0
    assert str(home) in despacho.run("export", "visits").said
    (data,) = home.rglob("facts.sqlite")
    assert data.parent.name == "despacho"
    assert (data.parent / "log" / "fetch.log").exists()
    assert {one.name for one in tmp_path.iterdir()} == {home.name}


def test_a_program_in_such_a_folder_finds_all_that_belongs_to_it(tmp_path: Path) -> None:
    program, temporary = tmp_path / "José Núñez 🚚" / "programa nuevo", tmp_path / "José Núñez 🚚" / "t"
    for part in ("app", "resources"):
        shutil.copytree(ROOT / part, program / part, ignore=shutil.ignore_patterns("__pycache__", "screenshots"))
    temporary.mkdir()
    own = {"TMPDIR": str(temporary), "TEMP": str(temporary), "QT_QPA_PLATFORM": "offscreen", "DESPACHO_LANGUAGE": "es"}
    environment = Despacho(tmp_path / "data", own).environment
    shown = subprocess.run(
        [sys.executable, "-c", OWN_FILES],
        cwd=program, env=environment, capture_output=True, timeout=DEADLINE, check=True, encoding="utf-8",
    )  # fmt: skip
    assert shown.stdout.splitlines() == [str(program), "2 × 3", "El primer día", "True"]
    picture = program.parent / "escritorio 🚚.png"
    demo = ("demo", "--shipments", "20", "--quit-after", "1", "--screenshot", str(picture))
    subprocess.run([sys.executable, "-m", "app", *demo], cwd=program, env=environment, timeout=DEADLINE, check=True)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert list(temporary.iterdir()) == []


def test_secrets_that_systemd_hands_over_are_used_and_the_environment_takes_precedence(
    despacho: Despacho, tmp_path: Path
) -> None:
    (tmp_path / "authorization-user").write_text(f"{USER}\n")
    (tmp_path / "authorization-token").write_bytes(b"\xff not a token \xff")
    given = despacho.knowing(CREDENTIALS_DIRECTORY=str(tmp_path))
    said = given.run("credentials", "status").text
    assert "authorization-user: set by the environment" in said
    assert "receiver-token: not set" in said
    day = b'[{"idPlanillaReparto":1,"envios":[]}]'
    with ScriptedCarrier(says(200, day), says(200, day)) as carrier:
        asking = given.knowing(DESPACHO_BASE_URL=carrier.url, DESPACHO_RETRY_SECONDS="0", DESPACHO_TIME_ZONE="UTC")
        refused = asking.run("fetch", "--carrier", "A")
        assert (refused.code, "authorization-token" in refused.said.lower()) == (2, True)
        assert asking.knowing(DESPACHO_AUTHORIZATION_TOKEN=TOKEN).run("fetch", "--carrier", "A").code == 0
        assert carrier.requests[0].headers["authorization-user"] == USER


def test_the_demo_is_this_program_in_whatever_folder_it_is_started(despacho: Despacho, tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    for name in ("__init__.py", "__main__.py"):
        (tmp_path / "app" / name).write_text("print('foreign code')")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.toml").write_text('language = "es"\n')
    script = tmp_path / "script" / "start.py"  # Python looks for modules beside it
    script.parent.mkdir()
    script.write_text(DEMO)
    environment = {key: value for key, value in despacho.environment.items() if key != "DESPACHO_DATA_DIR"}
    ended = subprocess.run(
        [sys.executable, script],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,  # the demo has it too, so that its end is waited for
        timeout=DEADLINE,
        check=True,
    )
    assert ended.stdout.startswith(b"uso: despacho demo ")
