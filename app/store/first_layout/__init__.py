"""The first layout of a store: one file, `despacho.sqlite`, of facts and what was derived of them."""
