"""What a turn report shows, as frozen values: fixed inputs, no clock, no file. Pure."""
