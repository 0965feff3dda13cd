"""FoW Multi-player Campaigns: the verbs about sides, players and commanders. Pure."""

from campaign.flames_of_war.at_the_keyboard import pairs, the_side
from campaign.flames_of_war.members.commands import (
    AssignCommanders,
    JoinSide,
    LeaveSide,
    RecordFreeBattle,
)
from campaign.flames_of_war.state import State, commander
from campaign.kernel.courses import Call, Course, act, fail, state_of, table
from campaign.kernel.steps import Send, sending
from campaign.kernel.verbs import Argument, Verb, VerbOption
from campaign.text.suggest import near

MEMBER = Argument("member", "MEMBER")


def _join(call: Call, member: str, side: str) -> Course[None]:
    """Has a member play on a side. Enrol them first: `campaign enrol`."""
    state = yield from state_of(State)
    yield from act(JoinSide, member=member, side=(yield from the_side(state, side)))


JOIN = Verb(
    words="join",
    example="campaign start winter --system fow --scenario anzio\n"
    "campaign enrol winter anna\n"
    "campaign enrol winter ben\n"
    "campaign join winter anna allies\n"
    "campaign join winter ben axis",
    parameters=(MEMBER, Argument("side", "SIDE")),
    course=_join,
)


def _leave(member: str) -> Send:
    """Has a player leave their side; they speak and command for it no more. Points and sectors
    stay, and somebody else may join in their place.
    """
    return sending(LeaveSide, member=member)


LEAVE = Verb(
    words="leave",
    example="campaign enrol winter carla\n"
    "campaign join winter carla axis\n"
    "campaign leave winter carla",
    parameters=(MEMBER,),
    sends=_leave,
)


def _commanders(call: Call, words: tuple[str, ...]) -> Course[None]:
    """Says who fights for a side on which line, until the battle there begins. Without a side it
    lists who commands where; LINE= with nothing behind it leaves a line without anybody.
    """
    state = yield from state_of(State)
    if not words:
        yield from _listed(state)
        return
    side = yield from the_side(state, words[0])
    found: dict[str, str] = {}
    for word in words[1:]:
        line, equals, who = word.partition("=")
        if not equals or line not in state.lines:
            hint = near(line, state.lines)
            yield from fail(f"{word!r}: write it as LINE=MEMBER, such as {_example(state)}{hint}")
        found[line] = who
    if not found:
        yield from fail(f"say who commands where, such as {_example(state)}")
    yield from act(AssignCommanders, side=side, commanders=found)


def _example(state: State) -> str:
    return f"{next(iter(state.lines))}=anna"


def _listed(state: State) -> Course[None]:
    rows = [
        (line.name, *(_named(state, line.id, side) for side in state.sides))
        for line in state.lines.values()
    ]
    yield from table(("line", *state.sides.values()), rows)


def _named(state: State, line: str, side: str) -> str:
    who = commander(state, line, side)
    return state.campaign.called(who) if who else "nobody"


COMMANDERS = Verb(
    words="commanders",
    example="campaign commanders winter\ncampaign commanders winter allies anzio=anna",
    parameters=(Argument("words", "[SIDE] [LINE=MEMBER]…", required=False, many=True),),
    course=_commanders,
)


def _free(
    call: Call,
    title: str,
    *,
    player: tuple[tuple[str, str], ...],
    won: tuple[str, ...],
    mission: str | None,
    played_on: str | None,
    note: str | None,
) -> Course[None]:
    """Records a battle beside the campaign, historical or of many players. The side with more
    winners has won it; it brings no points and moves no sector.
    """
    state = yield from state_of(State)
    players: dict[str, str] = {}
    for who, side in player:
        players[who] = yield from the_side(state, side)
    yield from act(
        RecordFreeBattle,
        title=title,
        players=players,
        winners=list(won),
        mission=mission,
        played_on=played_on,
        note=note,
    )


FREE_BATTLE = Verb(
    words="free-battle",
    example='campaign free-battle winter "The bridge at dawn" --player anna=allies '
    "--player ben=axis --won anna",
    parameters=(
        Argument("title", "TITLE"),
        pairs("--player", "Somebody who fought, with their side. Repeatable.", "MEMBER=SIDE"),
        VerbOption(
            "--won", "A player who won. Repeatable; none for a draw.", metavar="MEMBER", many=True
        ),
        VerbOption("--mission", "The mission, where it was one of the book.", metavar="MISSION"),
        VerbOption("--played-on", "When it was played.", metavar="DAY"),
        VerbOption("--note", "What was remarkable.", metavar="TEXT"),
    ),
    course=_free,
)

VERBS = {verb.words: verb for verb in (JOIN, LEAVE, COMMANDERS, FREE_BATTLE)}
