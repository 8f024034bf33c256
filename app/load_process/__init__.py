"""A process of its own that loads days, so that neither the receiver nor the window shares its interpreter."""
