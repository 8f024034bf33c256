import subprocess
import sys
from pathlib import Path

from tests.waiting import PATIENCE

LEAVING = """
import sys, threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDialog
from app.logs.process_log import ProcessLog
from app.logs.redaction import Redactor
from app.bootstrap.start_window import new_application

class Notes(QObject):
    def note(self):
        print("in the window's thread" if threading.current_thread() is threading.main_thread() else "in another")
        app.quit()

def leave_a_dialog():
    dialog = QDialog()
    dialog.me = dialog
    dialog.destroyed.connect(notes.note, Qt.ConnectionType.DirectConnection)

app, notes = new_application(ProcessLog(Path(sys.argv[1]), Redactor())), Notes()
leave_a_dialog()
with ThreadPoolExecutor(1) as loading:
    kept = loading.submit(lambda: [[] for _ in range(100_000)]).result()
sys.exit(app.exec())
"""


def test_a_closed_dialog_is_collected_in_the_windows_thread(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LEAVING, str(tmp_path)], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "in the window's thread\n", "")
