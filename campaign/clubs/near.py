"""Whether a store may belong to a directory of clubs: asked by every call, so it is quick. IO."""

import os

from campaign.clubs.allowance import UNLIMITED, Allowance
from campaign.store.place import StorePlace

VARIABLE = "CAMPAIGN_CLUBS"
"""The environment variable that names the directory."""
FILE = "clubs.db"
"""The directory of a folder; a folder for each club lies beside it."""


def from_environment() -> str:
    """What the environment names as the directory; empty if nothing."""
    return os.environ.get(VARIABLE, "")


def may_have_quotas(place: StorePlace) -> bool:
    """Whether anybody could have set quotas for a store."""
    if from_environment():
        return True
    return not place.is_database and (place.file.absolute().parent.parent / FILE).is_file()


def allowance_at(place: StorePlace) -> Allowance:
    """What may be used at a store. Where nobody knows of a directory, anything."""
    if not may_have_quotas(place):
        return UNLIMITED
    from campaign.clubs.opening import allowance_of  # with what reads the rows

    return allowance_of(place)
