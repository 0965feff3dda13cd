"""LiF 4.1: the stages of the Promotions Board, each with what its host can do now. Pure."""

from collections.abc import Iterator

from campaign.kernel.rooms import StageButton, TurnStage
from campaign.leaders_in_flames.board.waiting import MARKERS, Waiting, waiting
from campaign.leaders_in_flames.names import leader, listed, the_country
from campaign.leaders_in_flames.state import State

_OPEN = {
    "ballots": ("OpenBallots", "no-veto", "no veto"),
    "votes": ("OpenVotes", "abstain", "abstaining"),
}
"""The command that opens markers, and what missing ones count as: in the command, and in words."""
_HAS_MET = ("turn", "over")


def stages(state: State) -> tuple[TurnStage, ...]:
    """LiF 4.1: the Board from its opening to the vote."""
    if "leaders" not in state.campaign.modules:
        return ()
    waits = waiting(state)
    if waits.what == "war":
        war = StageButton("war", "Record a war", form="DeclareWar")
        bring = StageButton("activate", "Bring the leaders in", {"command": "ActivateLeaders"})
        return (TurnStage("A war that brings the leaders in", "now", buttons=(war, bring)),)
    return (
        _meets(state, waits),
        _draws(state, waits),
        _markers(state, waits, "ballots"),
        _markers(state, waits, "votes"),
    )


def _meets(state: State, waits: Waiting) -> TurnStage:
    """LiF 4.1(1): once a turn (ruling 8)."""
    if waits.what != "board":
        return TurnStage("The Board meets", "done")
    opens = StageButton(
        f"board:{state.campaign.turn}",
        "Open the Promotions Board",
        {"command": "OpenReinforcement"},
    )
    return TurnStage("The Board meets", "now", buttons=(opens,))


def _draws(state: State, waits: Waiting) -> TurnStage:
    """LiF 4.1(1): a leader is drawn, by the ledger or at the table."""
    if waits.what in MARKERS:
        return TurnStage(f"{leader(state.board.leader or '', state.sheet)} is drawn", "done")
    if waits.what != "draw":
        return TurnStage("A leader is drawn", "done" if waits.what in _HAS_MET else "later")
    key = f"draw:{state.draw + 1}"
    if state.rulings.draws == "table":
        button = StageButton(key, "Record the leader drawn", form="DrawLeader")
    else:
        button = StageButton(key, "Draw a leader", {"command": "DrawLeader"})
    return TurnStage("A leader is drawn", "now", buttons=(button,))


def _markers(state: State, waits: Waiting, what: str) -> TurnStage:
    """LiF 4.1(2), 4.1(5): all markers are laid, fixed and opened together."""
    title = "Ballots" if what == "ballots" else "Vote on another leader"
    if waits.what != what:
        passed = waits.what in _HAS_MET or (what == "ballots" and waits.what == "votes")
        return TurnStage(title, "done" if passed else "later")
    everybody = len(waits.laid) + len(waits.owed) + len(waits.missing)
    return TurnStage(
        f"{title}: {len(waits.laid)} of {everybody}",
        "now",
        note=_note(waits),
        buttons=tuple(_buttons(state, waits, what)),
    )


def _note(waits: Waiting) -> str:
    if waits.owed:
        return f"Waiting for {listed(map(the_country, waits.owed))}."
    if waits.devices and not waits.fix:
        return f"Waiting for what opens those of {listed(map(the_country, waits.devices))}."
    return "All are in." if not waits.missing else ""


def _buttons(state: State, waits: Waiting, what: str) -> Iterator[StageButton]:
    """Ruling 22: where a device sealed, the markers are fixed before they are opened.

    A button that passes over what somebody owes says so.
    """
    draw = state.board.draw
    command, absent, counts_as = _OPEN[what]
    missing = waits.owed or waits.missing
    if waits.fix or waits.owed:
        fixes = f"Fix the {what}" + (" as they are" if waits.owed else "")
        yield StageButton(
            f"fix:{what}:{draw}", fixes, {"command": "FixMarkers"}, is_careful=bool(waits.owed)
        )
    if waits.fix:
        return
    words = [f"counting {listed(map(the_country, missing))} as {counts_as}"] if missing else []
    fields: dict[str, object] = {"command": command}
    if missing:
        fields["absent"] = absent
    if waits.devices:
        words.append(f"{listed(map(the_country, waits.devices))} as withheld")
        fields["withheld"] = True
    text = ", ".join((f"Open the {what}", *words))
    key = f"open:{what}:{draw}:{'-'.join((*missing, *waits.devices))}"
    yield StageButton(key, text, fields, is_careful=bool(words))
