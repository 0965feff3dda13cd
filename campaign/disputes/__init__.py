"""Disputes: from a claim to a ruling, and the corrections that rest on it. Pure."""
