"""The rule by which the board says what became of each parcel: pure functions over plain values."""
