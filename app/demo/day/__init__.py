"""A fictional day of the demo carrier: manifests, shipments and the notifications of its visits."""
