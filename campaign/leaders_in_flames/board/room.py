"""LiF 4.1: the Promotions Board as members see it on their own devices. Pure.

Whether a marker is there, and who could pay for one, all may know; what it says is not looked at.
"""

from campaign.kernel.notices import Owed
from campaign.kernel.rooms import ActGroup, Pip, Room, Rooms, SeatFigure, Shown, TableCard
from campaign.leaders_in_flames.abilities.catalogue import for_leader
from campaign.leaders_in_flames.api_examples import EXAMPLES
from campaign.leaders_in_flames.board.notices import marker_asked
from campaign.leaders_in_flames.board.stages import stages
from campaign.leaders_in_flames.board.waiting import MARKERS, Waiting, waiting
from campaign.leaders_in_flames.figure_sheets import SHEETS, STANDING, pieces_drawn
from campaign.leaders_in_flames.names import country, leader, listed, the_country
from campaign.leaders_in_flames.politics import sides
from campaign.leaders_in_flames.politics.countries import minors
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State
from campaign.text.english import capital, counted

_SIDES = {"axis": "an Axis leader", "allies": "an Allied leader"}
_HOW = {
    "absent": "not in",
    "cannot-pay": "could not pay",
    "withheld": "withheld",
}
"""What is said of a ballot besides its choice."""
_VOTES = {"another": "another leader", "stop": "stop", "abstain": "abstains"}


def table(state: State) -> Room | None:
    """LiF 4.1: the leader before the Board, who has laid a marker, and what was opened last."""
    if "leaders" not in state.campaign.modules:
        return None
    waits, board = waiting(state), state.board
    drawn = board.leader is not None
    return Room(
        title="Promotions Board",
        sentence=_sentence(state, waits),
        card=_card(state, board.leader) if board.leader is not None else None,
        pips=_pips(waits) if waits.what in MARKERS else (),
        stamp=_stamp(state, waits),
        is_good=drawn,
        answers=_opened(state),
    )


def _stamp(state: State, waits: Waiting) -> str:
    """LiF 4.1(3), 4.1(4): what the ballots decided, until the next leader is drawn."""
    if state.board.leader is not None:
        return "Promoted" if state.board.phase == "votes" else ""
    opened = next((one for one in reversed(state.mixed) if one.ballots or one.votes), None)
    return "Vetoed" if waits.what == "draw" and opened and opened.ballots else ""


def _card(state: State, who: str) -> TableCard:
    """LiF 1: the leader's counter, and the side that he counts for."""
    counter = state.sheet[who]
    side = sides.allegiance(state, who).side
    about = [country(counter.power)] if counter.power not in POWERS else []
    about.append(_SIDES[side] if side else "nobody’s leader")
    abilities = for_leader(who, state.sheet, state.campaign.rulebook)
    return TableCard(
        heading=counter.name,
        group=counter.power if counter.power in POWERS else "minors",
        about=capital(", ".join(about)),
        signs="★" * counter.rank,
        signs_in_words=f"{counter.rank} stars",
        parts=tuple((ability.name, ability.text) for ability in abilities),
    )


def _sentence(state: State, waits: Waiting) -> str:
    """LiF 4.1: how many markers are in, and who is waited for."""
    who = leader(state.board.leader or "", state.sheet)
    match waits.what:
        case "over":
            return "The campaign is over."
        case "war":
            return "The leaders are not in play yet: they wait for a war."
        case "board":
            return "The Board has not met this turn."
        case "draw":
            return "The host draws the next leader."
        case "turn":
            return "The Board has met this turn."
    everybody = len(waits.laid) + len(waits.owed) + len(waits.missing)
    on = f"ballots on {who}" if waits.what == "ballots" else "votes on drawing another leader"
    verb = "is" if len(waits.laid) == 1 else "are"
    inside = f"{len(waits.laid)} of {everybody} {on} {verb} in."
    if waits.owed:
        return f"{inside} Waiting for {listed(map(the_country, waits.owed))}."
    if waits.fix:
        return f"{inside} The host fixes them next."
    if waits.devices:
        return (
            f"{inside} Waiting for what opens those of {listed(map(the_country, waits.devices))}."
        )
    return f"{inside} The host opens them next."


def _pips(waits: Waiting) -> tuple[Pip, ...]:
    """LiF 4.1(1): each power that has a marker, and whether it is laid."""
    words = {
        **dict.fromkeys(waits.laid, "in"),
        **dict.fromkeys(waits.devices, "in, to be opened on a device"),
        **dict.fromkeys(waits.owed, "awaited"),
        **dict.fromkeys(waits.missing, "missing"),
        **dict.fromkeys(waits.excused, "can’t pay"),
    }
    return tuple(
        Pip(power, power in waits.laid, words[power], power not in waits.excused)
        for power in POWERS
        if power in words
    )


def _opened(state: State) -> tuple[Shown, ...]:
    """LiF 4.1(2), 4.1(5): what was opened last, as long as nothing else was drawn."""
    for mixed in reversed(state.mixed):
        if mixed.ballots:
            return tuple(
                Shown(power, _said(ballot.choice, ballot.how), ballot.choice == "veto")
                for power, ballot in mixed.ballots.items()
            )
        if mixed.votes:
            return tuple(
                Shown(power, _HOW.get(vote.how, _VOTES[vote.choice]), vote.choice == "another")
                for power, vote in mixed.votes.items()
            )
    return ()


def _said(choice: str, how: str) -> str:
    return _HOW.get(how, "veto" if choice == "veto" else "no veto")


def answered(state: State) -> tuple[Owed, ...]:
    """Ruling 23: the markers that are laid and may still be changed."""
    waits = waiting(state)
    if waits.what not in MARKERS or state.board.fixed:
        return ()
    return tuple(
        marker_asked(state, waits.what, power)
        for power in waits.laid
        if not state.board.markers[power].opened
    )


def figures(state: State) -> tuple[SeatFigure, ...]:
    """LiF 4.2: the veto points of each major power."""
    if "leaders" not in state.campaign.modules:
        return ()
    held = ((power, state.veto_points.get(power, 0)) for power in POWERS)
    return tuple(SeatFigure(power, number, counted(number, "veto point")) for power, number in held)


def called(state: State) -> dict[str, str]:
    """Leaders and countries by their names."""
    countries = {name: country(name) for name in minors()}
    return {**countries, **{who: counter.name for who, counter in state.sheet.items()}}


ACTS = (
    ActGroup(
        "Wars and conquest",
        (
            "DeclareWar",
            "MakePeace",
            "SetConquest",
            "SetMinor",
            "InstallVichy",
            "CollapseVichy",
            "CallOutReserves",
        ),
    ),
    ActGroup(
        "Leaders",
        ("ReportCombat", "ReportLeaderLost", "PlaceLeader", "MoveLeader", "UseAbility"),
    ),
)
"""What happens outside the Board and is recorded most often."""

ROOMS = Rooms[State](
    table,
    answered,
    stages,
    figures=figures,
    called=called,
    acts=ACTS,
    sheets=SHEETS,
    standing=STANDING,
    drawn=pieces_drawn,
    examples=EXAMPLES,
)
"""LiF 4.1: the game's part of the pages that members play on."""
