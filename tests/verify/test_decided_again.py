"""Every act decided again: what the rules do not give is found, however well it is chained."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.store.export import audit_of
from campaign.systems import SYSTEMS
from campaign.verify import receipts
from campaign.verify.audit import Verification
from campaign.verify.receipts import Papers
from events import campaign as shared
from events import chain, codec
from events import disputes as facts
from events.base import Event, topic
from events.lif.board import BallotSealed, ReinforcementOpened, VetoPointsInfused, VetoPointsSpent
from events.lif.politics import WarDeclared
from support.disputed import disputed
from support.sessions import NAME, Session, ledger_in, played

Log = list[Event]


@pytest.fixture(scope="module")
def quarrel(tmp_path_factory: pytest.TempPathFactory) -> Log:
    """A club with three disputes, two rulings, a consent and three corrections."""
    return events_of(disputed(tmp_path_factory.mktemp("quarrel")))


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Log:
    """Three turns of a club."""
    return events_of(played(tmp_path_factory.mktemp("war"), turns=3))


def events_of(session: Session) -> Log:
    """A campaign's events."""
    found = [event for _, event in session.ledger.log(NAME)]
    assert list(audit_of(session.ledger, NAME).findings(session.ledger.store.rows(NAME))) == []
    session.ledger.close()
    return found


def chained(log: Log) -> list[tuple[int, str, bytes]]:
    """Events as rows, chained anew, so that nothing but their content can give them away."""
    rows, head = [], ""
    for version, event in enumerate(log, 1):
        stored = chain.seal(codec.encode(replace(event, prev=head)))
        head = chain.head(stored)
        rows.append((version, topic(event), stored))
    return rows


def audited(log: Log) -> list[str]:
    """What the auditor says of events, chained anew."""
    return [str(one) for one in Verification(SYSTEMS).findings(chained(log))]


def place(log: Log, kind: type[Event], nth: int = 0, **fields: Any) -> int:
    """Where the nth event of a type stands."""
    return [
        index
        for index, event in enumerate(log)
        if isinstance(event, kind)
        and all(getattr(event, name) == value for name, value in fields.items())
    ][nth]


def forged(log: Log, kind: type[Event], nth: int = 0, **changes: Any) -> tuple[int, list[str]]:
    """The version of an event and what the auditor says once it is changed."""
    at = place(log, kind, nth)
    other = [*log[:at], replace(log[at], **changes), *log[at + 1 :]]
    return at + 1, audited(other)


def test_an_untouched_record_is_clean_when_it_is_chained_anew(quarrel: Log, war: Log) -> None:
    """Nothing is found that the change did not bring."""
    assert audited(quarrel) == audited(war) == []


OWN: list[tuple[type[Event], dict[str, Any], str]] = [
    (facts.DisputeRaised, {"dispute": "d7"}, 'dispute: the record has d7, and the rules give d1'),
    (facts.DisputeRaised, {"by": "nobody"}, "'nobody' is not enrolled"),
    (facts.DisputeRaised, {"concerned": ()}, "concerned: the record has []"),
    (facts.DisputeAnswered, {"by": "ben"}, "Ben raised d1; add evidence instead"),
    (facts.DisputeAnswered, {"at": "2099-02-01T00:00:00.000Z"}, "could be answered until"),
    (
        facts.EvidenceAdded,
        {"file_digest": "x"},
        "AddEvidence takes no such value: file digest: expected",
    ),
    (facts.TermSet, {"by": "anna"}, "setting a time limit is for a host"),
    (facts.TermSet, {"until": "1998-01-01"}, "1998-01-01 is past"),
    (facts.RulingGiven, {"by": "ben"}, "Ben is neither a referee nor a host"),
    (facts.RulingGiven, {"verdict": "rejected"}, "only once it is upheld"),
    (facts.RulingConsented, {"by": "host"}, "a second member must consent"),
    (facts.PlayFrozen, {"by": "anna"}, "letting play rest is for a host"),
    (facts.PlayFrozen, {"dispute": "d9"}, "there is no dispute 'd9'"),
    (
        facts.EventAmended,
        {"by": "anna"},
        "only Ref, who ruled on d1, or a host can make the correction",
    ),
    (facts.EventAmended, {"dispute": "d3"}, "there is no dispute 'd3'"),
    (facts.EventsStruck, {"dispute": "d3"}, "d3 allows a correction only once"),
    (facts.EventsStruck, {"versions": (2,)}, "belongs to the start of the campaign"),
    (facts.FigureAdjusted, {"figure": "oil"}, "there is no figure oil of italy"),
    (facts.FigureAdjusted, {"change": 1000}, "AdjustFigure takes no such value: change: expected"),
    (facts.FigureAdjusted, {"change": -99}, "would have"),
    (shared.EntropyAdded, {"by": "eve"}, "Eve is an observer and can't do this"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "changes", "why"), OWN)
def test_a_forged_act_of_the_record_is_found(
    quarrel: Log, kind: type[Event], changes: dict[str, Any], why: str
) -> None:
    """Disputes, rulings, consents, terms and corrections follow rules as play does."""
    version, told = forged(quarrel, kind, **changes)
    assert any(why in line for line in told), told
    assert told[0].split(":")[0] >= f"version {version}"


def test_a_ruling_that_needs_consent_and_does_without_is_found(quarrel: Log) -> None:
    """The host plays, and rules on what concerns powers that the host plays."""
    at = place(quarrel, facts.RulingGiven, needs_consent=True)
    log = [*quarrel[:at], replace(quarrel[at], needs_consent=False), *quarrel[at + 1 :]]
    assert any("needs consent" in line for line in audited(log))


def test_a_correction_without_its_ruling_is_found(quarrel: Log) -> None:
    """The ruling is dropped; the amendment that rests on it stays."""
    at = place(quarrel, facts.RulingGiven)
    assert any("d1 allows a correction only once" in one for one in audited(_without(quarrel, at)))


def test_an_undo_of_anothers_act_is_found(war: Log) -> None:
    """Undo takes back a member's own last act, and nobody else's."""
    at = next(index for index, event in enumerate(war) if isinstance(event, BallotSealed))
    said = {"command": "UndoAct"}
    undone = facts.ActUndone(versions=(at + 1,), at=war[at].at, by="ref", act=said)
    told = audited([*war[: at + 1], undone])
    assert any(
        f"version {at + 2}: rules: `campaign undo` by Ref would be refused" in one for one in told
    ), told


def _without(log: Log, at: int) -> Log:
    return [*log[:at], *log[at + 1 :]]


# --- the game and its members -------------------------------------------------------------------

PLAY: list[tuple[type[Event], dict[str, Any], str]] = [
    (WarDeclared, {"by": "ben"}, "only a host can do this, and Ben is not a host"),
    (WarDeclared, {"target": "germany"}, "`campaign war` by Host would be refused"),
    (ReinforcementOpened, {"turn": "1941-MA"}, "turn: the record has 1941-MA"),
    (BallotSealed, {"by": "anna", "power": "ussr"}, "is played by Ben, not by Anna"),
    (BallotSealed, {"in_name": True}, "in name: the record has true"),
    (
        BallotSealed,
        {"commitment": "x"},
        "SealBallot takes no such value: commitment: expected",
    ),
    (VetoPointsSpent, {"points": {"germany": 0}}, "VetoPointsSpent"),
    (VetoPointsInfused, {"points": {"germany": 50}}, "VetoPointsInfused"),
    (shared.TurnBegan, {"turn": "1944-JF"}, "TurnBegan"),
]


@pytest.mark.parametrize(("kind", "changes", "why"), PLAY)
def test_a_forged_act_of_play_is_found(
    war: Log, kind: type[Event], changes: dict[str, Any], why: str
) -> None:
    """Whoever may not act, and whatever does not follow."""
    nth = 1 if kind is shared.TurnBegan else 0
    _, told = forged(war, kind, nth, **changes)
    assert any(why in line for line in told), told


def test_an_event_that_no_command_begins_with_is_found(war: Log) -> None:
    """Points out of nowhere, under a stamp of their own."""
    gift = VetoPointsSpent(points={"france": 1}, at=war[-1].at, by="host")
    assert audited([*war, gift]) == [f"version {len(war) + 1}: act: keeps no command"]
    thrown = replace(gift, act={"command": "AddEntropy", "value": "heads"})
    assert audited([*war, thrown]) == [
        f"version {len(war) + 1}: rules: `campaign entropy` by Host would be refused (Calendar): "
        "the campaign has ended; nothing more can be recorded"
    ]
    at = place(war, VetoPointsSpent)
    assert any(
        "the record has lif.VetoPointsSpent, and the rules give campaign.EntropyAdded" in line
        for line in audited([*war[:at], replace(thrown, at=war[at - 1].at), *war[at:]])
    )


CHANGES: list[tuple[Callable[[Event], Event], str]] = [
    (lambda event: replace(event, nth=7), "is number 7 of its command's events"),
    (lambda event: replace(event, by="ben"), "has another time, member or key"),
    (lambda event: replace(event, key="other"), "has another time, member or key"),
    (lambda event: replace(event, at="1999-01-01T00:00:00.001Z"), "has another time"),
]


@pytest.mark.parametrize(("change", "why"), CHANGES)
def test_the_events_of_a_command_bear_one_stamp(
    war: Log, change: Callable[[Event], Event], why: str
) -> None:
    """Moment, member and key are the command's; the events are counted from 0."""
    at = place(war, VetoPointsSpent)
    told = audited([*war[:at], change(war[at]), *war[at + 1 :]])
    assert any(f"version {at + 1}: rules: {why}" in line for line in told), told


def test_a_dropped_event_of_an_act_is_found(war: Log) -> None:
    """Markers were shown, and nobody pays."""
    at = place(war, VetoPointsSpent)
    assert any("VetoPointsSpent" in line for line in audited(_without(war, at)))


def test_a_time_before_its_predecessors_is_found(war: Log) -> None:
    """The ledger never stamps earlier than it has; nor does it stamp what is no time."""
    at = place(war, WarDeclared)
    early = [*war[:at], replace(war[at], at="1998-12-31T23:59:59.999Z"), *war[at + 1 :]]
    assert audited(early) == [
        f"version {at + 1}: time: is stamped 1998-12-31T23:59:59.999Z, "
        f"and the one before it {war[at - 1].at}"
    ]
    none = [*war[:at], replace(war[at], at="yesterday"), *war[at + 1 :]]
    assert f"version {at + 1}: time: is stamped yesterday, which is no time in UTC" in audited(none)


def test_a_key_of_two_commands_is_found(war: Log) -> None:
    """An idempotency key belongs to one command: sent again, it would have recorded nothing."""
    one, other = place(war, WarDeclared), place(war, shared.TurnBegan, 1)
    first, later = sorted((one, other))
    log = [*war]
    log[one] = replace(log[one], key="a-key")
    for index in range(other, other + 1 + _followers(log, other)):
        log[index] = replace(log[index], key="a-key")
    assert audited(log) == [
        f"version {later + 1}: rules: bears the key 'a-key', which event {first + 1} bears already"
    ]


def _followers(log: Log, at: int) -> int:
    """How many events one command brought besides its first."""
    count = 0
    while at + count + 1 < len(log) and log[at + count + 1].nth:
        count += 1
    return count


def test_a_marker_for_no_draw_is_found(war: Log) -> None:
    """Each names the draw that the board is about."""
    version, told = forged(war, BallotSealed, draw=0)
    text = "does not follow from what came before: it is about draw 0"
    assert told[0] == f"version {version}: fold: {text}"


def test_a_receipt_that_names_another_command_is_found(tmp_path: Path) -> None:
    """The receipts are sealed anew; what the events answer is no secret."""
    session = Session(ledger_in(tmp_path)).open()
    session.do("AddEntropy", "anna", value="geese")
    session.do("DeclareWar", attacker="germany", target="poland")
    rows = list(session.ledger.store.rows(NAME))
    kept = [(number, bytes(stored)) for number, stored in session.ledger.store.receipts(NAME)]
    session.ledger.close()
    assert list(Verification(SYSTEMS, papers=Papers(lambda: kept)).findings(rows)) == []
    false: list[tuple[int, bytes]] = []
    for number, stored in kept:
        told = receipts.read(stored)
        if told.command == "DeclareWar":
            told = replace(told, command="MakePeace")
        false.append((number, receipts.sealed_row(told, false[-1][1] if false else b"")))
    found = [str(one) for one in Verification(SYSTEMS, papers=Papers(lambda: false)).findings(rows)]
    assert found == [
        "version 0: receipt: number 2: is for MakePeace, "
        f"and event {len(rows)} came from DeclareWar"
    ]
