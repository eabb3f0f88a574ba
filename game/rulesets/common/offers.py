"""When something that may be spent on a roll is offered, as a battle's switches say."""

ALWAYS, USEFUL, NEVER = "always", "when it matters", "never"
