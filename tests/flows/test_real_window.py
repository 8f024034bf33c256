import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Xvfb is a display of Linux")


PAINTING = """
import os, signal, sys
from pathlib import Path
from PySide6.QtWidgets import QWidget
from app.logs.process_log import ProcessLog
from app.logs.redaction import Redactor
from app.bootstrap.start_window import new_application

class Painting(QWidget):
    def paintEvent(self, event):
        os.kill(os.getpid(), signal.SIGINT)
        sum(range(1000))  # Python handles it here

app = new_application(ProcessLog(Path(sys.argv[1]), Redactor()))
painting = Painting()
painting.show()
sys.exit(app.exec())
"""


def wait_for_picture(path: Path, demo: subprocess.Popen[str]) -> QImage:
    """Return the picture once it is whole."""
    wait_until(lambda: demo.poll() is not None or not QImage(str(path)).isNull(), "the demo writes a picture")
    return QImage(str(path))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_demo_opens_a_real_window_and_shows_a_day(display: str, tmp_path: Path, theme: str) -> None:
    path = tmp_path / "desk.png"
    environment = {key: value for key, value in os.environ.items() if key not in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY")}
    environment |= {"DISPLAY": display, "DESPACHO_THEME": theme, "DESPACHO_LANGUAGE": "es", "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "app", "demo", "--screenshot", str(path), "--shipments", "80"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as demo:
        picture = wait_for_picture(path, demo)
        demo.terminate()
        _, said = demo.communicate(timeout=PATIENCE)
    assert (demo.returncode, said) == (0, "")
    assert picture.width() >= 1200
    assert picture.height() >= 700
    colors = {picture.pixelColor(x, y).name() for x in range(0, picture.width(), 3) for y in range(0, 700, 3)}
    assert len(colors) > 200
    assert picture.pixelColor(8, 500).name() == {"light": "#f6f7f9", "dark": "#14171c"}[theme]
    assert list(tmp_path.iterdir()) == [path]


def test_a_signal_during_painting_lets_the_painting_finish(display: str, tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY")}
    command = [sys.executable, "-c", PAINTING, str(tmp_path)]
    ended = subprocess.run(
        command, env=environment | {"DISPLAY": display}, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert (ended.returncode, ended.stderr) == (0, "")
