"""The HTTP server for notifications: which requests are accepted, what is read of them, what is answered.

What a notification means is decided in `domain`, where it is stored in `store`.
"""
