"""The HTTP door for notifications: who is let in, what is read, what is answered.

What a notification says is `domain`'s, where it is kept is the store's.
"""
