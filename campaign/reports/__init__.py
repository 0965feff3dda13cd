"""The content of turn reports as frozen values: fixed inputs, no clock, no file. Pure."""
