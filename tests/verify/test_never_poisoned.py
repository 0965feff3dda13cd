"""Nothing that a member may send makes a record fail its own audit, its export or its backup.

By night every text of every command is put wrong in every way (`nightly/test_every_text.py`); here
are those that once got in, and one in a few of all others.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.kernel.keys import head_text
from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from forgeries import evening
from support.first_cases import first_cases, play_case
from support.hostile import Hostile
from support.passkeys import text_of
from support.sessions import NAME, Session, ledger_in, nonce_of
from support.spite import SHEET, spited
from tests.disputes.test_disputes_recorded import STORIES, Story
from tests.kernel.test_act_signatures import ANNAS, KEY, PUBLIC

LOSS = {"side": "attacker", "power": "germany", "controlled_by": "germany", "type": "INF",
        "fate": "killed", "build_points": 1}  # fmt: skip
COUNTER = {"id": "ge-1", "power": "germany", "type": "INF", "name": "1st"}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Leaders and counters on the map."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open(setup={"leaders": {"guderian": "map", "zhukov": "map"}})
        session.do("AddCounters", counters=SHEET, source="our sheet")
        session.do("MoveLeader", leader="zhukov", location="E1428")
        yield session


@pytest.mark.parametrize(
    ("command", "fields", "field"),
    [
        ("MoveLeader", {"leader": "guderian", "location": "E1430", "means": "land",
                        "travels_with": "{}"}, "travels with"),
        ("ReportCombat", {"kind": "land", "hex": "E1429", "attackers": ["germany"],
                          "defenders": ["ussr"], "losses": [{**LOSS, "type": "{}"}]},
         "losses type"),
        ("UseAbility", {"leader": "zhukov", "ability": 33, "hex": "E1428", "helps": ["ussr"],
                        "combat": "{}"}, "combat"),
        ("AddCounters", {"counters": [{**COUNTER, "name": "{}"}], "source": "ours"},
         "counters name"),
        ("MoveCounter", {"counter": "ge-inf", "to": "map", "location": "E1429", "reason": "{}"},
         "reason"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("sign", ["\x1b", "\n", "\u2028", "\x00"], ids=ascii)
def test_a_sign_that_moves_the_cursor_is_not_recorded(
    session: Session, command: str, fields: dict[str, Any], field: str, sign: str
) -> None:
    """It is refused in one sentence that names the field, and the record verifies."""

    def put(value: Any) -> Any:
        match value:
            case str():
                return value.replace("{}", f"1st{sign}army")
            case dict():
                return {key: put(one) for key, one in value.items()}
            case list():
                return [put(one) for one in value]
        return value

    before = session.ledger.store.version(NAME)
    answer = session.ask(command, **put(fields))
    audit = audit_of(session.ledger, NAME)
    if answer["accepted"]:  # people's own words may have several lines
        assert (command, sign) in (("MoveCounter", "\n"), ("MoveCounter", "\u2028"))
    else:
        assert answer["rule"] is None and answer["reason"].isprintable()
        assert answer["reason"].startswith((f"{field}: ", f"{command}, {field}")), answer["reason"]
        assert session.ledger.store.version(NAME) == before
    assert list(audit.findings(session.ledger.store.rows(NAME))) == []


# --- every text of every command ----------------------------------------------------------------


def disputes(folder: Path) -> None:
    """The recorded disputes, one after the other."""
    for name in STORIES:
        (folder / name).mkdir()
        story = Story(name, folder / name)
        story.play().ledger.close()


def corrections(folder: Path) -> None:
    """Members and a referee who try everything."""
    for seed in (3, 4):
        (folder / str(seed)).mkdir()
        spited(folder / str(seed), seed)


def battles(folder: Path) -> None:
    """Battles of Flames of War with all that goes on at the table."""
    evening.play(folder).close()


def cases(folder: Path) -> None:
    """The conformance cases that bring a command for the first time."""
    for case in first_cases():
        (folder / case.id).mkdir()
        play_case(case, folder / case.id)


def the_frame(folder: Path) -> None:
    """Keys, keepers, openings, bookmarks and devices."""
    with ledger_in(folder) as ledger:
        session = Session(ledger).open(rulings={"draws": "table"})
        session.do("RenewVault")
        session.do("SetBookmark", "anna", version=1, note="here")
        session.do("EnrolKey", "anna", member="anna", public=PUBLIC, algorithm="ed25519")
        live = ledger.live(NAME)
        shared = live.state.campaign
        made = text_of(ANNAS.sign(head_text(shared.id, live.version, live.head, shared.rules)))
        session.do("WitnessHead", "anna", version=live.version, head=live.head, signature=made)
        session.do("RetireKey", "host", member="anna", key=KEY)
        session.do("ConsentToRetirement", "ben", member="anna", key=KEY)
        session.do("NameKeeper", member="ref")
        session.do("OpenReinforcement")
        session.do("DrawLeader", leader="cunningham")
        for power, by, kind in (("germany", "anna", "Ballot"), ("ussr", "ben", "Vote")):
            choice, nonce = {"Ballot": "no-veto", "Vote": "stop"}[kind], nonce_of(by)
            commitment = session.device(power, choice, nonce)
            session.do(f"Seal{kind}", by, power=power, commitment=commitment)
            session.do("FixMarkers")
            session.do(f"Reveal{kind}", by, power=power, choice=choice, nonce=nonce)
            if kind == "Ballot":
                session.do("OpenBallots", absent="no-veto")
                session.do("SealVote", "anna", power="italy", choice="stop")
                version = ledger.store.version(NAME)
                session.do("AskOpening", "ben", version=version, reason="anna has left")
                session.do("ConsentToOpening", "ref", version=version)
        session.do("RaiseDispute", "anna", versions=[2], claim="no")
        session.do("FreezePlay", dispute="d1")
        session.do("ResumePlay")


STORIES_TOLD = (disputes, corrections, battles, cases, the_frame)


def hostile(monkeypatch: pytest.MonkeyPatch, share: int) -> Hostile:
    """Asks every ledger for what it should refuse, from now on."""
    asking = Hostile(share)

    def outcome(*asked: Any, **more: Any) -> Any:
        return asking.outcome(*asked, **more)

    monkeypatch.setattr(Ledger, "outcome", outcome)
    return asking
