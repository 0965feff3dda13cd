"""The states of a delivery: one occasion, one member, one channel. Pure.

    due → claimed → talking → sending → sent
           ↑  ↓        ↓         ├→ refused   (the server's no, or a bounce)
          later ←──────┘         └→ unknown   (no answer came: it may have arrived)

Only between the text of a message and the server's answer can nobody know whether it arrived. So a
row is `sending` before the text goes out, and only a person's decision leaves `unknown`.
"""

from typing import Literal, get_args

import msgspec

State = Literal["due", "claimed", "talking", "sending", "sent", "later", "refused", "unknown"]
STATES: tuple[State, ...] = get_args(State)
MAIL = "mail"
"""The channel of mail."""


class Delivery(msgspec.Struct, frozen=True):
    """One notice on its way to one member."""

    number: int
    """What `mail-again` names it by."""
    campaign: str
    """The campaign's random id."""
    occasion: str
    member: str
    channel: str
    state: State
    attempts: int = 0
    server: str = ""
    """What the server said last."""
    next_try: str = ""
    """Not before this moment; empty if at once."""
    digest: str = ""
    """Of the message as it was written for its last attempt."""
    version: int = 0
    """The last event of the record that the message was written from."""
    made_at: str = ""
    """When the row was made: RFC 3339 in UTC."""
