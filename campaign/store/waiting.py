"""How long to wait for other writers of a store. Pure but for the environment."""

import os

LOCK_TIMEOUT = 10
"""How many seconds to wait for another writer."""
LOCK_VARIABLE = "CAMPAIGN_LOCK_TIMEOUT"
"""The environment variable that overrides it."""


def lock_timeout() -> int:
    """How many seconds to wait for another writer."""
    text = os.environ.get(LOCK_VARIABLE, "")
    return int(text) if text.isdecimal() else LOCK_TIMEOUT
