"""Notices on members' own devices."""
