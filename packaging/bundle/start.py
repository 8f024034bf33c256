"""Entry point of the bundled program, which starts its own modules with `-m`, as Python does."""

import os
import sys

# The bundle's libraries are loaded by now; the browser and other programs that it opens need the system's.
own = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
if own is not None:
    os.environ["LD_LIBRARY_PATH"] = own
elif sys.platform == "linux":
    os.environ.pop("LD_LIBRARY_PATH", None)

if sys.argv[1:2] == ["-m"] and sys.argv[2:3] and sys.argv[2].partition(".")[0] == "app":
    import runpy

    module = sys.argv[2]
    del sys.argv[1:3]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
else:
    from app.cli.main import main

    sys.exit(main())
