"""Facts of campaigns by a club's own rules: the rules, what was done, proposed, sealed and opened.

These types are the storage format. Add fields only with defaults; anything else is a new form.
Values stand as they are typed: `2`, `yes`, `middle`, a row's id. What they lead to follows from the
rules in force at that point of the log.
"""

import msgspec

from events.base import Count, DigestOrEmpty, Event, Id, IdOrEmpty, Line, Name, Text

Values = dict[str, Line]
"""What was filled in, by field."""
Rolled = dict[str, tuple[int, ...]]
"""The dice of each field that rolls."""
Drawn = dict[str, Id]
"""The card of each field that draws."""


class SealedOpening(msgspec.Struct, frozen=True):
    """What opens a sealed choice: the choice and the nonce."""

    choice: Line
    nonce: str


class RulesWritten(Event, frozen=True, kw_only=True, tag="kit.RulesWritten"):
    """The rules of the campaign, and how the club set its switches."""

    text: Text
    """The file, whole."""
    house: Values = msgspec.field(default_factory=dict)


class StatedPile(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many of each card lay in a deck's pile, and beside it."""

    cards: dict[Id, Count] = msgspec.field(default_factory=dict)
    discard: dict[Id, Count] = msgspec.field(default_factory=dict)


class PositionStated(Event, frozen=True, kw_only=True, tag="kit.PositionStated"):
    """A campaign that was played on paper goes on here, from what the club says of it.

    What the club did not say is as the rules begin with.
    """

    turn: str
    """The turn in which it goes on; its beginning is over."""
    phase: str
    """The phase that has begun."""
    stated_by: IdOrEmpty = ""
    """Who stated it; another host may have stated it again."""
    source: Line
    """What it was read from: a form, or a file by its name."""
    sheet_digest: DigestOrEmpty = ""
    """Of the sheet: SHA-256 over its salt, which is kept beside the log, and its lines in UTF-8."""
    tables: dict[str, dict[Id, Values]] = msgspec.field(default_factory=dict)
    """Columns by table and row; a row with a name is one that the rules do not begin with."""
    piles: dict[str, StatedPile] = msgspec.field(default_factory=dict)
    """Decks whose cards were stated: all that lie there."""
    left_out: tuple[Count, ...] = ()
    """Numbers of the rows that the club did not want read."""


class Acted(Event, frozen=True, kw_only=True, tag="kit.Acted"):
    """Somebody did what the rules let them do."""

    act_name: str
    seat: IdOrEmpty = ""
    """Who did it; empty where it is nobody's own."""
    values: Values = msgspec.field(default_factory=dict)
    dice: Rolled = msgspec.field(default_factory=dict)
    cards: Drawn = msgspec.field(default_factory=dict)
    draw: Count = 0
    """Number of the last draw of the ledger for it; 0 if there was none."""


class Proposed(Event, frozen=True, kw_only=True, tag="kit.Proposed"):
    """An act waits for somebody to confirm it."""

    number: Count
    act_name: str
    seat: IdOrEmpty = ""
    values: Values = msgspec.field(default_factory=dict)


class Declined(Event, frozen=True, kw_only=True, tag="kit.Declined"):
    """What was proposed is not confirmed."""

    number: Count
    reason: Line = ""


class Confirmed(Event, frozen=True, kw_only=True, tag="kit.Confirmed"):
    """What was proposed is confirmed, and done."""

    number: Count
    dice: Rolled = msgspec.field(default_factory=dict)
    cards: Drawn = msgspec.field(default_factory=dict)
    draw: Count = 0


class Sealed(Event, frozen=True, kw_only=True, tag="kit.Sealed"):
    """A seat sealed a choice; a later one replaces it."""

    act_name: str
    seat: Id
    round: Count
    """The number of its phase, which the seal is bound to: what is inserted before it moves it not.
    """
    commitment: str
    sealed: str
    """The choice, encrypted for the vault."""


class Fixed(Event, frozen=True, kw_only=True, tag="kit.Fixed"):
    """Nobody seals a choice of an act any more; devices are asked for what opens theirs."""

    act_name: str
    absent: tuple[Id, ...] = ()
    """The seats that were waited for and had sealed nothing, then those that had undone their seal
    and were not waited for; they seal nothing any more."""
    why: Line = ""
    """Why the host waited for no further seals."""


class Opened(Event, frozen=True, kw_only=True, tag="kit.Opened"):
    """The sealed choices of an act are opened, all together."""

    act_name: str
    openings: dict[Id, SealedOpening] = msgspec.field(default_factory=dict)
    absent: tuple[Id, ...] = ()
    """The seats of which nothing could be opened: they had sealed nothing, or their device had not
    handed in what opens it.
    """
    why: Line = ""
    """Why the host waited for nobody any more."""


class PhaseEnded(Event, frozen=True, kw_only=True, tag="kit.PhaseEnded"):
    """A phase of the turn is over, and the next begins."""

    phase: str
    why: Line = ""


class Passed(Event, frozen=True, kw_only=True, tag="kit.Passed"):
    """A seat is done in a phase where one acts after another."""

    seat: Id


class SeatAdded(Event, frozen=True, kw_only=True, tag="kit.SeatAdded"):
    """A seat more."""

    seat: Id
    name: Name
    side: IdOrEmpty = ""


class HouseRuleSet(Event, frozen=True, kw_only=True, tag="kit.HouseRuleSet"):
    """The host set a switch of the club's; it holds from here on."""

    name: str
    value: Line
    reason: Line


class RulesChanged(Event, frozen=True, kw_only=True, tag="kit.RulesChanged"):
    """The rules changed; they hold from here on."""

    text: Text
    reason: Line
