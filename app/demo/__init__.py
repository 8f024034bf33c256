"""The demo carrier: the other side of both contracts, with a Bogotá of its own, as a real server on loopback.

Everything in it is made up and depends on carrier code, date and seed alone. It knows nothing of how Despacho reads
what it answers and notifies: no other room is imported, and nothing here is made easier than the contracts make it.
"""
