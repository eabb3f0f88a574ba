"""What rule sets share that is no rule: reading data, beginning a game, orders and the plain answers to the engine."""
