"""The service for programs: JSON over HTTP, with the commands and answers of the command line."""
