"""The service as a process: begun, watched, stopped; and what every request passes."""
