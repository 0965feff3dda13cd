"""How a campaign by a club's own rules is played: acts, sealed choices, phases, standings."""
