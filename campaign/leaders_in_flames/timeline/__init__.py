"""The course of a campaign as one aligned picture: a row a power, a column a turn. Pure."""
