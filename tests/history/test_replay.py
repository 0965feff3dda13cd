"""Replay: every event with what it changed, forwards and backwards, as it was and as it counts."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from campaign.disputes import corrections, impact
from campaign.history import timeline
from campaign.history.diff import Difference, differences
from campaign.history.effective import Logged
from campaign.history.explain import QueryError, parse
from campaign.history.replay import BY, BookmarkNote, Frame, Marked, Replay, Span
from campaign.lif.system import SYSTEM, sentence
from events import campaign as shared
from events import disputes as facts
from events.base import Event
from events.lif.board import (
    BallotSealed,
    BallotsOpened,
    LeaderDrawn,
    ReinforcementOpened,
    VetoPointsBought,
    VetoPointsSpent,
)
from events.lif.cup import LeadersSetUp, ReservesCalledOut
from support.sessions import NAME, Session, finish, ledger_in, played


def at_table(folder: Path) -> Session:
    """A club that draws from a cup of its own: Rundstedt is drawn, and the Commonwealth vetoes."""
    session = Session(ledger_in(folder)).open(rulings={"draws": "table"})
    session.do("OpenReinforcement")
    session.do("DrawLeader", leader="rundstedt")
    session.ballots({"commonwealth": "veto"})
    session.do("OpenBallots", absent="no-veto")
    return session


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """That evening, to walk through."""
    return walk(at_table(tmp_path_factory.mktemp("table")))


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """Three turns of a club, without corrections."""
    return played(tmp_path_factory.mktemp("club"), turns=3, close=False)


@pytest.fixture(scope="module")
def drawn(table: Replay) -> int:
    """Version of its draw; a ballot, their opening, the payment and the leader's return follow."""
    return at(table, LeaderDrawn)


def at(replay: Replay, kind: type[Event]) -> int:
    """The version of the first event of a kind."""
    return next(e.version for e in map(replay.entry, range(len(replay))) if type(e.event) is kind)


def walk(session: Session, *, effectively: bool = False) -> Replay:
    """A replay of what a session's ledger holds."""
    return Replay(SYSTEM, session.ledger.log(NAME), effectively=effectively)


def version(session: Session, kind: type[Event], nth: int = 0) -> int:
    """The version of the nth event of a kind."""
    return [v for v, e in session.ledger.log(NAME) if isinstance(e, kind)][nth]


def changed(replay: Replay, first: int, last: int | None = None) -> set[tuple[str, Any, Any]]:
    """What the events of these versions changed together, as words."""
    span = Span(first - 1, (last or first) - 1)
    return {(one.where, str(one.before), str(one.after)) for one in replay.changes(span)}


# --- frames -------------------------------------------------------------------------------------


def test_a_draw_takes_a_leader_from_the_cup_to_the_board(table: Replay, drawn: int) -> None:
    """LiF 4.1(1): he leaves the cup, lies on the board, and the ballots begin."""
    frame = table.frame(drawn - 1)
    assert (frame.version, frame.turn, frame.by) == (drawn, "1939-SO", "host")
    assert (frame.rule, frame.type) == ("LiF 4.1(1)", "lif.LeaderDrawn")
    assert frame.sentence == "Draw 1: Rundstedt was drawn at the table."
    assert changed(table, drawn) == {
        ("cup", "['rundstedt']", "[]"),
        ("leaders rundstedt status", "cup", "drawn"),
        ("board phase", "draw", "ballots"),
        ("board leader", "None", "rundstedt"),
        ("draw", "0", "1"),
    }


def test_a_veto_is_paid_and_sends_the_leader_back(table: Replay, drawn: int) -> None:
    """LiF 4.1(2): a veto against the other side costs 1, and the leader goes back to the cup."""
    opened = table.entry(drawn + 2)
    assert isinstance(opened.event, BallotsOpened)
    assert changed(table, drawn + 2, drawn + 5) == {
        ("veto points commonwealth", "3", "2"),
        ("cup", "[]", "['rundstedt']"),
        ("leaders rundstedt status", "drawn", "cup"),
        ("board phase", "ballots", "draw"),
        ("board leader", "rundstedt", "None"),
        ("board sealed", "['commonwealth']", "[]"),
    }
    assert changed(table, drawn + 4) == {("veto points commonwealth", "3", "2")}


def test_a_sealed_ballot_shows_that_it_lies_there_and_no_more(table: Replay, drawn: int) -> None:
    """LiF 4.1(1): everybody sees the marker, nobody its side."""
    assert changed(table, drawn + 1) == {("board sealed", "[]", "['commonwealth']")}


def test_the_opening_begins_what_others_change(table: Replay) -> None:
    """Before it there was nothing that it could have changed."""
    assert table.changes(Span(0, 0)) == ()
    assert changed(table, 1, 3) == changed(table, 2, 3)


def test_names_are_those_of_the_time(tmp_path: Path) -> None:
    """A member who takes another name is told by the old one before it."""
    session = at_table(tmp_path)
    session.do("AddEntropy", "anna", value="one")
    session.do("EnrolMember", member="anna", name="Anne", roles=["player"])
    session.do("AddEntropy", "anna", value="two")
    last = len(walk(session)) - 1
    frames = [walk(session).frame(place).sentence for place in (last - 2, last)]
    assert frames == [
        "Anna threw words into the next draw: “one”.",
        "Anne threw words into the next draw: “two”.",
    ]


def test_the_records_own_events_cite_the_record(table: Replay) -> None:
    """A turn that begins follows no rule of the kit."""
    (place,) = [p for p in range(len(table)) if isinstance(table.entry(p).event, shared.TurnBegan)]
    assert table.frame(place).rule == "Record"


@pytest.mark.further
def test_every_change_is_the_difference_of_two_fresh_folds(club: Session) -> None:
    """Each event against the state folded from the first event on, before it and after it."""
    replay = walk(club)
    assert len(replay) == club.ledger.store.version(NAME) > 60
    for place in range(1, len(replay)):
        before, after = (
            SYSTEM.view.show(club.ledger.live(NAME, v).state) for v in (place, place + 1)
        )
        assert list(replay.changes(Span(place, place))) == differences(before, after)


def test_backwards_gives_the_same_frames(club: Session) -> None:
    """There and back, and here and there: what is told does not depend on the way."""
    replay = walk(club)
    places = range(len(replay))
    there = [replay.passage(Span(place, place)) for place in places]
    back = [replay.passage(Span(place, place)) for place in reversed(places)]
    assert there == back[::-1]
    anywhere = random.Random(3).sample(places, len(replay))
    assert all(replay.passage(Span(place, place)) == there[place] for place in anywhere)


# --- stops --------------------------------------------------------------------------------------


def versions(replay: Replay, spans: Sequence[Span]) -> list[int]:
    """The versions that stops begin at."""
    return [replay.entry(span.first).version for span in spans]


def test_an_act_is_what_one_command_brought(club: Session) -> None:
    """As the answers told at the time."""
    replay = walk(club)
    begun = [answer["events"][0]["version"] for answer in club.answers if answer["accepted"]]
    assert versions(replay, replay.spans("act")) == begun


@pytest.mark.parametrize(
    ("by", "kinds"),
    [
        ("draw", (LeaderDrawn,)),
        ("stage", (shared.TurnBegan, ReinforcementOpened)),
        ("turn", (shared.TurnBegan,)),
    ],
)
def test_stops_begin_where_they_are_named_for(
    club: Session, by: Any, kinds: tuple[type[Event], ...]
) -> None:
    """The first holds what comes before; the first turn begins with the opening."""
    log = club.ledger.log(NAME)
    begun = [number for number, event in log if isinstance(event, kinds)]
    first = version(club, shared.TurnBegan)
    if by != "draw":
        begun.remove(first)
    replay = walk(club)
    assert versions(replay, replay.spans(by)) == [1, *begun]
    assert len(begun) > 1


def test_steps_and_impulses_are_stages(tmp_path: Path) -> None:
    """LiF 3.2: a stage, an impulse and a step each are a stop."""
    session = Session(ledger_in(tmp_path)).open()
    before = session.ledger.store.version(NAME)
    session.do("BeginStage", stage="production")
    session.do("BeginImpulse", side="axis")
    session.do("BeginStep", step="naval-air")
    session.do("BeginStep", step="ground-strike")
    replay = walk(session)
    assert versions(replay, replay.spans("stage"))[1:] == [before + n for n in (1, 2, 3, 4)]


@pytest.mark.parametrize("by", BY)
def test_stops_part_the_whole_record(club: Session, by: Any) -> None:
    """Nothing is left out and nothing stands in two; each place knows its stop."""
    replay = walk(club)
    spans = replay.spans(by)
    assert [p for span in spans for p in range(span.first, span.last + 1)] == [*range(len(replay))]
    for number, span in enumerate(spans):
        assert {replay.stop(by, place) for place in (span.first, span.last)} == {number}


def test_turns_are_found_with_their_events(club: Session) -> None:
    """What comes before the first turn belongs to it; the ledger parts turns the same way."""
    turns = {turn: (span.first + 1, span.last + 1) for turn, span in walk(club).turns()}
    assert turns == club.ledger.spans(NAME)
    assert list(turns) == ["1939-SO", "1939-ND", "1940-JF"]


def test_a_time_is_found_by_its_stamp(tmp_path: Path) -> None:
    """The last event by then, and the first from then on."""
    session = Session(ledger_in(tmp_path)).open()
    number = session.ledger.store.version(NAME)
    stamps = [event.at for _, event in session.ledger.log(NAME)]
    for _ in range(60):
        session.do("SetBookmark", version=1, note="x")
    replay = walk(session)
    assert replay.by_time(stamps[-1]) is not None and replay.by_time("1998") is None
    last = replay.by_time("1999-01-01T00:00:59.999Z")
    assert last is not None and number <= last < len(replay) - 1
    assert replay.since("1999-01-01T00:01:00.000Z") == last + 1
    assert replay.since("2000") is None


# --- corrections --------------------------------------------------------------------------------


def preview(session: Session, command: str, **fields: Any) -> impact.Impact:
    """What a correction would change."""
    asked = msgspec.convert(
        {"command": command, "seen": "0" * 64, **fields}, SYSTEM.rules.commands[command]
    )
    past = session.ledger.log(NAME)
    events = corrections.events_of(SYSTEM, asked, past)  # type: ignore[arg-type]
    assert isinstance(events, tuple), events
    found = impact.impact(SYSTEM, past, events)
    assert isinstance(found, impact.Impact), found
    return found


def correct(session: Session, command: str, about: int, **fields: Any) -> int:
    """Disputes an event, has it ruled on and corrects; the version of the correction."""
    raised = session.do("RaiseDispute", "anna", versions=[about], claim="this is wrong")
    dispute = session.ledger.log(NAME)[raised["version"] - 1][1].dispute  # type: ignore[attr-defined]
    session.do("GiveRuling", "ref", dispute=dispute, verdict="upheld", text="so it is")
    fields = {"dispute": dispute, **fields}
    found = preview(session, command, **fields)
    if found.also:
        fields["also"] = list(found.also)
        found = preview(session, command, **fields)
    done = session.do(command, "ref", seen=found.digest, **fields)
    return int(done["version"]) - bool(found.also and command != "StrikeEvents")


class Corrected(msgspec.Struct):
    """A campaign with every sort of correction in it, and the versions of what they are about."""

    session: Session
    bought: int
    paid: int
    struck: int
    amended: int
    called_out: int
    inserted: int
    adjusted: int
    restored: int
    war: int
    undone: int
    turn: int
    rewound: int


@pytest.fixture(scope="module")
def corrected(tmp_path_factory: pytest.TempPathFactory) -> Corrected:
    """Five turns and their disputes."""
    session = played(tmp_path_factory.mktemp("corrected"), turns=5, close=False)
    bought = version(session, VetoPointsBought)
    paid = version(session, VetoPointsSpent, -1)
    called_out = version(session, ReservesCalledOut)
    struck = correct(session, "StrikeEvents", paid, versions=[paid])
    amended = correct(session, "AmendEvent", bought, version=bought, fields={"points": 4})
    forgotten = {"command": "BuyVetoPoints", "power": "ussr", "intelligence_points": 20,
                 "by": "ben"}  # fmt: skip
    inserted = correct(session, "InsertCommand", called_out, after=called_out, forgotten=forgotten)
    adjusted = correct(session, "AdjustFigure", bought, figure="veto-points", of="japan", change=3)
    restored = correct(session, "StrikeEvents", struck, versions=[struck])
    finish(session)
    session.do("AdvanceTurn")
    turn = version(session, shared.TurnBegan, -2)
    rewound = correct(session, "Rewind", turn, to=turn - 1)
    session.do("SetBookmark", "ben", version=bought, note="what did the USSR pay?")
    session.do("AdvanceTurn")
    war = session.do("DeclareWar", attacker="italy", target="usa")["version"]
    undone = session.do("UndoAct", "host")["version"]
    session.draw()
    finish(session)
    return Corrected(
        session, bought, paid, struck, amended, called_out, inserted, adjusted, restored, war,
        undone, turn, rewound,
    )  # fmt: skip


@pytest.mark.further
def test_a_corrections_change_is_what_folding_anew_changed(corrected: Corrected) -> None:
    """Points of events long before it, told at the correction."""
    replay = walk(corrected.session)
    paid = dict(corrected.session.ledger.log(NAME))[corrected.paid]
    assert isinstance(paid, VetoPointsSpent)
    ((power, points),) = paid.points.items()
    (change,) = replay.changes(Span(corrected.struck - 1, corrected.struck - 1))
    assert change.path == ("veto_points", power) and change.after - change.before == points
    (back,) = replay.changes(Span(corrected.restored - 1, corrected.restored - 1))
    assert (back.path, back.after, back.before) == (change.path, change.before, change.after)


def test_each_sort_of_correction_tells_its_change(corrected: Corrected) -> None:
    """LiF 4.2: 10 points of intelligence are 2 veto points, amended to 4; 20 are 4 forgotten."""
    replay = walk(corrected.session)

    def moved(version: int) -> dict[tuple[str, ...], int]:
        changes = replay.changes(Span(version - 1, version - 1))
        return {one.path: one.after - one.before for one in changes}

    assert moved(corrected.bought) == {("veto_points", "ussr"): 2}
    assert moved(corrected.amended) == {("veto_points", "ussr"): 2}
    assert moved(corrected.inserted) == {("veto_points", "ussr"): 4}
    assert moved(corrected.adjusted) == {("veto_points", "japan"): 3}
    assert changed(replay, corrected.undone) == {("at war", "[['italy', 'usa']]", "[]")}
    turn = [one for one in replay.changes(Span(corrected.rewound - 1, corrected.rewound - 1))
            if one.path == ("turn",)]  # fmt: skip
    assert turn == [Difference(("turn",), "1940-JA", "1940-MA")]


def frame(replay: Replay, version: int) -> Frame:
    """The frame of an event by its version."""
    place = replay.place_of(version)
    assert place is not None
    return replay.frame(place)


def test_frames_say_what_became_of_an_event(corrected: Corrected) -> None:
    """By which event, and under which dispute; what was struck and restored by what came last."""
    replay = walk(corrected.session)
    bought = frame(replay, corrected.bought)
    assert bought.marks == (Marked("amended", corrected.amended, "d2"),)
    assert bought.sentence == "The USSR bought 2 veto points with 10 intelligence points."
    assert bought.now == "The USSR bought 4 veto points with 10 intelligence points."
    assert bought.bookmarks == (BookmarkNote("ben", "what did the USSR pay?"),)
    assert frame(replay, corrected.struck).marks == (Marked("struck", corrected.restored, "d5"),)
    assert frame(replay, corrected.war).marks == (Marked("undone", corrected.undone),)
    assert frame(replay, corrected.turn).marks == (Marked("rewound", corrected.rewound, "d6"),)
    assert frame(replay, corrected.called_out).marks == ()
    assert frame(replay, corrected.inserted).takes == ()
    assert frame(replay, corrected.inserted).brings == (
        "The USSR bought 4 veto points with 20 intelligence points.",
    )
    assert frame(replay, corrected.amended).takes == (bought.sentence,)
    assert frame(replay, corrected.amended).brings == (bought.now,)
    assert frame(replay, corrected.undone).takes == ("Italy declared war on the USA.",)
    assert frame(replay, corrected.struck).takes == (frame(replay, corrected.paid).sentence,)
    assert frame(replay, corrected.rewound).takes == ()


def test_a_turn_that_was_played_again_stands_there_again(corrected: Corrected) -> None:
    """Going back is where the earlier turn goes on."""
    turns = walk(corrected.session).turns()
    assert [turn for turn, _ in turns[3:]] == [
        "1940-MA",
        "1940-MJ",
        "1940-JA",
        "1940-MA",
        "1940-MJ",
    ]
    assert turns[6][1].first == corrected.rewound - 1
    counted = [turn for turn, _ in walk(corrected.session, effectively=True).turns()]
    assert counted == ["1939-SO", "1939-ND", "1940-JF", "1940-MA", "1940-MJ"]


def test_as_it_counts_now_passes_over_what_was_struck(corrected: Corrected) -> None:
    """And ends where the campaign stands."""
    replay = walk(corrected.session, effectively=True)
    for gone in (corrected.struck, corrected.war, corrected.turn, corrected.paid):
        assert replay.place_of(gone) is None
    entries = [replay.entry(place) for place in range(len(replay))]
    assert not any(one.struck_by for one in entries)
    assert replay.state(len(replay) - 1) == corrected.session.state
    bought = frame(replay, corrected.bought)
    assert bought.sentence == "The USSR bought 4 veto points with 10 intelligence points."
    assert (bought.now, bought.marks) == ("", (Marked("amended", corrected.amended, "d2"),))


def test_a_forgotten_event_stands_at_its_place(corrected: Corrected) -> None:
    """Behind the call-out, with its own change there and none at the correction."""
    replay = walk(corrected.session, effectively=True)
    place = replay.place_of(corrected.called_out)
    assert place is not None
    forgotten = replay.frame(place + 1)
    assert forgotten.marks == (Marked("inserted", corrected.inserted, "d3"),)
    assert (forgotten.turn, forgotten.by) == ("1940-JF", "ben")
    (change,) = replay.changes(Span(place + 1, place + 1))
    assert (change.path, change.after - change.before) == (("veto_points", "ussr"), 4)
    at = replay.place_of(corrected.inserted)
    assert at is not None and replay.changes(Span(at, at)) == ()


@pytest.mark.further
def test_backwards_over_corrections(corrected: Corrected) -> None:
    """The frames of a corrected record are the same both ways, in both ways of telling it."""
    for effectively in (False, True):
        replay = walk(corrected.session, effectively=effectively)
        places = range(len(replay))
        there = [replay.passage(Span(place, place)) for place in places]
        assert there == [replay.passage(Span(p, p)) for p in reversed(places)][::-1]


# --- how much is folded -------------------------------------------------------------------------


def long_log(session: Session, count: int) -> list[Logged]:
    """A log of so many events: the session's own over and over, each round set up anew."""
    first, *rest = [event for _, event in session.ledger.log(NAME)]
    return [(1, first), *((n + 2, rest[n % len(rest)]) for n in range(count - 1))]


class Counting:
    """A system that counts the events it folds."""

    def __init__(self) -> None:
        self.folded = 0
        self.system = replace(SYSTEM, rules=replace(SYSTEM.rules, evolve=self._evolve))

    def _evolve(self, state: Any, event: Event) -> Any:
        self.folded += 1
        return SYSTEM.rules.evolve(state, event)

    def since(self) -> int:
        """How many were folded since this was asked last."""
        folded, self.folded = self.folded, 0
        return folded


def test_any_version_of_a_long_record_is_near(club: Session) -> None:
    """Of 20,000 events each is folded once at first; then a jump needs few, a step one."""
    counting = Counting()
    replay = Replay(counting.system, long_log(club, 20_000))
    assert counting.since() == 20_000
    for place in (19_999, 3, 12_345, 12_300):
        replay.passage(Span(place, place))
        assert counting.since() <= 2 * timeline.STATE_EVERY
    replay.passage(Span(12_301, 12_301))
    assert counting.since() <= 2


def test_a_correction_folds_again_only_what_it_touches(club: Session) -> None:
    """Ten events taken back soon after they were recorded, and one long after."""
    log = [event for _, event in long_log(club, 5_000)]
    paid = [n for n, event in enumerate(log, 1) if isinstance(event, VetoPointsSpent)]
    counting = Counting()
    for at in (one + number for number, one in enumerate(paid[-10:])):
        log.insert(at, facts.EventsStruck(dispute="d1", versions=(at,)))
    Replay(counting.system, list(enumerate(log, 1)))
    near = counting.since()
    assert near <= 5_000 + 10 * timeline.STATE_EVERY
    log.append(facts.EventsStruck(dispute="d1", versions=(paid[0],)))
    Replay(counting.system, list(enumerate(log, 1)))
    assert counting.since() > near + 4_000


# --- looking for events -------------------------------------------------------------------------


def found(replay: Replay, text: str) -> list[int]:
    """The versions that a query finds, one after the other."""
    query, place, all_found = parse(SYSTEM, text), -1, []
    while (match := replay.find(query, place)) is not None:
        place = match
        all_found.append(replay.entry(place).version)
    return all_found


def test_queries_find_events_by_their_fields(table: Replay, drawn: int) -> None:
    """Values, lists and tables that hold the value, numbers, types, members, turns, times."""
    assert found(table, "leader=rundstedt") == [drawn, drawn + 5]
    assert found(table, "LEADER=Rundstedt type=LeaderVetoed") == [drawn + 5]
    assert found(table, "type=lif.LeaderDrawn") == [drawn]
    assert found(table, "draw=1") == [
        drawn,
        drawn + 1,
        drawn + 2,
    ]  # the draw, its ballot, the fixing
    assert found(table, "leaders=rundstedt") == [at(table, LeadersSetUp)]
    assert found(table, "ballots=veto") == [drawn + 3]
    assert found(table, "points=commonwealth") == [drawn + 4]
    enrolled, begun = at(table, shared.MemberEnrolled), at(table, shared.TurnBegan)
    assert found(table, "roles=referee") == [enrolled + 3]  # after the host, Anna and Ben
    assert found(table, "active=yes") == [at(table, LeadersSetUp)]
    assert found(table, "turn=1939-so") == [*range(1, len(table) + 1)]
    assert found(table, "by=anna") == []
    assert found(table, "at=1999-01-01 type=TurnBegan") == [begun]
    given = at(table, shared.PowerAssigned)
    assert found(table, 'member=anna type="PowerAssigned"') == [given, given + 1]


def test_queries_find_events_by_their_rule(table: Replay, drawn: int) -> None:
    """LiF 4.1: the rule and its parts; 4.1(2) is no part of 4.1(1), 4.1 none of 4.11."""
    whole, set_up = found(table, "rule=4.1"), at(table, LeadersSetUp)
    assert drawn in whole and drawn - 1 in whole and set_up not in whole
    assert found(table, "rule=4.1(1)") == [drawn, drawn + 1]
    assert found(table, "rule=LiF-4.1(1)") == []
    assert found(table, 'rule="LiF 4.1(1)"') == [drawn, drawn + 1]
    assert found(table, "rule=record type=TurnBegan") == [at(table, shared.TurnBegan)]


def test_a_word_is_found_anywhere(table: Replay, drawn: int) -> None:
    """In any field, as a part of a text or a key."""
    assert found(table, "rundstedt") == [at(table, LeadersSetUp), drawn, drawn + 5]
    assert found(table, "rundst drawn") == []
    assert found(table, "nowhere") == []


def test_searching_goes_both_ways(table: Replay, drawn: int) -> None:
    """The last match before a place."""
    query = parse(SYSTEM, "leader=rundstedt")
    assert table.find(query, len(table), back=True) == drawn + 4
    assert table.find(query, drawn + 4, back=True) == drawn - 1
    assert table.find(query, drawn - 1, back=True) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "say what to look for, such as leader=rommel"),
        ("  ", "say what to look for"),
        ("leder=rommel", "no event has a field 'leder'; did you mean leader or leaders?"),
        ("qqq=1", "no event has a field 'qqq'; look for leader=rommel"),
        ("=rommel", "no event has a field ''; look for"),
        ("leader=", "leader: say which, as in leader=rommel"),
        ("type=LeaderDran", "there is no event 'LeaderDran'; did you mean LeaderDrawn"),
        ("type=xyzzy", "there is no event 'xyzzy'"),
        ('claim="too late', "lacks a closing quotation mark"),
        ("email=anna-of-the-club@example.org", "no event has a field 'email'"),
        ("sealed=00", "no event has a field 'sealed'"),
    ],
)
def test_a_query_that_cannot_be_meant_is_refused_kindly(text: str, says: str) -> None:
    """In one line, with what was probably meant; what nobody may see is no field."""
    with pytest.raises(QueryError) as caught:
        parse(SYSTEM, text)
    assert says in str(caught.value) and "\n" not in str(caught.value)


def test_what_nobody_may_see_is_found_by_no_word(table: Replay, drawn: int) -> None:
    """Neither an address nor a ciphertext."""
    sealed = table.entry(drawn).event
    assert isinstance(sealed, BallotSealed) and sealed.sealed
    assert found(table, "anna-of-the-club") == []
    assert found(table, sealed.sealed) == []


# --- secrets ------------------------------------------------------------------------------------


def read_out(folder: Path, choice: str, other: str, *, opened: bool) -> list[bytes]:
    """Everything that a replay tells of an evening with these two ballots."""
    folder.mkdir()
    session = Session(ledger_in(folder)).open(rulings={"draws": "table"})
    session.do("OpenReinforcement")
    session.do("DrawLeader", leader="rundstedt")
    session.ballots({"commonwealth": choice, "ussr": other})
    if opened:
        session.do("OpenBallots", absent="no-veto")
    replay = walk(session)
    stops = [replay.passage(span) for by in BY for span in replay.spans(by)]
    return [msgspec.json.encode(one) for one in (*stops, *map(replay.shown, range(len(replay))))]


def test_swapping_unopened_choices_changes_no_byte(tmp_path: Path) -> None:
    """LiF 4.1(1): the same evening with the sealed choices swapped reads the same, byte by byte.

    Once they are opened it does not.
    """
    for opened in (False, True):
        one = read_out(tmp_path / f"{opened} 1", "veto", "no-veto", opened=opened)
        two = read_out(tmp_path / f"{opened} 2", "no-veto", "veto", opened=opened)
        assert (one == two) is not opened


def test_a_frame_tells_the_journals_sentence(table: Replay, drawn: int) -> None:
    """Word for word, so that replay and journal never differ."""
    event = table.entry(drawn + 3).event
    assert table.frame(drawn + 3).sentence == sentence(event)
