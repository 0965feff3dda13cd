"""Writes the files that show how letters read."""

from letters import main

main()
