"""Acts: which events came of one command, and what the rules say of them."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.history.acts import Act, Judgement, acts_of, judge, judged
from campaign.history.effective import Effective, effective
from campaign.lif.system import SYSTEM
from campaign.systems import SYSTEMS
from campaign.text.faults import called
from events import disputes as facts
from events.base import Event
from events.campaign import EntropyAdded
from events.lif.board import LeaderDrawn, LeaderPromoted, ReinforcementOpened, VetoPointsSpent
from support.sessions import Session, log_of, played

WORD = EntropyAdded(value="a word")


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """Three turns of a club."""
    return played(tmp_path_factory.mktemp("store"), turns=3)


def placed(events: Sequence[Event], after: int = 0) -> list[Effective]:
    """Events as a history has them."""
    return [Effective(version, event) for version, event in enumerate(events, after + 1)]


def versions(history: Iterable[Effective]) -> list[tuple[int, ...]]:
    """The versions of a history, act by act."""
    return [act.versions for act in acts_of(history)]


def spans(session: Session) -> list[tuple[int, ...]]:
    """Which versions each accepted command brought, as its answer told at the time."""
    return [
        tuple(event["version"] for event in answer["events"])
        for answer in session.answers
        if answer["accepted"]
    ]


# --- which events belong together ---------------------------------------------------------------


def test_an_act_is_what_one_command_brought(session: Session) -> None:
    """Commands of one member in one moment are told apart by each event's place in its command."""
    assert versions(effective(SYSTEMS.codec, log_of(session))) == spans(session)


def test_a_place_of_nought_begins_an_act() -> None:
    """Three commands: one event, three, two; the stamps are all the same."""
    places = [0, 0, 1, 2, 0, 1]
    stamped = [replace(WORD, at="1939", by="anna", nth=nth) for nth in places]
    assert versions(placed(stamped)) == [(1,), (2, 3, 4), (5, 6)]


def test_events_without_a_stamp_stand_alone() -> None:
    """Nothing says that they belong together."""
    assert versions(placed([WORD, WORD])) == [(1,), (2,)]


def test_inserted_events_are_an_act_of_their_own() -> None:
    """Between two acts, and also where the act before them is the correction of the same member."""
    forms = ({"type": "campaign.EntropyAdded", "value": "one", "by": "ben", "nth": 0},
             {"type": "campaign.EntropyAdded", "value": "two", "by": "ben", "nth": 1})  # fmt: skip
    inserted = facts.EventsInserted(dispute="d1", after=2, events=forms, at="9", by="ref")
    first = [replace(WORD, at="1", by="anna", nth=nth) for nth in (0, 1)]
    last = replace(WORD, at="2", by="anna")
    log = list(enumerate([*first, last, inserted], 1))
    history = effective(SYSTEMS.codec, log)
    assert versions(history) == [(1, 2), (4, 4), (3,), (4,)]
    assert [act.by for act in acts_of(history)] == ["anna", "ben", "anna", "ref"]


def test_an_amended_event_keeps_its_place_in_its_act() -> None:
    """The second event of three is amended; the three are still one act."""
    amended = facts.EventAmended(
        dispute="d1", about=2, event={"type": "campaign.EntropyAdded", "value": "other"}
    )
    run = [replace(WORD, at="1", by="anna", nth=nth) for nth in (0, 1, 2)]
    history = effective(SYSTEMS.codec, list(enumerate([*run, amended], 1)))
    assert versions(history) == [(1, 2, 3), (4,)]
    assert history[1].event == replace(WORD, at="1", by="anna", nth=1, value="other")


def test_an_act_knows_what_of_it_stands() -> None:
    """Of three events the second was struck."""
    run = [replace(WORD, at="1", by="anna", nth=nth) for nth in (0, 1, 2)]
    struck = facts.EventsStruck(dispute="d1", versions=(2,))
    act = next(acts_of(effective(SYSTEMS.codec, list(enumerate([*run, struck], 1)))))
    assert [one.version for one in act.standing] == [1, 3]
    assert not act.own and next(acts_of([Effective(1, struck)])).own


# --- judging ------------------------------------------------------------------------------------


def the_act(session: Session, kind: type[Event]) -> tuple[Any, Act]:
    """The first act with an event of a kind, and the state before it."""
    state: Any = None
    for act in acts_of(effective(SYSTEMS.codec, log_of(session))):
        if any(isinstance(event, kind) for event in act.events):
            return state, act
        for one in act.placed:
            state = SYSTEM.rules.evolve(state, one.event)
    raise AssertionError(kind)


def altered(act: Act, kind: type[Event], **fields: Any) -> Act:
    """An act with one of its events changed by hand."""
    return Act(
        tuple(
            replace(one, event=replace(one.event, **fields)) if type(one.event) is kind else one
            for one in act.placed
        )
    )


def test_what_is_not_judged(session: Session) -> None:
    """The opening, the record's own facts, and what was struck as a whole."""
    assert judge(SYSTEM, None, next(acts_of(effective(SYSTEMS.codec, log_of(session))))) is None
    state, act = the_act(session, LeaderDrawn)
    own = Act((Effective(9, facts.BookmarkSet(about=1, note="here", by="host")),))
    assert judge(SYSTEM, state, own) is None
    gone = Act(tuple(replace(one, struck_by=99) for one in act.placed))
    assert judge(SYSTEM, state, gone) is None


def test_what_hangs_on_a_struck_event_does_not_hold(session: Session) -> None:
    """The opening of the ballots was struck, and the promotion that came of it stands."""
    state, act = the_act(session, LeaderPromoted)
    first, *rest = act.placed
    hanging = Act((replace(first, struck_by=99), *rest))
    told_ = judge(SYSTEM, state, hanging)
    assert told_ is not None and not told_.holds
    assert told_.versions == act.versions[1:]
    assert (told_.rule, told_.reason) == (
        "Record", f"event {first.version} brought it, and was struck",
    )  # fmt: skip


def test_a_difference_is_told_with_both_values(session: Session) -> None:
    """An act whose first event says what the rules do not."""
    state, act = the_act(session, ReinforcementOpened)
    wrong = judge(SYSTEM, state, altered(act, ReinforcementOpened, turn="1944-JF"))
    assert wrong == Judgement(
        act.versions, "OpenReinforcement",
        differs="reinforcement opened, turn: 1939-SO instead of 1944-JF",
    )  # fmt: skip


def test_a_missing_and_a_further_event_are_told(session: Session) -> None:
    """An act that lost its last event, and one that has another's behind it."""
    state, act = the_act(session, LeaderPromoted)
    short = judge(SYSTEM, state, Act(act.placed[:-1]))
    assert short is not None and short.differs == f"also {called(act.events[-1])}"
    more = (*act.placed, Effective(99, WORD))
    long = judge(SYSTEM, state, Act(more))
    assert long is not None and long.differs == "without entropy added"
    other = (*act.placed[:-1], Effective(99, WORD))
    wrong = judge(SYSTEM, state, Act(other))
    assert wrong is not None
    assert wrong.differs == f"{called(act.events[-1])} instead of entropy added"


def test_an_act_that_nobody_can_read_back_is_unread(session: Session) -> None:
    """Points paid begin no act; nothing is said against it, and nothing for it."""
    state, _ = the_act(session, LeaderDrawn)
    paid = Act((Effective(9, VetoPointsSpent(points={"ussr": 1}, by="host")),))
    told_ = judge(SYSTEM, state, paid)
    assert told_ == Judgement((9,), "") and told_.unread and told_.holds


def test_an_act_about_what_is_not_there_does_not_follow(session: Session) -> None:
    """A leader whom nobody knows, in a draw that was taken from elsewhere."""
    state, act = the_act(session, LeaderDrawn)
    told_ = judge(SYSTEM, state, altered(act, LeaderDrawn, drawn=("nobody",)))
    assert told_ is not None and told_.rule == "Record"
    assert told_.reason == "does not follow any more (nobody could not be drawn)"


# --- speed and rejudging ------------------------------------------------------------------------


def test_judging_folds_each_event_once(session: Session) -> None:
    """However long a history, nothing of it is folded twice."""
    folded = 0

    def evolve(state: Any, event: Event) -> Any:
        nonlocal folded
        folded += 1
        return SYSTEM.rules.evolve(state, event)

    history = effective(SYSTEMS.codec, log_of(session))
    for _ in judged(replace(SYSTEM, rules=replace(SYSTEM.rules, evolve=evolve)), history):
        pass
    assert folded == len(history)
