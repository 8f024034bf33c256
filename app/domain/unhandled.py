"""Errors that end nothing and that nobody is there to take."""

import threading


def report_unhandled(error: BaseException) -> None:
    """Report an error as Python reports one that ends a thread: the program's own hook takes it from there."""
    kind = type(error)
    threading.excepthook(threading.ExceptHookArgs((kind, error, error.__traceback__, threading.current_thread())))
