"""FoW: audited dice: what a roll needs, what it brings, and what follows in the battle."""
