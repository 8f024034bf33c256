"""Calls about failed deliveries: reasons, messages, and the queue of recipients to call."""
