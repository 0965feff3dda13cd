"""Flames of War: its rules, tables and pages."""
