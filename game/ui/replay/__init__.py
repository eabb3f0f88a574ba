"""The parts of the replay screen: the line of the game's time, its buttons, keys and pictures."""
