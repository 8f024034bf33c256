"""The checks of `despacho doctor`."""
