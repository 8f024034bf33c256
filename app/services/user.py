"""Who sits at this machine."""

import getpass


def user_name() -> str:
    """Return who sits here, as the system calls them; empty where it does not say."""
    try:
        return getpass.getuser()
    except (KeyError, ImportError, OSError):  # no such variable, and no list of users to look it up in
        return ""
