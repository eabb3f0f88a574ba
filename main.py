"""Firing Arc. `python main.py` opens the window; `python main.py --help` tells what else there is."""
import sys

from game.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
