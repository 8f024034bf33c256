"""The window, by what a person sees. Knows no adapter: the composition root hands it its ports."""
