"""Firing Arc: tabletop skirmish wargames with the rules enforced and explained."""
import os

__version__ = "0.1.0"

# The matrices here are small: a second thread for one of them costs more than it saves, and games run side by side.
# It counts only where it is set before numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
