"""The Lab in the window: the battle screen with all hands free."""
