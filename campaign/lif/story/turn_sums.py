"""LiF 3, 4, 5.3: what other turns' pages and the index say of a turn, summed up once. Pure.

The sums of a turn that is over are made once, and kept in the store: so a page costs the turns of a
campaign, and not their events. A correction makes a turn anew, and its sums.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import Literal, NamedTuple

import msgspec

from campaign.kernel.pages import of_each
from campaign.lif.board.history import BoardHistory, Draw
from campaign.lif.politics.war_history import enemies
from campaign.lif.roster import POWERS, owner
from campaign.lif.state import POOLS, State, chits_in, grouped
from campaign.lif.story.facts import WarStep, only
from campaign.lif.story.items import Item, TurnEvents, Weight
from campaign.lif.story.news import headline, lede, news
from campaign.lif.story.turn_notes import Log, Notes
from campaign.text.english import listed
from events.lif.us_entry import Pool

# --- What is said first of a turn ---------------------------------------------------------------

QUIET = "A quiet turn."
NOTHING_YET = "Nothing has happened yet."
NOTHING_ELSE = "Otherwise it was a quiet turn."


class FirstWords(msgspec.Struct, frozen=True):
    """The news of a turn, and which of it the headline says."""

    headline: str
    lede: str
    """The rest in one line."""
    by_itself: tuple[Item, ...]
    """What the headline says already."""
    rest: tuple[Item, ...]


def first_words(log: Log, *, is_open: bool) -> FirstWords:
    """A turn's news; of one that is played on, nothing is said of what may still come."""
    (items,) = of_each((log,), _news)
    first, by_itself = headline(items)
    rest = (*(item for item in items if item not in by_itself), *_no_board(log, is_open=is_open))
    return FirstWords(
        first or ("" if is_open else QUIET),
        lede(rest) or _nothing(first, is_open=is_open),
        tuple(by_itself),
        rest,
    )


def _news(log: Log) -> tuple[Item, ...]:
    return news(TurnEvents(log.end, log.notes.happened), list(log.notes.draws.values()))


def _nothing(headline: str, *, is_open: bool) -> str:
    """The line below the headline where there is nothing more to tell."""
    if is_open:
        return "" if headline else NOTHING_YET
    return NOTHING_ELSE if headline else "No wars, no promotions."


def _no_board(log: Log, *, is_open: bool) -> Iterator[Item]:
    """Ruling 8: a turn that ended without the Promotions Board, or a board that drew nobody."""
    if "leaders" not in log.end.campaign.modules or not log.end.active:
        return
    if not log.notes.board_met and not is_open:
        yield Item(Weight.NO_BOARD, "The Promotions Board did not meet.")
    elif log.notes.board_end and not log.notes.draws:
        yield Item(Weight.NO_BOARD, "The Promotions Board met and drew nobody.")


# --- Which draws could have been foreseen -------------------------------------------------------

Runs = tuple[tuple[int, int], ...]
"""Numbers of draws: the first and last of those on end."""
_FORESEEING: tuple[tuple[Literal["ledger", "table"], bool, str], ...] = (
    ("table", False, "made at the table"),
    ("ledger", True, "made by the ledger, and nobody could have foreseen what came"),
    (
        "ledger",
        False,
        "made by the ledger, and the holder of the vault key could have foreseen what came",
    ),
)
"""Where draws come from and whether they are unforeseeable, in words."""


def runs_of(draws: Iterable[Draw]) -> tuple[Runs, ...]:
    """The numbers of draws by where they come from, in the order of the words for it."""
    by = grouped(((draw.source, draw.unforeseeable), (draw.number, draw.number)) for draw in draws)
    return tuple(joined(by.get((source, fair), ())) for source, fair, _ in _FORESEEING)


def together(turns: "Iterable[TurnSums]") -> tuple[Runs, ...]:
    """The runs of several turns."""
    each = zip(*(turn.foreseen for turn in turns), strict=True)
    return tuple(joined(chain.from_iterable(runs)) for runs in each)


def joined(runs: Iterable[tuple[int, int]]) -> Runs:
    """Runs in their order, those on end as one."""
    whole: list[tuple[int, int]] = []
    for first, last in runs:
        if whole and first == whole[-1][1] + 1:
            whole[-1] = whole[-1][0], last
        else:
            whole.append((first, last))
    return tuple(whole)


def foreseeing(groups: Iterable[Runs]) -> str:
    """For the record: which draws could have been foreseen, in a sentence or two."""
    return " ".join(
        _foreseen(runs, how) for runs, (_, _, how) in zip(groups, _FORESEEING, strict=True) if runs
    )


def _foreseen(runs: Runs, how: str) -> str:
    is_one = len(runs) == 1 and runs[0][0] == runs[0][1]
    noun, verb = ("Draw", "was") if is_one else ("Draws", "were")
    numbers = [f"{first}–{last}" if last > first else str(first) for first, last in runs]
    return f"{noun} {listed(numbers)} {verb} {how}."


# --- The sums of a turn -------------------------------------------------------------------------


class Standing(msgspec.Struct, frozen=True):
    """LiF 4.2, 5.3: what charts show of a state."""

    points: dict[str, int]
    """Veto points by power."""
    chits: dict[Pool, int]
    """Chits by pool of US entry, where there are any."""


class TurnSums(msgspec.Struct, frozen=True):
    """What other turns' pages and the index say of a turn."""

    headline: str
    """The most important news, as once the turn is over."""
    lede: str
    """The line below it."""
    start: Standing
    """As the turn began; in the first turn, once the table was set up."""
    end: Standing
    war: tuple[WarStep, ...]
    at_war: dict[str, bool]
    """LiF 4: the powers at war as the turn ended, and whether another power is among their foes."""
    promoted: dict[str, tuple[str, ...]]
    """LiF 4.1: the leaders promoted, by power, those of minor countries together."""
    promotions: int
    vetoes: int
    foreseen: tuple[Runs, ...]
    movers: tuple[str, ...]
    """LiF 3.1: leaders whose places changed."""
    paid: tuple[str, ...]
    """LiF 4.2: powers whose veto points changed."""
    has_table: bool
    """LiF 6: whether the scenario stated or asked anything as the turn ended."""
    span: tuple[str, str]
    """The campaign's first and last turn, as the turn ended."""
    in_hand: Draw | None
    """LiF 4.1: the last draw, which the next turn may still have to do with."""


def of_turns(logs: Iterable[Log]) -> list[TurnSums]:
    """The sums of each turn."""
    return of_each(logs, turn_sums)


def turn_sums(log: Log) -> TurnSums:
    """The sums of a turn, or of as much of it as was played."""
    notes, state = log.notes, log.end
    words, shared = first_words(log, is_open=False), state.campaign
    return TurnSums(
        headline=words.headline,
        lede=words.lede,
        start=_standing(notes.start),
        end=_standing(state),
        war=only(WarStep, notes.facts),
        at_war=_at_war(state),
        promoted=_promoted(log),
        promotions=len(notes.results("promoted")),
        vetoes=len(notes.results("vetoed")),
        foreseen=runs_of(notes.draws.values()),
        movers=tuple(sorted(notes.movers)),
        paid=tuple(dict.fromkeys(change.of for change in notes.points)),
        has_table=bool(state.entry.facts or state.entry.asks),
        span=(shared.first_turn, shared.last_turn),
        in_hand=notes.board.in_hand,
    )


def notes_before(turn: TurnSums, end: State) -> Notes:
    """Notes that the turn after one may begin from."""
    return Notes(end, BoardHistory(turn.in_hand), is_whole=False)


def _standing(state: State) -> Standing:
    chits = {pool: len(chits_in(state.entry, pool)) for pool in POOLS} if state.entry.chits else {}
    return Standing(dict(state.veto_points), chits)


def _at_war(state: State) -> dict[str, bool]:
    foes = {power: enemies(state, power) for power in POWERS}
    return {power: against[0] in POWERS for power, against in foes.items() if against}


def _promoted(log: Log) -> dict[str, tuple[str, ...]]:
    leaders = (log.end.sheet[draw.leader] for draw in log.notes.results("promoted"))
    names = grouped((owner(leader.power), leader.name) for leader in leaders)
    return {power: tuple(promoted) for power, promoted in names.items()}


class WarRun(NamedTuple):
    """Turns on end at whose ends a power was at war, with the same kind of foe."""

    first: int
    """The place of the first of them among the turns."""
    last: int
    is_with_power: bool
    """Whether another power was among its foes."""


def wars_of(turns: Sequence[TurnSums], power: str) -> Iterator[WarRun]:
    """LiF 4: when a power was at war; minor countries together are at war in none."""
    at_war = [
        (place, turn.at_war[power]) for place, turn in enumerate(turns) if power in turn.at_war
    ]
    for _, run in groupby(enumerate(at_war), key=lambda one: (one[1][0] - one[0], one[1][1])):
        on_end = [turn for _, turn in run]
        yield WarRun(on_end[0][0], on_end[-1][0], on_end[0][1])


def war_steps(logs: Iterable[Log]) -> list[tuple[WarStep, ...]]:
    """The steps of war and politics of each turn."""
    return [turn.war for turn in of_turns(logs)]
