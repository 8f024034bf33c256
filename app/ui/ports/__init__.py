"""What the composition root hands to each feature of the window.

The rows that a feature reads are a protocol, all else that it needs a frozen dataclass. What is marked "Worker" is slow
and is called off the main thread; so are the methods of rows that go through a day or all of them, which the query
thread asks.
"""
