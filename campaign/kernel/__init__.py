"""What every campaign shares, whatever is played in it: the rule system, members, draws. Pure."""
