"""What a member wants to be told, how and when. Pure."""

from typing import Literal, get_args

import msgspec

Kind = Literal["turns", "asked", "draws", "votes", "disputes", "corrections", "failures"]
"""The kinds of notices: a turn ended; something is asked of the member; a draw was decided; votes
were counted; a dispute moves to them; a turn that they know was corrected; deliveries failed, which
hosts are told."""
KINDS: tuple[Kind, ...] = get_args(Kind)
USUAL: frozenset[Kind] = frozenset({"turns", "asked", "disputes", "corrections", "failures"})
"""The kinds that are on until a member says otherwise."""
Told = Kind | Literal["seat", "passed"]
"""With what nobody can switch off: somebody was given a way to act as the member, or a choice of
theirs was passed over."""
AT_ONCE: tuple[Told, ...] = ("seat", "passed")
"""What is told at once, whatever a member chose."""
Sending = Literal["each", "digest", "turns", "none"]
"""As it happens; once a day; only ended turns, and their corrections; nothing."""


class Choices(msgspec.Struct, frozen=True):
    """A member's choices in one campaign."""

    address: str = ""
    """Where their mail goes; empty if nobody has said."""
    zone: str = "UTC"
    """Their time zone, by its name in the tz database: `Europe/Berlin`."""
    sending: Sending = "each"
    kinds: dict[Kind, bool] = {}
    """Kinds that they have switched on or off; the others are as usual."""
    digest_at: str = "19:00"
    """When a digest is due, in their zone."""
    quiet: tuple[int, int] = (22, 8)
    """From which hour to which no reminder is sent, in their zone; equal hours mean never."""
    is_stopped: bool = False
    """Whether their mail rests until it is resumed."""
    turns_after: str = ""
    """Ended turns up to this one are not sent: they were over when turns were switched on again."""

    def switched(self, kind: Told) -> bool:
        """Whether a kind is on, whatever is sent of it."""
        if kind == "seat" or kind == "passed":
            return True
        return self.kinds.get(kind, kind in USUAL)

    def wants(self, kind: Told) -> bool:
        """Whether they want notices of a kind at all."""
        if kind in AT_ONCE:
            return True
        if self.sending == "none" or (
            self.sending == "turns" and kind not in ("turns", "corrections")
        ):
            return False
        return self.switched(kind)
