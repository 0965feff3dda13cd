"""LiF 4: the Promotions Board and the powers on pages: live, and in the report. Pure."""
