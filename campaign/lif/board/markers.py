"""LiF 4.1: secret markers: what they can say and cost; sealed, fixed, opened, overdue. Pure."""

from collections.abc import Mapping
from typing import get_args

import msgspec

from campaign.kernel import members
from campaign.kernel.deadlines import Overdue
from campaign.kernel.decisions import NOTHING, Command, Decision, Needs, Refused, SealWish, Supplied
from campaign.lif.board import commands
from campaign.lif.names import leader, the_countries, the_country
from campaign.lif.politics import sides
from campaign.lif.roster import POWERS
from campaign.lif.rulings import LIF_1998, LIF_LIST
from campaign.lif.state import Deciders, Marker, Needing, State, awaited, has_marker
from campaign.text.json_values import JsonFields
from campaign.text.moments import days_after
from events.lif import board as facts
from events.sealed import Opening, Subject, opens


class KindOfMarker(msgspec.Struct, frozen=True):
    """LiF 4.1(1), 4.1(5): ballots or votes: what seals and opens them, and what they count as."""

    name: facts.MarkerKind
    seals: type[commands.Seals]
    reveals: type[commands.Reveals]
    opens: type[commands.Opens]
    sealed: type[facts.BallotSealed | facts.VoteSealed]
    revealed: type[facts.BallotRevealed | facts.VoteRevealed]
    choices: tuple[str, ...]
    """What a marker can say."""
    absent: str
    """What a missing one counts as; every power can pay for it."""
    absent_in_words: str
    withheld: str
    """Ruling 22: what one counts as that is not opened, in words."""


KINDS: dict[str, KindOfMarker] = {
    "ballots": KindOfMarker(
        "ballot",
        commands.SealBallot,
        commands.RevealBallot,
        commands.OpenBallots,
        facts.BallotSealed,
        facts.BallotRevealed,
        get_args(facts.Choice),
        "no-veto",
        "no veto",
        "a veto, and is paid",
    ),
    "votes": KindOfMarker(
        "vote",
        commands.SealVote,
        commands.RevealVote,
        commands.OpenVotes,
        facts.VoteSealed,
        facts.VoteRevealed,
        get_args(facts.Voice),
        "abstain",
        "abstained",
        "abstained, and costs 1",
    ),
}
"""By the phase of the Board in which they are sealed."""
PHASES: dict[type[Command], str] = {
    command: phase
    for phase, kind in KINDS.items()
    for command in (kind.seals, kind.reveals, kind.opens)
}
"""The phase of the Board that a command about markers belongs to."""
PRICES: dict[str, dict[str, int]] = {
    LIF_1998: {"another": 1, "stop": 2, "abstain": 0},
    LIF_LIST: {"another": 1, "abstain": 0},
}
"""LiF 4.1(5): what a vote costs in each rulebook, in veto points."""


def voters(state: State, points: Mapping[str, int]) -> list[str]:
    """LiF 4.1(5): every power with a marker and a veto point left votes."""
    return [power for power in POWERS if has_marker(state, power) and points.get(power, 0) > 0]


# --- Ruling 59: markers that are overdue --------------------------------------------------------
#
# A deadline that passes does nothing. Where the club wished so when it opened the campaign,
# whoever acts in the host's name may then fix and open what is overdue; what is missing counts as
# such. The service does so by itself.

RULE = "Ruling 59"
OPENINGS = "openings"
"""What devices owe once the markers are fixed."""
DAYS_FOR_OPENINGS = 2
"""So long devices have for their openings, where the service sets the deadline: whoever looks once
a day sees it in time, wherever they live."""


def not_overdue(
    state: State, command: commands.FixMarkers | commands.Opens, now: str
) -> Refused | None:
    """Ruling 59: whether what a command calls overdue is not; `now` is the moment it is judged by.

    Markers are overdue after the deadline for ballots or votes, openings after their own. When all
    openings are in, either deadline will do.
    """
    if not command.overdue:
        return None
    if not state.rulings.auto_open:
        text = "what is overdue waits for the host in this campaign; its ruling auto_open is no"
        return Refused(RULE, text)
    due = _due(state, fixing=isinstance(command, commands.FixMarkers))
    schedule, draw = state.campaign.schedule, state.board.draw
    if any(schedule.passed(what, draw, now) for what in due):
        return None
    for what in due:
        deadline = schedule.deadlines.get(what)
        if deadline is not None and deadline.draw == draw:
            return Refused(RULE, f"the deadline for {what} is {deadline.until}, and not over yet")
    return Refused(RULE, f"no deadline was set for {' or '.join(due)}")


def next_step(state: State, now: str) -> Overdue | None:
    """Ruling 59: what the service sends in the host's name now, where the club wished so.

    Openings get their deadline from it, unless the host has set one.
    """
    board, schedule = state.board, state.campaign.schedule
    if not state.rulings.auto_open or board.phase not in KINDS:
        return None
    if _wants_deadline(state):
        until = days_after(now, DAYS_FOR_OPENINGS)
        fields: JsonFields = {"command": "SetDeadline", "what": OPENINGS, "until": until}
        return Overdue(f"{OPENINGS}:{board.phase}:{board.draw}", fields)
    must_fix = not board.fixed and any(marker.device for marker in board.markers.values())
    for due in _due(state, fixing=must_fix):
        if schedule.passed(due, board.draw, now):
            step = (commands.FixMarkers if must_fix else KINDS[board.phase].opens).__name__
            key = f"{step}:{board.phase}:{board.draw}:{schedule.deadlines[due].until}"
            return Overdue(key, {"command": step, "overdue": True})
    return None


def _wants_deadline(state: State) -> bool:
    """Whether devices owe openings of this draw that have no deadline yet."""
    board, deadline = state.board, state.campaign.schedule.deadlines.get(OPENINGS)
    owed = board.fixed and bool(awaited(board))
    return owed and (deadline is None or deadline.draw != board.draw)


def _due(state: State, *, fixing: bool) -> tuple[str, ...]:
    """What must have had a deadline that is over."""
    if fixing or not state.board.fixed:
        return (state.board.phase,)
    return (OPENINGS,) if awaited(state.board) else (state.board.phase, OPENINGS)


# --- LiF 4.1: sealing secret markers, fixing them, and handing over a device's opening -----------
#
# The same for ballots and votes. A marker is sealed in the vault or on a member's own device. The
# host fixes all markers; only then do devices hand in their openings, because anybody with the
# vault's key can read them. All are opened together.

BOARD = "LiF 4.1"


def subject(state: State, power: str) -> Subject:
    """The subject of a marker sealed now."""
    return Subject(state.campaign.id, KINDS[state.board.phase].name, state.board.draw, power)


def seal_needs(state: State, command: commands.Seals) -> Needs:
    """A choice made here is sealed in the vault; a device's commitment needs nothing."""
    if command.choice is None or state.board.phase not in KINDS:
        return NOTHING
    return Needs(seal=SealWish(subject(state, command.power), command.choice))


def reveal_needs(state: State, command: commands.Reveals) -> Needs:
    """A device's opening waits in the vault until all open together."""
    if state.board.phase not in KINDS:
        return NOTHING
    about = subject(state, command.power)
    return Needs(seal=SealWish(about, command.choice, command.nonce))


def opening_needs(state: State, command: commands.Opens) -> Needs:
    """Every marker that the vault can open."""
    if state.board.phase not in KINDS:
        return NOTHING
    return Needs(
        openings={
            power: (subject(state, power), marker.ciphertext)
            for power, marker in state.board.markers.items()
            if marker.ciphertext
        }
    )


def seal(state: State, command: commands.Seals, supplied: Supplied, price: int) -> Decision:
    """LiF 4.1(1): a power seals its marker, in the phase for that kind of marker.

    `price` is what the choice costs in veto points, 0 for a device's commitment. The refusal of an
    unpayable choice goes to the voter alone and records nothing (ruling 18).
    """
    phase = PHASES[type(command)]
    if refused := _may_seal(state, command, phase, price):
        return refused
    commitment, ciphertext = command.commitment or "", ""
    if supplied.sealed:
        commitment, ciphertext = supplied.sealed.commitment, supplied.sealed.ciphertext
    in_name = state.campaign.powers.get(command.power, command.by) != command.by
    event = KINDS[phase].sealed(
        power=command.power,
        commitment=commitment,
        sealed=ciphertext,
        in_name=in_name,
        draw=state.board.draw,
    )
    return (event,)


def _may_seal(state: State, command: commands.Seals, phase: str, price: int) -> Refused | None:
    power = command.power
    if state.board.phase != phase:
        return Refused(BOARD, f"the board is not taking {phase}")
    if command.draw not in (None, state.board.draw):
        return _of_another_draw(state, command.draw)
    if state.board.fixed:
        return Refused(BOARD, f"the {phase} are fixed; none is sealed or replaced any more")
    if not has_marker(state, power):
        return Refused(BOARD, f"{the_country(power)} is completely conquered and has no marker")
    if refused := (
        members.holder_only(state.campaign, command, power, the_country(power))
        or _may_replace(state, command)
    ):
        return refused
    if (command.choice is None) == (command.commitment is None):
        return Refused(None, "give either choice or commitment")
    points = state.veto_points.get(power, 0)
    if price > points:
        return Refused(
            BOARD,
            f"{_priced(state, command)} costs {the_country(power)} {price},"
            f" and it has {points} left",
        )
    return None


def _of_another_draw(state: State, draw: int | None) -> Refused:
    """LiF 4.1(1): a marker is turned on the leader whom its player saw, and on no other."""
    board, kind = state.board, KINDS[state.board.phase].name
    who = leader(board.leader, state.sheet) if board.leader else ""
    now = f"draw {board.draw}, {who}," if who else f"draw {board.draw}"
    return Refused(BOARD, f"this {kind} is meant for draw {draw}; {now} is before the Board now")


def _players_own(state: State, power: str, marker: Marker) -> Refused:
    """Ruling 23: a player's marker is replaced by themselves, or by who plays the power now."""
    campaign, kind = state.campaign, KINDS[state.board.phase].name
    text = f"{campaign.called(marker.by)} has sealed {the_country(power)}'s {kind}"
    holder = campaign.powers.get(power)
    if holder is None or (holder != marker.by and campaign.is_host(holder)):
        return Refused("Members", f"{text}; a host cannot change it")
    call = f"campaign {kind} {campaign.name} {power} --as {holder}"
    return Refused("Members", f"{text}; only {campaign.called(holder)} can change it: `{call}`")


def _priced(state: State, command: commands.Seals) -> str:
    """LiF 4.1(2): what costs veto points: a vote, a veto, or support of their own side's leader."""
    if isinstance(command, commands.SealVote):
        return "this vote"
    leader = state.board.leader
    backs = leader is not None and sides.supports(state, leader, command.power)
    return "this support" if backs else "this veto"


def _may_replace(state: State, command: commands.Seals) -> Refused | None:
    """Ruling 23: a new holder replaces a player's marker; a host replaces only their own."""
    power, by = command.power, command.by
    marker = state.board.markers.get(power)
    if marker is None:
        return None
    if marker.opened:
        return Refused(BOARD, f"{the_country(power)}'s was opened already and can't be changed")
    holds = state.campaign.powers.get(power) == by
    own = holds and (marker.by == by or not state.campaign.is_host(by))
    return None if own or not marker.by_player else _players_own(state, power, marker)


def may_reveal(state: State, command: commands.Reveals) -> Refused | None:
    """Ruling 22: whether a power's device has sealed a commitment that is still to be opened.

    The member who sealed it may open it even after handing the power over (ruling 23).
    """
    if state.board.phase != (phase := PHASES[type(command)]):
        return Refused(BOARD, f"the board is not taking {phase}")
    marker = state.board.markers.get(command.power)
    refused = members.holder_only(
        state.campaign, command, command.power, the_country(command.power)
    )
    if refused and (marker is None or marker.by != command.by):
        return refused
    if marker is None or not marker.device:
        return Refused(BOARD, f"{the_country(command.power)} has sealed nothing on a device")
    if marker.ciphertext:
        return Refused(BOARD, f"{the_country(command.power)} has handed over its opening already")
    if not state.board.fixed:
        return Refused(BOARD, f"the {phase} are not fixed yet; an opening could still be answered")
    return None


def hand_over(state: State, command: commands.Reveals, supplied: Supplied) -> Decision:
    """Ruling 22: a device hands over its opening, which stays sealed until all open.

    The vault's seal on it bears the commitment that it opens.
    """
    refused = may_reveal(state, command)
    if refused or supplied.sealed is None:
        return refused or Refused("Vault", "there is no vault to keep the opening in")
    if supplied.sealed.commitment != state.board.markers[command.power].commitment:
        return Refused(BOARD, "choice and nonce do not open the commitment")
    revealed = KINDS[PHASES[type(command)]].revealed
    return (revealed(power=command.power, sealed=supplied.sealed.ciphertext),)


def fix(state: State, command: commands.FixMarkers, supplied: Supplied) -> Decision:
    """LiF 4.1(2): the host ends sealing; missing markers are then counted as missing."""
    if state.board.phase not in KINDS:
        return Refused(BOARD, "there are no markers to fix")
    if state.board.fixed:
        return Refused(BOARD, f"the {state.board.phase} are fixed already")
    return not_overdue(state, command, supplied.now) or fixing(state, command)


def fixing(
    state: State, command: commands.FixMarkers | commands.Opens
) -> tuple[facts.MarkersFixed, ...]:
    """LiF 4.1(2): the events before an opening if the markers are not fixed yet."""
    board = state.board
    if board.fixed:
        return ()
    late, why = command.overdue is True, command.why or ""
    kind = KINDS[board.phase].name
    return (facts.MarkersFixed(draw=board.draw, kind=kind, overdue=late, why=why),)


def not_ready(state: State, command: commands.Opens, now: str) -> Refused | None:
    """Ruling 22: nothing is opened while a device may still hand in its opening.

    Once the markers are fixed, the host may declare an opening withheld; so it counts when it is
    overdue (ruling 59).
    """
    if refused := not_overdue(state, command, now):
        return refused
    devices = [power for power, marker in state.board.markers.items() if marker.device]
    if devices and not state.board.fixed:
        text = f"{the_countries(devices)} sealed on a device"
        text = f"{text}; fix the {state.board.phase} first"
        return Refused(BOARD, text)
    if (missing := awaited(state.board)) and not (command.withheld or command.overdue):
        text = f"{the_countries(missing)} sealed on a device and handed in no opening yet"
        return Refused(BOARD, text)
    return None


def opened(
    state: State, command: commands.Opens, supplied: Supplied
) -> Mapping[str, Opening] | Refused:
    """LiF 4.1(2): the openings of all markers, each checked against its commitment."""
    if state.board.phase != (phase := PHASES[type(command)]):
        return Refused(BOARD, f"there are no {phase} to open")
    if refused := not_ready(state, command, supplied.now):
        return refused
    for power, opening in supplied.openings.items():
        if not opens(subject(state, power), opening, state.board.markers[power].commitment):
            return Refused(
                "Vault", f"what the vault holds for {the_country(power)} is not what was sealed"
            )
    return supplied.openings


DECIDE: Deciders = {commands.FixMarkers: fix}
NEEDS: Needing = {
    commands.SealBallot: seal_needs,
    commands.SealVote: seal_needs,
    commands.RevealBallot: reveal_needs,
    commands.RevealVote: reveal_needs,
    commands.OpenBallots: opening_needs,
    commands.OpenVotes: opening_needs,
}
