"""The rule sets, each in a folder of its own."""
