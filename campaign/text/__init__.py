"""Helpers for text: sheets, shapes and near misses. Pure."""
