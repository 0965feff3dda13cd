"""The course of a campaign as a picture: a row a power, a column a turn. Pure."""
