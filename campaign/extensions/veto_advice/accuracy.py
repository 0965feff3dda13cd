"""LiF 4.1: accuracy: what an answer gave away against the others' advised mixes. Pure.

Neither the outcome nor what others held counts. Mixed advice makes several answers equally good:
nothing lost means no visible mistake, not skill.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from campaign.extensions.veto_advice import ALGORITHM
from campaign.extensions.veto_advice.advise import Solution, rounded, solution_of
from campaign.extensions.veto_advice.ballot import ACTS, UNDOES, Agent, AgentAnswer
from campaign.extensions.veto_advice.continuation import continuation
from campaign.extensions.veto_advice.position import BallotPosition, Leader, position_of, public
from campaign.kernel.decisions import Refused
from campaign.kernel.projections import Transition
from campaign.lif.board.markers import PRICES
from campaign.lif.board.promotions_board import COUNTED_VOTES
from campaign.lif.board.values import table_of
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
    return tuple(_each(decision, solved))


def _at_stake(position: BallotPosition) -> float:
    """All that the leaders of a position are worth; never nothing."""
    leaders = [*position.cup, *(leader for _, joins in position.joins for leader in joins)]
    return math.fsum(abs(leader.worth) for leader in leaders) or 1.0


def _each(decision: Decision, solved: Sequence[Solution]) -> Iterator[JudgedAnswer]:
    position = decision.position
    game, first, point = solved[0]
    for number, agent in enumerate(game.agents):
        said = {who: decision.said[who] for who in agent.powers if who in decision.said}
        if len(agent.answers) == 1 or not said:
            continue
        answer = _answer(position, agent, said)
        lost = [_lost(solution, number, answer) for solution in solved]
        members = {decision.laid_by.get(power, agent.name) for power in said}
        chance = 1.0 - first.mixes[number][0]
        yield JudgedAnswer(
            decision.version,
            position.turn,
            position.draw,
            position.leader.id,
            position.phase,
            members.pop() if len(members) == 1 else agent.name,
            agent.powers,
            answer.say,
            rounded(lost[0]),
            rounded(min(lost)),
            rounded(max(lost)),
            rounded(chance),
            answer.cost,
            point[agent.side],
        )


def _lost(solution: Solution, number: int, answer: AgentAnswer) -> float:
    game, solved, _ = solution
    return max(0.0, max(solved.values[number]) - game.worths(number, solved.mixes, [answer])[0])


def _answer(position: BallotPosition, agent: Agent, said: Mapping[str, str]) -> AgentAnswer:
    """What an agent's powers said together, and what that cost."""
    does = cost = 0
    for power, choice in said.items():
        row = position.powers[power]
        if choice == "veto":
            does |= UNDOES if row.side == position.leader.side else ACTS
            cost += row.price or 0
        elif position.phase == "votes":
            does |= {"another": ACTS, "stop": UNDOES}.get(choice, 0)
            cost += PRICES[position.rulebook].get(choice, 0)
    says = [choice for choice in said.values() if choice not in ("no-veto", "abstain")]
    return AgentAnswer(says[0] if says else agent.answers[0].say, None, cost, does)


# --- other tables ---------------------------------------------------------------------------------


def _varied(position: BallotPosition, table: int) -> BallotPosition:
    """The position by a table of other values."""
    factor = _factor(table, position.leader.id)
    return replace(
        position,
        leader=_valued([position.leader], table)[0],
        powers={
            power: row if row.worth is None else replace(row, worth=row.worth * factor)
            for power, row in position.powers.items()
        },
        cup=_valued(position.cup, table),
        joins=tuple((offset, _valued(leaders, table)) for offset, leaders in position.joins),
    )


def _valued(leaders: Iterable[Leader], table: int) -> tuple[Leader, ...]:
    factors = [(one, _factor(table, one.id)) for one in leaders]
    return tuple(replace(one, value=one.value * by, worth=one.worth * by) for one, by in factors)


def _factor(table: int, leader: str) -> float:
    """From 0.7 to 1.3, the same for everybody."""
    digest = sha256(f"veto-accuracy/1 {table} {leader}".encode()).digest()
    return 0.7 + 0.6 * int.from_bytes(digest[:6], "big") / (1 << 48)


# --- a campaign -----------------------------------------------------------------------------------


def decisions(history: Iterable[Transition[State]]) -> Iterator[Decision]:
    """LiF 4.1: every opening of a history, each with the values that held then."""
    for step in history:
        event, before = step.record.event, step.before
        if before is None or step.record.struck_by or not isinstance(event, OPENS):
            continue
        opened = event.ballots if isinstance(event, BallotsOpened) else event.votes
        said = {power: one.choice for power, one in opened.items() if one.how in COUNTED_VOTES}
        position = position_of(public(before, step.version - 1), table_of(before))
        if not isinstance(position, Refused):
            laid_by = {power: before.board.markers[power].by for power in said}
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
