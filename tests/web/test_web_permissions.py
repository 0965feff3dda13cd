"""Who may do what, from the table of roles: every command tried by every role through the service.

Each line is tried by all, in the order of an evening: first by those who may not, of whom nothing
is recorded, then by those who may, in the order in which they stand.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from httpx import Response

from campaign.web.routes import places
from events.sealed import Opening, Subject, commit
from support.eyes import Eyes
from support.sessions import nonce_of
from support.web import MEMBERS, NAME, Browser, WebClub, club

pytestmark = pytest.mark.further

ROLES = ("guest", "stranger", "operator", "olga", "cora", "ben", "ref", "host", "kim")
"""Whoever has a guest's link; a host elsewhere; whoever runs the machine; an observer; the players
of Japan and Italy; a referee; the host, who plays nothing; who keeps the vault."""
Roles = tuple[str, ...]
MEMBERS_ALL = ("olga", "cora", "ben", "ref", "host", "kim")
WHY = {"why": "cannot be reached"}
OUTSIDE = {"guest": 401, "stranger": 404, "operator": 404}
"""How the service answers those who do not belong; the rules answer the others."""


class Table:
    """An evening, and the browsers of all roles."""

    def __init__(self, made: WebClub) -> None:
        self.made, self.eyes, self._sent = made, Eyes(made), 0
        self.guest = made.nobody()
        assert self.guest.get(f"/s/{self.eyes.tokens['guest']}").status_code == 200

    def browser(self, role: str) -> Browser:
        """The browser of a role; a guest's is that of whoever read the reports by their link."""
        return self.guest if role == "guest" else self.eyes.browser(role)

    @property
    def state(self) -> Any:
        """The campaign's state."""
        return self.made.house.ledger.live(NAME).state

    def send(self, role: str, command: str, **fields: Any) -> Response:
        """A command of a role, by its sign-in."""
        self._sent += 1
        own = {"sec-fetch-site": "same-origin", "idempotency-key": f"k{self._sent}"}
        path = f"/api/v1/campaigns/{NAME}/commands"
        return self.browser(role)._asked(
            "POST", path, json={"command": command, **fields}, headers=own
        )

    def only(self, may: Roles, command: str, but: Roles = (), **fields: Any) -> None:
        """All `but` some try it; those who may not are refused, and nothing is recorded of them."""
        for role in (*(one for one in ROLES if one not in (*may, *but)), *may):
            before = self.made.version
            found = self.send(role, command, **fields)
            told = (command, fields, role, found.text)
            if role in may:
                assert found.status_code == 200 and self.made.version > before, told
            else:
                assert found.status_code == OUTSIDE.get(role, 409), told
                assert self.made.version == before, told


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A club that begins its evening; Kim plays nothing."""
    kim = {"member": "kim", "name": "Kim", "roles": ["observer"]}
    folder = tmp_path_factory.mktemp("club")
    with club(folder, setup={"members": [*MEMBERS, kim]}) as made:
        found = Table(made)
        for role in ROLES:
            found.browser(role)
        yield found


def test_the_evening_is_run_by_the_host_and_seats_are_played_by_their_holders(
    table: Table,
) -> None:
    """Stages, draws and wars; sealing, buying and openings."""
    italy, japan = {"power": "italy"}, {"power": "japan"}
    table.only(("host",), "OpenReinforcement")
    table.only(("host",), "DrawLeader")
    # The host seals in the name of a seat, until its player has.
    table.only(("host", "ben"), "SealBallot", **italy, choice="no-veto")
    table.only(("ben",), "SealBallot", **italy, choice="no-veto")
    subject = Subject(table.state.campaign.id, "ballot", table.state.board.draw, "japan")
    sealed = commit(subject, Opening("no-veto", nonce_of("japan")))
    table.only(("cora",), "SealBallot", but=("host",), **japan, commitment=sealed)
    table.only(("host",), "SetDeadline", what="ballots", until="2100-01-31T21:00:00Z")
    table.only(("host",), "FixMarkers", **WHY)
    # Whoever holds the paper may ask the host to type it in: without its nonce nobody can.
    table.only(
        ("cora",), "RevealBallot", but=("host",), **japan, choice="no-veto", nonce=nonce_of("japan")
    )
    table.only(("host",), "OpenBallots", absent="no-veto", **WHY)
    table.only(("host", "ben"), "SealVote", **italy, choice="abstain")
    table.only(("ben",), "SealVote", **italy, choice="abstain")
    table.only(("host",), "FixMarkers", **WHY)
    table.only(("host",), "OpenVotes", absent="abstain", **WHY)
    table.only(("ben", "host"), "BuyVetoPoints", **italy, intelligence_points=10)
    table.only(("host",), "DeclareWar", attacker="germany", target="france")
    table.only(("host",), "SetMinor", minor="hungary", status="aligned", power="germany")


def test_every_member_disputes_and_a_referee_rules(table: Table) -> None:
    """Whoever only reads may not; the host rules too where they play nothing."""
    table.only(MEMBERS_ALL, "RaiseDispute", versions=[3], claim="That was not so.")
    assert len(table.state.campaign.record.disputes) == len(MEMBERS_ALL)
    table.only(MEMBERS_ALL, "AddEvidence", dispute="d1", text="A photograph of the cup.")
    table.only(MEMBERS_ALL, "SetBookmark", version=3, note="here it began")
    table.only(("host",), "SetTerm", dispute="d1", what="answer", until="2100-01-31")
    ruled = {"verdict": "rejected", "text": "It was so."}
    table.only(("ref",), "GiveRuling", but=("host",), dispute="d1", **ruled)
    table.only(("host",), "GiveRuling", but=("ref",), dispute="d2", **ruled)
    corrected = {"dispute": "d3", "versions": [3], "seen": "0" * 64}
    table.only((), "StrikeEvents", **corrected)  # nothing was ruled, and nobody saw a preview


def test_a_seal_is_opened_early_by_two_and_by_the_keeper_where_there_is_one(table: Table) -> None:
    """Whoever asks does not consent; with a keeper nobody else does."""
    table.only(("host",), "NameKeeper", member="kim")
    while table.state.board.phase != "closed":
        _next(table)
    assert table.send("host", "AdvanceTurn").status_code == 200
    for command in ("OpenReinforcement", "DrawLeader"):
        assert table.send("host", command).status_code == 200
    sent = table.send("ben", "SealBallot", power="italy", choice="no-veto")
    assert sent.status_code == 200, sent.text
    version = table.made.version
    asked = table.send("cora", "AskOpening", version=version, reason="Ben is ill.")
    assert asked.status_code == 200, asked.text
    table.only(("kim",), "ConsentToOpening", version=version)


def _next(table: Table) -> None:
    for command, fields in (
        ("DrawLeader", {}),
        ("FixMarkers", WHY),
        ("OpenBallots", {"absent": "no-veto", "withheld": True, **WHY}),
        ("OpenVotes", {"absent": "abstain", "withheld": True, **WHY}),
    ):
        table.send("host", command, **fields)


def test_what_if_every_member_may(table: Table) -> None:
    """A what-if of one's own is no part of the record."""
    version = table.made.version
    for role in ROLES:
        found = table.browser(role).post(f"/c/{NAME}/what-ifs", {"at": "3"})
        assert found.status_code == OUTSIDE.get(role, 200), (role, found.text)
    assert table.made.version == version


def test_the_host_invites_and_ends_devices_and_the_operator_ends_them_too(table: Table) -> None:
    """Nobody else lets anybody in, or out; everybody sees and ends their own."""
    for role in ROLES:
        browser = table.browser(role)
        invited = browser.post(f"/c/{NAME}/members/invite", {"member": "hugo"}).status_code
        assert invited == OUTSIDE.get(role, 200 if role == "host" else 403), role
        ended = browser.post(f"/c/{NAME}/members/end", {"member": "hugo"}).status_code
        assert ended == OUTSIDE.get(role, 200 if role == "host" else 403), role
        own = browser.get("/me/devices").status_code
        assert own == (401 if role == "guest" else 200), role
    outcome = {"guest": 401, "operator": 200}
    for role in ROLES:
        found = table.browser(role).post("/club/end", {"campaign": NAME, "member": "hugo"})
        assert found.status_code == outcome.get(role, 403), (role, found.text)


def test_the_club_is_the_operators_and_no_campaign_is(table: Table) -> None:
    """People, mail, backups and health: for whoever runs the machine; no seat goes with it."""
    outcome = {"guest": 401, "operator": 200}
    for role in ROLES:
        assert table.browser(role).get("/club").status_code == outcome.get(role, 403), role
    blanks = {"name": NAME} | dict.fromkeys(
        (
            "number",
            "version",
            "event",
            "page",
            "dispute",
            "dispatch",
            "figure",
            "sheet",
            "view",
            "command",
        ),
        "1",
    )
    for place in places():
        if place.may not in ("member", "host"):
            continue
        for method in place.methods:
            sent = table.browser("operator")._asked(
                method, place.path.format(**blanks), headers={"sec-fetch-site": "same-origin"}
            )
            assert sent.status_code == 404, (method, place.path)


def test_a_guest_reads_the_reports_and_nothing_else(table: Table) -> None:
    """Their link opens its own pages; to all others they are nobody."""
    assert not table.guest.client.cookies
    link = f"/s/{table.eyes.tokens['guest']}"
    for page in ("", "/index.html", "/1939-SO.html"):
        assert table.guest.get(f"{link}{page}").status_code == 200, page
    assert table.guest.get(f"{link}/board").status_code == 404
    for place in places():
        if place.may != "anybody" and "GET" in place.methods and "{" not in place.path:
            assert table.guest.get(place.path).status_code == 401, place.path
