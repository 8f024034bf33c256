"""`python -m app.load_process DATABASE`: `app.load_process.client` starts it."""

import sys
from pathlib import Path

from app.load_process.serving import LoadServer

LoadServer(Path(sys.argv[1])).run()
