"""A process of its own that decodes one picture within limits, and imports little, so that it starts soon."""
