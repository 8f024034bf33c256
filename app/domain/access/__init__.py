"""Access to the carrier and to the receiver: addresses, their origins, and the secrets for them."""
