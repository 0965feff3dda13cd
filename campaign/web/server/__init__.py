"""The service as a process: begun, watched, stopped, and shared with other processes."""
