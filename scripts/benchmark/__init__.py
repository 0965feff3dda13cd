"""The benchmark: the tracker beside raw SQLite and beside its event library used as it comes."""
