"""Maps of other programs: brought in as tables of ours, and sent out again. Start with `game.sim.importing`."""
