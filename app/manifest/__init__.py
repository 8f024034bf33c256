"""The carrier's query API: asks for one day's manifests, and hands over what can be read, part by part.

Here lives whatever knows HTTP, TLS, proxies and the answer's JSON. What a shipment means belongs to `domain`, what
becomes of it to `store`.
"""
