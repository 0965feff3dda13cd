"""What a game brings to mail and other notices: whom it waits for, what has happened, and a turn in
short. Pure.

Nothing here holds anything sealed or hidden: a notice says what the turn's page says, and what a
member has to do.
"""

from collections.abc import Callable
from typing import Any, Generic, Literal

import msgspec

from campaign.kernel import defaults
from campaign.kernel.device_seals import DeviceSeal
from campaign.kernel.pages import PageContext
from campaign.kernel.state import S
from campaign.text.json_values import JsonFields
from events.base import Event


class OneAnswer(msgspec.Struct, frozen=True):
    """One of the answers to what is owed."""

    value: str
    """As the command has it: `accept`."""
    text: str
    """For a reader: `Accept`."""
    means: str = ""
    """What it costs or does, in a few words: `costs 3 of your 5 points`."""
    note: str = ""
    """What somebody may expect it to be called, on the page where it is chosen."""


class Owed(msgspec.Struct, frozen=True):
    """Something that a seat's player, or the host, has yet to do."""

    what: str
    """The kind of thing, as deadlines name it: `orders`; a word of its own where it has none."""
    occasion: str
    """What a notice of it is called: `orders:12`. A member gets one notice for each."""
    title: str
    """What it is, in a subject line: `orders for the attack`."""
    does: str
    """The same as something to do, said to its reader: `seal Red’s orders for the attack`."""
    seat: str = ""
    """The seat whose player it is; empty for the host."""
    answers: tuple[OneAnswer, ...] = ()
    """What can be answered in a word; empty where it can't."""
    command: JsonFields = {}
    """The command that an answer is sent with, but for its `choice` and who sends it."""
    tap: str = ""
    """What a button says that sends the command as it is; empty where more has to be filled in."""
    has_all_turn: bool = False
    """Whether it only has to be done before the turn ends. Then the turn's own notice asks for it,
    and nobody gets one for it alone, unless the turn has a deadline."""
    verb: str = ""
    """What to type at the host's keyboard, without the program's name; `CHOICE` for the answer."""
    seal: str = ""
    """What to type on a device of one's own instead, where the answer is a secret, also from a host
    who plays as well. Empty where it is none."""
    device: DeviceSeal | None = None
    """How a page seals the answer on the device, or opens what it sealed; None where it can't."""
    member: str = ""
    """The one member who is to do it, where the seat's holder is not; the seat is named as well."""


class Happened(msgspec.Struct, frozen=True):
    """Something that members may want to hear of at once."""

    occasion: str
    """What a notice of it is called: `opened:12`."""
    kind: Literal["draws", "votes"]
    """The kind of notice, which members switch on and off."""
    headline: str
    """What has happened, in a short sentence."""


class NoticeLines(msgspec.Struct, frozen=True, tag=True):
    """A part of a turn in short: sentences."""

    title: str
    lines: tuple[str, ...]


class NoticeTable(msgspec.Struct, frozen=True, tag=True):
    """A part of a turn in short: a table."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    own: tuple[int, ...] = ()
    """The places of the reader's own rows, which come first and in bold."""


class NoticeCard(msgspec.Struct, frozen=True):
    """A piece of a game that something was decided about, such as a counter."""

    heading: str
    code: str
    """The letters of its colour: those of a seat, or of another group of the game's look."""
    about: str
    """The line below the heading."""
    stamp: str
    """The verdict in one word: `Accepted`."""
    is_good: bool = True
    """Whether the stamp says yes."""
    text: str = ""
    """Why, in a sentence; empty where there is nothing to say."""


class NoticeCards(msgspec.Struct, frozen=True, tag=True):
    """A part of a turn in short: what was decided, one by one."""

    title: str
    cards: tuple[NoticeCard, ...]
    rest: str = ""
    """Those that are only named, in a sentence."""


NoticeBlock = NoticeLines | NoticeTable | NoticeCards
"""A part of a turn in short."""


class Notices(msgspec.Struct, Generic[S], frozen=True):
    """What a game brings to mail and other notices."""

    owed: Callable[[S], tuple[Owed, ...]] = defaults.empty
    """Whom it waits for now, and for what; nothing once the campaign is over."""
    happened: Callable[[S, Event], Happened | None] = defaults.none
    """What an event means to members, given the state after it; None for most events."""
    turn: Callable[[PageContext[S, Any], frozenset[str]], tuple[NoticeBlock, ...]] = defaults.empty
    """A turn in short, for a reader who plays these seats; the most important first."""
    told: frozenset[int] = frozenset()
    """Weights of news that the turn in short says too, and better; a mail leaves them out."""
