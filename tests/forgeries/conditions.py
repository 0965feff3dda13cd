"""What the table asks of the record: plain questions about plain events."""

from collections.abc import Callable, Iterator

from .forgery import Forgery
from .recorded import Body, Record

MARKERS = {"lif.BallotSealed": "lif.BallotsOpened", "lif.VoteSealed": "lif.VotesOpened"}


def _event(record: Record, forgery: Forgery) -> Body:
    return record.acts[forgery.act].events[forgery.nth]


def _later(record: Record, forgery: Forgery) -> Iterator[Body]:
    for act in record.acts[forgery.act + 1 :]:
        yield from act.events


def open_act(_: Record, forgery: Forgery) -> bool:
    """It is part of the opening, which has one sender."""
    return forgery.act == 0


def first_turn(record: Record, forgery: Forgery) -> bool:
    """The turn with which the campaign begins."""
    return forgery.act == 0 and bool(record)


def consequence(_: Record, forgery: Forgery) -> bool:
    """It follows from its act by a rule; nobody sent it."""
    return forgery.nth > 0


def replaced(record: Record, forgery: Forgery) -> bool:
    """The marker was replaced before the markers were opened, so that it was never opened."""
    mine = _event(record, forgery)
    for event in _later(record, forgery):
        if event["type"] == MARKERS[forgery.topic]:
            return False
        if event["type"] == mine["type"] and event["power"] == mine["power"]:
            return True
    return True


def corrected_under(record: Record, forgery: Forgery) -> bool:
    """A correction rests on this ruling or consent: one made under its dispute, later."""
    mine = _event(record, forgery)
    corrections = ("campaign.EventsStruck", "campaign.EventAmended", "campaign.EventsInserted",
                   "campaign.FigureAdjusted", "campaign.Rewound")  # fmt: skip
    left = forgery.instead[0].events[forgery.nth] if forgery.kind in ("other",) else {}
    if left.get("verdict") == "partly":
        return False
    for event in _later(record, forgery):
        if event["type"] in ("campaign.RulingAppealed",):
            return False
        if event["type"] in corrections and event["dispute"] == mine["dispute"]:
            return True
    return False


def referee_rules(record: Record, forgery: Forgery) -> bool:
    """The member is a referee who rules later, holding no host's role, and has the role no more."""
    mine = _event(record, forgery)
    now = forgery.instead[0].events[forgery.nth] if forgery.instead else {}
    if {"referee", "host"} & set(now.get("roles", ())):
        return False
    return any(
        event["type"] == "campaign.RulingGiven" and event["by"] == mine["member"]
        for event in _later(record, forgery)
    )


def harmless_die(record: Record, forgery: Forgery) -> bool:
    """Only a die of the table's was turned, and it brings what it brought: people rolled it.

    LiF 5.3.3: up to the rest behind the full tens it brings a chit more.
    """
    old = _event(record, forgery).get("outcomes", {})
    new = forgery.instead[0].events[forgery.nth].get("outcomes", {})
    if old.keys() != new.keys() or old == new:
        return False
    for theatre, outcome in old.items():
        now, roll, die = new[theatre], outcome.get("roll"), new[theatre].get("roll")
        if outcome == now:
            continue
        if not roll or not die or {**now, "roll": 0} != {**outcome, "roll": 0}:
            return False
        rest = abs(outcome["number"]) % 10
        table = roll["source"] == "table" and {**die, "value": 0} == {**roll, "value": 0}
        same = (roll["value"] <= rest) == (die["value"] <= rest)
        if not (table and same and 1 <= die["value"] <= 10):
            return False
    return True


def garrison(record: Record, forgery: Forgery) -> bool:
    """LiF 5.3.3: an action leaves a country's garrison behind: people said which units it was."""
    head = record.acts[forgery.act].events[0]
    return head["type"] == "lif.EntryActionTaken" and head["action"] == 3


CONDITIONS: dict[str, Callable[[Record, Forgery], bool]] = {
    "open_act": open_act, "first_turn": first_turn, "consequence": consequence,
    "replaced": replaced, "corrected_under": corrected_under, "referee_rules": referee_rules,
    "harmless_die": harmless_die,
    "garrison": garrison,
    }  # fmt: skip
