"""The name of the system's user."""

import getpass


def user_name() -> str:
    """Return the name of the system's user; empty where it is unknown."""
    try:
        return getpass.getuser()
    except (KeyError, ImportError, OSError):  # neither a variable nor a user database
        return ""
