"""Vault: a sealed value is opened outside the rules with a reason and a second member's consent.

Where a keeper is named, who plays no power, nobody else's consent will do. What was opened is an
event that everybody sees, and the marker stays as it lies.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.reports import pages
from campaign.store import branches
from campaign.store.ledger import Ledger
from campaign.store.vault import VaultError
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from events import chain, codec
from events.disputes import SealedOpened
from events.sealed import Opening, opens
from support.sessions import NAME, Session, bodies, ledger_in, nonce_of, refusal, stored

WHY = "anna has left the club"


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A board on the first leader; anna's veto for Germany is in the vault, as the last event."""
    with ledger_in(tmp_path / "club") as ledger:
        session = Session(ledger).open()
        session.draw()
        session.do("SealBallot", "anna", power="germany", choice="veto")
        yield session


def sealed(session: Session) -> int:
    """The version of the last event that sealed something."""
    return max(version for version, event in bodies(session) if "commitment" in event
               and event["type"] != "campaign.OpeningAsked")  # fmt: skip


def ask(session: Session, by: str = "ben", version: int | None = None) -> dict[str, Any]:
    """Asks for the opening of the last sealed marker, or of an event."""
    return session.ask("AskOpening", by, version=version or sealed(session), reason=WHY)


def consent(session: Session, by: str, version: int | None = None) -> dict[str, Any]:
    """Consents to it."""
    return session.ask("ConsentToOpening", by, version=version or sealed(session))


def clean(session: Session) -> bool:
    """Whether the auditor has nothing to say."""
    return list(Verification(SYSTEMS, name=session.name).findings(stored(session))) == []


# --- asking and consenting ----------------------------------------------------------------------


def test_one_asks_a_second_consents_and_everybody_sees_it(session: Session, tmp_path: Path) -> None:
    """The event bears choice, nonce, both members and the reason; log and report tell it."""
    version = sealed(session)
    asked = ask(session)["events"][0]
    assert (asked["type"], asked["reason"]) == ("campaign.OpeningAsked", WHY)
    assert "veto" not in str({**asked, "commitment": ""})
    (event,) = consent(session, "ref")["events"]
    assert event == {
        "version": version + 2, "about": version, "type": "campaign.SealedOpened",
        "choice": "veto", "nonce": event["nonce"], "asked_by": "ben", "reason": WHY,
    }  # fmt: skip
    commitment = dict(bodies(session))[version]["commitment"]
    assert opens(session.subject("germany"), Opening("veto", event["nonce"]), commitment)
    page = pages.write(session.ledger, NAME, tmp_path / "out", "1939-SO")[0].read_text()
    assert "sealed was opened before its time: veto" in page
    assert "Ben asked, Ref consented" in page
    assert clean(session)


def test_the_marker_then_stays_as_it_lies(session: Session) -> None:
    """LiF 4.1: neither its player nor the host turns another; it counts when all are opened."""
    ask(session)
    consent(session, "ref")
    for by in ("anna", "host"):
        rule, reason = refusal(session.ask("SealBallot", by, power="germany", choice="no-veto"))
        assert rule == "LiF 4.1" and "was opened already and can't be changed" in reason
    answer = session.do("OpenBallots", absent="no-veto")
    ballots = answer["events"][1]["ballots"]
    assert (ballots["germany"]["choice"], ballots["germany"]["how"]) == ("veto", "sealed")
    assert clean(session)


def test_nothing_else_is_opened_with_it(session: Session) -> None:
    """Another ballot in the vault stays sealed, and can be replaced."""
    session.do("SealBallot", "ben", power="usa", choice="no-veto")
    version = sealed(session) - 1
    ask(session, version=version)
    answer = consent(session, "ref", version)
    assert answer["events"][0]["choice"] == "veto"
    assert session.ask("SealBallot", "ben", power="usa", choice="no-veto")["accepted"]


def test_who_asked_does_not_consent(session: Session) -> None:
    """Not even the host."""
    for by in ("ben", "host"):
        version = sealed(session)
        ask(session, by)
        assert refusal(consent(session, by)) == (
            "Vault", f"{by.capitalize()} asked for it; a second member must consent",
        )  # fmt: skip
        session.do("SealBallot", "anna", power="germany", choice="veto")
        assert sealed(session) > version


def test_nobody_consents_to_what_nobody_asked_for(session: Session) -> None:
    """The reason comes first."""
    version = sealed(session)
    assert refusal(consent(session, "ref")) == (
        "Vault", f"nobody has asked to unseal event {version}",
    )  # fmt: skip


def test_it_is_asked_for_once(session: Session) -> None:
    """And once it was opened, nobody can be asked to open it again."""
    version = sealed(session)
    ask(session)
    told = f"somebody has asked to unseal event {version} already"
    assert refusal(ask(session, "ref")) == ("Vault", told)
    consent(session, "ref")
    assert ask(session, "ref", version)["accepted"]
    assert "was opened or replaced" in refusal(consent(session, "host", version))[1]


@pytest.mark.parametrize("version", [1, 3, 999])
def test_only_what_was_sealed_can_be_asked_for(session: Session, version: int) -> None:
    """Not the opening of the campaign, not what is not there, and not the asking itself."""
    told = f"version: event {version} seals nothing"
    assert refusal(ask(session, version=version)) == (None, told)
    asked = ask(session)["version"]
    assert refusal(ask(session, "ref", asked)) == (None, f"version: event {asked} seals nothing")


def test_only_members_ask_and_consent(session: Session) -> None:
    """A stranger does neither."""
    assert refusal(ask(session, "nobody"))[0] == "Members"
    ask(session)
    assert refusal(consent(session, "nobody"))[0] == "Members"


def test_a_reason_must_be_given(session: Session) -> None:
    """An empty one is malformed."""
    answer = session.ask("AskOpening", "ben", version=sealed(session), reason="")
    assert answer["rule"] is None and answer["reason"].startswith("AskOpening, reason: ")


@pytest.mark.parametrize("what", ["replaced", "opened with all", "on a device", "another turn"])
def test_what_does_not_lie_in_the_vault_is_not_opened(session: Session, what: str) -> None:
    """Replaced, opened by the rules, still on a device, or of a board that is over."""
    version = sealed(session)
    if what == "on a device":
        made = session.device("ussr", "no-veto", nonce_of("ussr"))
        session.do("SealBallot", "ben", power="ussr", commitment=made)
        version = sealed(session)
    ask(session, version=version)
    if what == "replaced":
        session.do("SealBallot", "anna", power="germany", choice="no-veto")
    if what in ("opened with all", "another turn"):
        session.do("OpenBallots", absent="no-veto")
    if what == "another turn":
        while session.phase != "closed":
            session.do({"draw": "DrawLeader", "ballots": "OpenBallots", "votes": "OpenVotes"}[
                session.phase], **{} if session.phase == "draw" else {
                "absent": "no-veto" if session.phase == "ballots" else "abstain"})  # fmt: skip
        session.do("AdvanceTurn")
    assert refusal(consent(session, "ref", version)) == (
        "Vault", f"what event {version} sealed was opened or replaced, or is on a device",
    )  # fmt: skip


def test_a_vote_is_opened_in_the_same_way(session: Session) -> None:
    """LiF 4.1(5): a vote lies in the vault like a ballot."""
    session.do("SealBallot", "anna", power="germany", choice="no-veto")
    session.do("OpenBallots", absent="no-veto")
    session.do("SealVote", "anna", power="germany", choice="another")
    ask(session)
    assert consent(session, "eve")["events"][0]["choice"] == "another"
    assert clean(session)


def test_a_device_s_opening_in_the_vault_is_opened_too(session: Session) -> None:
    """Once it was handed over it lies there like any other, under the commitment sealed first."""
    made = session.device("ussr", "veto", nonce_of("ussr"))
    session.do("SealBallot", "ben", power="ussr", commitment=made)
    version = sealed(session)
    session.do("FixMarkers")
    session.do("RevealBallot", "ben", power="ussr", choice="veto", nonce=nonce_of("ussr"))
    ask(session, "anna", version)
    event = consent(session, "ref", version)["events"][0]
    assert (event["choice"], event["nonce"]) == ("veto", nonce_of("ussr"))


# --- bound to the campaign ----------------------------------------------------------------------


def test_a_branch_opens_nothing_of_its_origin(session: Session) -> None:
    """A what-if holds no ciphertext: whoever made it consents to himself in vain."""
    version = sealed(session)
    ask(session)
    name, _ = branches.branch(session.ledger, NAME, None, "ben")
    branch = Session(session.ledger, name)
    assert "nobody has asked" in refusal(consent(branch, "ben", version))[1]


def test_a_ciphertext_moved_to_another_campaign_does_not_open(
    session: Session, tmp_path: Path
) -> None:
    """Bound to the campaign's id: the same board elsewhere, with the same key, stays shut."""
    with ledger_in(tmp_path / "other", "other dice") as ledger:
        other = Session(ledger).open()
        other.draw()
        shutil.copy(session.ledger.vault.path, ledger.vault.path)
        ours = dict(bodies(session))[sealed(session)]
        subject = other.subject("germany")
        assert session.ledger.vault.open(session.subject("germany"), ours["sealed"])
        with pytest.raises(VaultError):
            ledger.vault.open(subject, ours["sealed"])


def test_without_the_key_nothing_is_opened(session: Session) -> None:
    """One line, and nothing recorded."""
    ask(session)
    session.ledger.vault.path.unlink()
    before = stored(session)
    with pytest.raises(VaultError, match="vault key"):
        consent(session, "ref")
    assert stored(session) == before


# --- the keeper ---------------------------------------------------------------------------------


def test_with_a_keeper_nobody_else_consents(session: Session) -> None:
    """Not the host, not another member; the keeper does, unless he asked himself."""
    session.do("NameKeeper", member="eve")
    version = sealed(session)
    ask(session, "host")
    for by in ("ref", "ben", "anna"):
        assert refusal(consent(session, by)) == (
            "Vault", "Eve keeps the vault; nobody else can consent",
        )  # fmt: skip
    assert consent(session, "eve")["events"][0]["choice"] == "veto"
    session.do("SealBallot", "ben", power="usa", choice="no-veto")
    assert sealed(session) > version
    ask(session, "eve")
    assert refusal(consent(session, "eve")) == (
        "Vault", "Eve asked for it; a second member must consent",
    )  # fmt: skip


def test_the_host_alone_names_him(session: Session) -> None:
    """A player does not, nor does he himself."""
    for by in ("anna", "eve"):
        told = "naming the vault's keeper is for a host"
        assert refusal(session.ask("NameKeeper", by, member="eve")) == ("Members", told)


def test_the_keeper_plays_no_power(session: Session) -> None:
    """A player is none, nor the host while he plays those that nobody holds."""
    for member in ("anna", "host"):
        told = f"{member.capitalize()} plays a power; the keeper plays none"
        assert refusal(session.ask("NameKeeper", member=member)) == ("Vault", told)


def test_the_keeper_is_a_member(session: Session) -> None:
    """And has a name that a member can have."""
    assert refusal(session.ask("NameKeeper", member="zed")) == (
        "Members", "'zed' is not enrolled in this campaign",
    )  # fmt: skip
    assert refusal(session.ask("NameKeeper", member="Zed!"))[0] is None


def test_naming_the_same_again_is_refused(session: Session) -> None:
    """Nobody keeps it at first; nobody again; eve; eve again; nobody."""
    told = "nobody keeps the vault already"
    assert refusal(session.ask("NameKeeper", member="")) == ("Vault", told)
    session.do("NameKeeper", member="eve")
    assert refusal(session.ask("NameKeeper", member="eve")) == (
        "Vault", "Eve keeps the vault already",
    )  # fmt: skip
    session.do("NameKeeper", member="")
    assert session.state.campaign.record.keeper == ""
    ask(session)
    assert consent(session, "ref")["accepted"]


def test_a_keeper_who_has_taken_a_power_since_consents_no_more(session: Session) -> None:
    """He might open his opponent's ballot; the host names another."""
    session.do("EnrolMember", member="eve", name="Eve", roles=["player"])
    session.do("NameKeeper", member="eve")
    session.do("AssignPower", power="china", member="eve")
    ask(session)
    assert refusal(consent(session, "eve")) == (
        "Vault", "Eve keeps the vault and plays a power now; name another keeper",
    )  # fmt: skip
    session.do("ReleasePower", power="china")
    assert consent(session, "eve")["accepted"]


# --- and afterwards -----------------------------------------------------------------------------


def rewritten(session: Session, change: dict[str, Any]) -> list[str]:
    """What the auditor says where the opening was recorded otherwise, every digest made anew."""
    rows, head = [], ""
    for version, kind, row in stored(session):
        event = SYSTEMS.codec.decode(chain.body(row))
        if isinstance(event, SealedOpened):
            event = msgspec.structs.replace(event, **change)
        made = chain.seal(codec.encode(msgspec.structs.replace(event, prev=head)))
        head = chain.head(made)
        rows.append((version, kind, made))
    return [finding.text for finding in Verification(SYSTEMS, name=NAME).findings(rows)]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({}, ""),
        ({"choice": "no-veto"}, "had sealed"),
        ({"nonce": "ab" * 32}, "had sealed"),
        ({"about": 3}, "about: the record has 3, and the rules give 16"),
        (
            {"about": 3, "act": {"command": "ConsentToOpening", "version": 3}},
            "nobody has asked to unseal event 3",
        ),
        ({"by": "ben"}, "Ben asked for it; a second member must consent"),
    ],
)
def test_verify_checks_what_was_opened(session: Session, change: dict[str, Any], told: str) -> None:
    """Against the commitment, the asking and the two members."""
    ask(session)
    consent(session, "ref")
    found = rewritten(session, change)
    assert (found == []) if not told else any(told in line for line in found), found


def test_it_is_the_same_in_a_store_of_its_own(session: Session, tmp_path: Path) -> None:
    """What was opened is opened everywhere: the state after a restart is the state before."""
    ask(session)
    consent(session, "ref")
    with Ledger(session.ledger.store.path) as again:
        assert again.fresh(NAME).state == session.state
        assert again.live(NAME).state.board.markers["germany"].opened
