"""Whole evenings in one process: threads, clock, chance, disk and mail under one seed."""
