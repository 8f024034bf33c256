"""The window, by what a person sees. It calls services, and nothing that these work with."""
