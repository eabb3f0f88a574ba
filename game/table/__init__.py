"""The things on the table, and the files they are read from."""
