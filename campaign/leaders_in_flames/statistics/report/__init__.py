"""What the pages say of careers, vetoes, points and luck. Pure."""
