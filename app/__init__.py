"""Despacho: a carrier's manifests and the visits' news, in one local file, on one desk."""

__version__ = "0.1.0"
