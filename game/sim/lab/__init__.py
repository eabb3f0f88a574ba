"""The Lab without its window: what lies on the table, edits, unlimited undo, dice to come, and what to read off it."""
