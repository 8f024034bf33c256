"""Facts and board together: the writer, and the operations that append facts and wait for the board."""
