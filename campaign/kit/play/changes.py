"""Rules that change in mid-campaign: what a new text may do, and what it may not. Pure."""

from collections.abc import Iterator

from campaign.kernel.decisions import Decision, Refused, Supplied
from campaign.kit.commands import ChangeRules
from campaign.kit.language.kinds import ClubTable, Deck, OneLine, TableColumn, both
from campaign.kit.opening import first_fault, plain
from campaign.kit.reading.parts import ActRule, ClubRules
from campaign.kit.reading.rules import checked
from campaign.kit.state import Deciders, Rows, State
from events.kit import RulesChanged

RULE = "Rules"


def change(state: State, command: ChangeRules, supplied: Supplied) -> Decision:
    """The host changes the rules and says why; nothing that is in use goes away."""
    text = plain(command.text)
    if text == state.text:
        return Refused(RULE, "these are the rules in force already")
    read = checked(text)
    if read.rules is None:
        return Refused(None, first_fault(read))
    if why := next(_lost(state, state.rules, read.rules), ""):
        return Refused(RULE, why)
    return (RulesChanged(text=text, reason=command.reason),)


def _lost(state: State, old: ClubRules, new: ClubRules) -> Iterator[str]:
    """What is in use and would be lost."""
    if new.last != old.last:
        yield f"the campaign ends with {old.turn} {old.last}; keep last = {old.last}"
    if state.phase not in new.phases:
        yield f"the phase is {state.phase}; keep it"
    if state.seals:
        yield "choices are sealed; open them first"
    for act in sorted({request.act for request in state.waiting.values()}):
        yield from _lost_request(old.acts[act], new.acts.get(act))
    for name, deck in old.decks.items():
        if name in new.decks:
            yield from _lost_cards(name, deck, new.decks[name])
        else:
            yield f"the deck {name} is in use; keep it"
    for name, table in old.tables.items():
        if name in new.tables:
            yield from _lost_rows(table, new.tables[name], state.tables[name])
            yield from _lost_columns(table, new.tables[name])
        else:
            yield f"{name} are in use; keep them"


def _lost_request(old: ActRule, new: ActRule | None) -> Iterator[str]:
    if new is None:
        yield f"{old.key} waits to be confirmed; keep it, or decline it first"
    elif new.confirm != old.confirm:
        keeps = f"keep confirm = {old.confirm!r}"
        yield f"{old.key} waits to be confirmed; {keeps}, or decline it first"


def _lost_cards(name: str, old: Deck, new: Deck) -> Iterator[str]:
    if new.table != old.table:
        yield f"the deck {name} is of {old.table}; keep it so"
        return
    for card, copies in old.copies.items():
        if new.copies.get(card, 0) < copies:
            yield f"the deck {name} has {copies} of {card}; keep at least so many"


def _lost_rows(old: ClubTable, new: ClubTable, rows: Rows) -> Iterator[str]:
    added = [row for row in rows if row not in new.rows]
    for name in new.to_be_said:
        if added and name not in old.columns:
            row = added[0]
            yield f"{name} of {old.name} is new, and {row} has none; write {row} among the rows"
    for row in old.rows:
        if row not in new.rows:
            yield f"the row {row} of {old.name} is in use; keep it"
    if (every := len({*rows, *new.rows})) > new.at_most:
        yield f"there are {every} {old.name}; allow at least so many"


def _lost_columns(old: ClubTable, new: ClubTable) -> Iterator[str]:
    for name, column in old.columns.items():
        if name not in new.columns:
            yield f"{name} of {old.name} is in use; keep it, or mark it unlisted"
        elif not _holds(new.columns[name], column):
            yield f"{name} of {old.name} is in use; its type may only take more than before"


def _holds(new: TableColumn, old: TableColumn) -> bool:
    """Whether a column holds everything that it held before."""
    if isinstance(new.kind, OneLine) and isinstance(old.kind, OneLine):
        return new.kind.longest >= old.kind.longest
    return type(new.kind) is type(old.kind) and both(new.kind, old.kind) == new.kind


DECIDE: Deciders = {ChangeRules: change}
