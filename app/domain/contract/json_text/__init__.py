"""JSON as it is sent, broken or not: read, checked and laid out."""
