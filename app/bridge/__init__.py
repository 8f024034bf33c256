"""The only place where threads meet Qt: work goes out to other threads, and comes back as signals in the main one.

No widget here, and no use case: whoever starts a task says what it does.
"""
