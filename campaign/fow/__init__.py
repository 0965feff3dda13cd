"""Flames of War, second edition (2006): linked missions, Axis of Attack, team campaigns. Pure."""
