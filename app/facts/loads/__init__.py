"""Loads: each answer of a carrier is compared with the day's earlier loads and kept with what changed."""
