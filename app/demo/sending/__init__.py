"""The demo sender: posts notifications to a receiver according to the contract."""
