"""Adapts Python to Wine 8 at each start."""

import _winapi
import os

PREFIX = "WINE_LACKS_"
"""Wine takes variables that begin with `QT_` out of the environment, so they come with this in front."""

for name in [name for name in os.environ if name.startswith(PREFIX)]:
    os.environ[name.removeprefix(PREFIX)] = os.environ[name]

# Wine 8 has a CopyFile2 that does nothing; without it `shutil` copies by reading and writing.
vars(_winapi).pop("CopyFile2", None)
