"""Use cases as plain functions, without Qt."""
