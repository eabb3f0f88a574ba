"""Rewind."""
def resolve(run): pass
