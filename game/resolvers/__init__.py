"""Rules that more than one rule set uses, one topic a file, with parameters for what differs."""
