"""LiF 4.1: accuracy: what an answer gave away against the others' advised mixes. Pure.

Neither the outcome nor what others held counts. Mixed advice makes several answers equally good:
nothing lost means no visible mistake, not skill.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from hashlib import sha256
from operator import or_
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from campaign.extensions.veto_advice import ALGORITHM
from campaign.extensions.veto_advice.advise import (
    Agent,
    AgentAnswer,
    Solution,
    answer_of,
    rounded,
    solution_of,
)
from campaign.extensions.veto_advice.continuation import continuation
from campaign.extensions.veto_advice.position import BallotPosition, Leader, position_of
from campaign.kernel.decisions import Refused
from campaign.kernel.projections import Transition
from campaign.lif.board.promotions_board import COUNTED_VOTES
from campaign.lif.board.values import table_of
from campaign.lif.board.waiting import SUPPORT, VETO
from campaign.lif.state import State
from events.lif.board import BallotsOpened, VotesOpened

OPENS = (BallotsOpened, VotesOpened)
TABLES = 7
"""The club's values, and so many less one that differ from them by up to 30 %."""
SLIP = 0.25
"""What an answer loses in all tables to be called a slip."""
MATTERS = 0.1
"""What a point is worth at least where tendencies are counted."""
ENOUGH = 20
"""So many decisions make an average."""


class JudgedAnswer(msgspec.Struct, frozen=True):
    """What one member's answer gave away."""

    version: int
    """Of the opening."""
    turn: str
    draw: int
    leader: str
    phase: str
    member: str
    powers: tuple[str, ...]
    said: str
    """The choice as people call it: a veto of the leader's own side is support."""
    lost: float
    low: float
    high: float
    """The least and the most that it lost by any of the tables."""
    chance: float
    """How likely the advice was to pay."""
    paid: int
    point: float
    """What a point was worth to its side."""
    algorithm: int = ALGORITHM

    @property
    def is_slip(self) -> bool:
        """Whether it lost much by every table."""
        return self.low > SLIP


class Decision(NamedTuple):
    """An opening, with the position before it and the answers that counted."""

    version: int
    position: BallotPosition
    said: Mapping[str, str]
    """By power."""
    laid_by: Mapping[str, str]
    """Who gave each power's answer."""


class Summary(msgspec.Struct, frozen=True):
    """A member's decisions together."""

    member: str
    decisions: int
    average: float | None
    """None with too few decisions."""
    slips: int
    counted: int
    """Decisions at which a point was worth something."""
    paid: int
    """In how many of them something was paid."""
    advised: float
    spread: float
    """How often the advice would have paid, and by how much its chances let that vary."""


# --- one decision ---------------------------------------------------------------------------------


def judged(decision: Decision) -> tuple[JudgedAnswer, ...]:
    """LiF 4.1: each member who could pay and whose marker counted.

    What a large cup's later turns are worth by another table is as the club's, in proportion.
    """
    position = decision.position
    follows = continuation(position)
    solved = [solution_of(position, follows)]
    for table in range(1, TABLES):
        varied = _varied(position, table)
        part = _at_stake(varied) / _at_stake(position)
        later = follows.following and [[value * part for value in row] for row in follows.following]
        solved.append(solution_of(varied, continuation(varied, later)))
    agents = enumerate(solved[0].game.agents)
    every = (_judged(decision, number, agent, solved) for number, agent in agents)
    return tuple(one for one in every if one is not None)


def _at_stake(position: BallotPosition) -> float:
    """All that the leaders of a position are worth; never nothing."""
    leaders = [*position.cup, *(leader for _, joins in position.joins for leader in joins)]
    return math.fsum(abs(leader.worth) for leader in leaders) or 1.0


def _varied(position: BallotPosition, table: int) -> BallotPosition:
    """The position by a table of other values, the same for everybody: 0.7 to 1.3 of the club's."""

    def factor(leader: str) -> float:
        digest = sha256(f"veto-accuracy/1 {table} {leader}".encode()).digest()
        return 0.7 + 0.6 * int.from_bytes(digest[:6], "big") / (1 << 48)

    def valued(leaders: Iterable[Leader]) -> tuple[Leader, ...]:
        return tuple(replace(one, worth=one.worth * factor(one.id)) for one in leaders)

    by = factor(position.leader.id)
    rows = position.powers.items()
    return replace(
        position,
        leader=valued([position.leader])[0],
        powers={power: replace(row, worth=row.worth and row.worth * by) for power, row in rows},
        cup=valued(position.cup),
        joins=tuple((offset, valued(leaders)) for offset, leaders in position.joins),
    )


def _judged(
    decision: Decision, number: int, agent: Agent, solved: Sequence[Solution]
) -> JudgedAnswer | None:
    """What an agent's answer lost by each table; None where it could not pay or did not answer."""
    position, first = decision.position, solved[0]
    said = {who: decision.said[who] for who in agent.powers if who in decision.said}
    if len(agent.answers) == 1 or not said:
        return None
    answer = _together(position, agent, said)
    lost = []
    for game, (mixes, *_), _ in solved:
        *values, value = game.worths(number, mixes, [*agent.answers, answer])
        lost.append(max(0.0, max(values) - value))
    members = {decision.laid_by.get(power) or agent.name for power in said}
    return JudgedAnswer(
        version=decision.version,
        turn=position.turn,
        draw=position.draw,
        leader=position.leader.id,
        phase=position.phase,
        member=members.pop() if len(members) == 1 else agent.name,
        powers=agent.powers,
        said=_called(position, agent, answer),
        lost=rounded(lost[0]),
        low=rounded(min(lost)),
        high=rounded(max(lost)),
        chance=rounded(1.0 - first.solved.mixes[number][0]),
        paid=answer.cost,
        point=first.point[agent.side],
    )


def _called(position: BallotPosition, agent: Agent, answer: AgentAnswer) -> str:
    """LiF 4.1(2b): a veto of the leader's own side is support."""
    is_own = position.phase == "ballots" and agent.side == position.leader.side
    return SUPPORT if is_own and answer.say == VETO else answer.say


def _together(position: BallotPosition, agent: Agent, said: Mapping[str, str]) -> AgentAnswer:
    """What an agent's powers said together, and what that cost."""
    answers = [answer_of(position, power, choice) for power, choice in said.items()]
    nothing = agent.answers[0].say
    say = next((one.say for one in answers if one.say != nothing), nothing)
    does = reduce(or_, (one.does for one in answers))
    return AgentAnswer(say, None, sum(one.cost for one in answers), does)


# --- a campaign -----------------------------------------------------------------------------------


def decisions(history: Iterable[Transition[State]]) -> Iterator[Decision]:
    """LiF 4.1: every opening of a history, each with the values that held then."""
    for step in history:
        event, before = step.record.event, step.before
        if before is None or step.record.struck_by or not isinstance(event, OPENS):
            continue
        opened = event.ballots if isinstance(event, BallotsOpened) else event.votes
        said = {power: one.choice for power, one in opened.items() if one.how in COUNTED_VOTES}
        position = position_of(before, step.version - 1, table_of(before))
        if not isinstance(position, Refused):
            laid_by = {who: marker.by for who, marker in before.board.markers.items()}
            yield Decision(step.version, position, said, laid_by)


def summaries(rows: Iterable[JudgedAnswer]) -> tuple[Summary, ...]:
    """What members gave away and how often they paid, by their ids; no ranking."""
    by_member: dict[str, list[JudgedAnswer]] = {}
    for row in rows:
        by_member.setdefault(row.member, []).append(row)
    return tuple(_summary(member, by_member[member]) for member in sorted(by_member))


def _summary(member: str, rows: Sequence[JudgedAnswer]) -> Summary:
    counted = [row for row in rows if row.point >= MATTERS]
    varied = math.fsum(row.chance * (1 - row.chance) for row in counted)
    return Summary(
        member,
        len(rows),
        rounded(math.fsum(row.lost for row in rows) / len(rows)) if len(rows) >= ENOUGH else None,
        [row.is_slip for row in rows].count(True),
        len(counted),
        [row.paid > 0 for row in counted].count(True),
        rounded(math.fsum(row.chance for row in counted)),
        rounded(math.sqrt(varied)),
    )
