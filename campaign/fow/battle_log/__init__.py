"""FoW: the battle log: deployment, fortifications, player turns, withdrawal, platoons lost."""
