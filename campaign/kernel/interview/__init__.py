"""The interview: an act's questions, described once for every front end. Pure."""
