"""What things are and mean: the models of both contracts, days, statuses, columns, filters, errors, texts.

Pure: no file, no network, no clock, no Qt. Every other room may import this one; it imports none.
"""
