"""Reporting of errors that no caller can receive."""

import threading


def report_unhandled(error: BaseException) -> None:
    """Pass an error to `threading.excepthook`, as Python does for one that ends a thread."""
    kind = type(error)
    threading.excepthook(threading.ExceptHookArgs((kind, error, error.__traceback__, threading.current_thread())))
