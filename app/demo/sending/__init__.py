"""The demo sender: posts notifications to a receiver as the contract says."""
