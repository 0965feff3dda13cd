"""People: what may be changed and forgotten, such as addresses and choices. It lies beside the
store and is never in the log or an export."""
