"""Writes the lists of messages again, from the checkout's root.

PYTHONPATH=.:tests python -m messages
"""

from messages.listed import write

write()
