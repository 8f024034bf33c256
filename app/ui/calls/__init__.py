"""Calls about failed deliveries: the queue, the buttons that dial and write, and the reminders."""
