"""Facts about the war diary: a dispatch was filed, or removed. The words are never here.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from typing import Literal

from events.base import Count, Digest, Event, Id, IdOrEmpty

Until = Literal["turn", "end"]
"""Up to when a dispatch is sealed: the end of the turn in which it was filed, or the campaign's."""
Reason = Literal["author", "host", "forgotten"]


class DispatchFiled(Event, frozen=True, kw_only=True, tag="campaign.DispatchFiled"):
    """A member wrote in the war diary."""

    dispatch: Id
    """Its id: `w1`, `w2` … in the order of filing."""
    turn: str
    """The turn that it is about."""
    subject: str = ""
    """What it is about, a word of the game and an id; empty for the turn, or where it is sealed."""
    seat: IdOrEmpty = ""
    """What its author played then."""
    mark: Digest
    """SHA-256 over a random salt, the words, and each picture's digest, alternative text and
    caption. The salt is with the words and goes with them, so that nobody can guess them later."""
    pictures: Count = 0
    until: Literal["", "turn", "end"] = ""
    """Up to when its author alone can read it."""
    replaces: IdOrEmpty = ""
    """The dispatch in whose place it is."""


class DispatchRemoved(Event, frozen=True, kw_only=True, tag="campaign.DispatchRemoved"):
    """A dispatch was taken away: nobody has its words or pictures any more."""

    dispatch: Id
    reason: Reason
    """Whose wish it was; `forgotten` where everything of its author goes."""
