"""Notifications: what members are told when something happens, and how it reaches them once."""
