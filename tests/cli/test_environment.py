import subprocess
import sys

from tests.cli.process import DEADLINE, SECRETS, Despacho

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


def test_no_process_that_the_program_starts_inherits_a_secret(despacho: Despacho) -> None:
    secrets = {**SECRETS, "DESPACHO_RECEIVER_TOKEN": "t" * 40, "DESPACHO_RECEIVER_TOKEN_NEXT": "n" * 40}
    environment = despacho.knowing(**secrets, DESPACHO_LANGUAGE="en").environment
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, timeout=DEADLINE, check=True
    )
    left = "['DESPACHO_DATA_DIR', 'DESPACHO_LANGUAGE']"
    assert ended.stdout.splitlines() == [
        *(f"{name}: set by the environment" for name in ("authorization-token", "authorization-user")),
        *(f"{name}: set by the environment" for name in ("receiver-token", "receiver-token-next")),
        f"subprocess {left}",
        f"Qt {left}",
    ]
