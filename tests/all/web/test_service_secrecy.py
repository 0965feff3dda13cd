"""What programs receive, byte for byte: nobody learns by a call what `show` would not tell them.

What takes longer, waits or starts something, beside `web/test_service_secrecy.py`.
"""

import re
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette

from campaign.kernel.members import Campaign
from campaign.web.api.serving import CallerLimits, programs, routes
from campaign.web.middleware import SecurityMiddleware
from support import web
from support.programs import InProcess, Program, limits_of
from support.sessions import ledger_in
from tests.web.test_service_secrecy import ASKED

OTHERS = ("ben", "cora", "ref", "olga", "host")
"""Members of whom none plays the power whose ballot differs."""
KEY = "annas-key"
DIGESTS = re.compile(rb"[0-9a-f]{64,}|(?:[0-9a-f]{8} ){8}|[0-9a-f]{8,16}(?=\xe2\x80\xa6)")
"""Whole, in groups, or shortened: they follow from what is sealed, and tell nothing of it."""


class Evening:
    """A club of eight whose programs look at everything behind each step, and keep every byte."""

    def __init__(self, folder: Path, choice: str) -> None:
        self.choice = choice
        self.house = web.house_on(ledger_in(folder))
        asked = {"scenario": "global-war", "rulebook": "lif-1998"}
        setup = {"members": web.MEMBERS}
        assert self.house.desk.open(web.NAME, **asked, setup=setup)["accepted"]
        self.here = programs(self.house, CallerLimits(limits_of(self.house)))
        app = Starlette(routes=routes(self.here))
        self.client = InProcess(SecurityMiddleware(app, self.house.address))
        self.got: dict[str, list[bytes]] = {who: [] for who in OTHERS}
        self.programs = {who: self.program(who) for who in (*OTHERS, "anna")}

    def program(self, member: str) -> Program:
        """A program of a member."""
        shared: Campaign = self.house.ledger.live(web.NAME).state.campaign
        token = self.house.doors.hand_out("program", shared.id, member, "act", None)
        return Program(self.client, token)

    def keep(self, who: str, answer: httpx.Response) -> None:
        """Notes all that somebody received."""
        heads = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
        self.got[who].append(f"{answer.status_code}\n{heads}\n\n".encode() + answer.content)

    def look(self) -> None:
        """Everybody asks for everything."""
        for who in OTHERS:
            for path in ASKED:
                self.keep(who, self.programs[who].get(path))

    def step(self, who: str, command: str, key: str, **fields: Any) -> httpx.Response:
        """Somebody sends a command; those who may not know better keep the answer."""
        answer = self.programs[who].send(command, key, **fields)
        if who in self.got:
            self.keep(who, answer)
        return answer

    def sealed(self) -> list[str]:
        """Anna seals, twice under the same id, and others try to learn which; the salts."""
        marker = {"power": "germany", "choice": self.choice}
        first = self.step("anna", "SealBallot", KEY, **marker)
        again = self.step("anna", "SealBallot", KEY, **marker)
        assert first.status_code == again.status_code == 200 and first.json() == again.json()
        for who in OTHERS:
            for choice in ("veto", "no-veto"):
                answer = self.step(who, "SealBallot", KEY, power="germany", choice=choice)
                assert answer.status_code in (403, 409), answer.text
            tried = self.programs[who].post(
                "commands/try", {"command": "SealBallot", "power": "germany", "choice": "veto"}
            )
            self.keep(who, tried)
        return [str(first.json()["receipt"]["salt"])]

    def until_fixed(self) -> list[str]:
        """A Board up to its fixing; Anna's salts."""
        self.step("host", "OpenReinforcement", "h1")
        self.step("host", "DrawLeader", "h2")
        self.look()
        self.step("ben", "SealBallot", "b1", power="italy", choice="no-veto")
        salts = self.sealed()
        self.look()
        self.step("host", "FixMarkers", "h3", why="agreed with them")
        self.keep("host", self.programs["host"].post("commands/try", {"command": "OpenBallots"}))
        self.look()
        return salts

    def close(self) -> None:
        """Lets go of everything."""
        self.client.close()
        self.house.desk.close()


def test_two_evenings_that_differ_in_a_sealed_choice_are_equal_to_the_byte(tmp_path: Path) -> None:
    """Until the markers are opened: bodies, headers, sizes, order; then they differ."""
    evenings = []
    for choice in ("veto", "no-veto"):
        folder = tmp_path / choice
        folder.mkdir()
        evenings.append(Evening(folder, choice))
    one, other = evenings
    salts = one.until_fixed() + other.until_fixed()
    for who in OTHERS:
        assert len(one.got[who]) == len(other.got[who]) > 3 * len(ASKED)
        for nth, (mine, theirs) in enumerate(zip(one.got[who], other.got[who], strict=True)):
            assert blank(mine) == blank(theirs), (who, nth)
    everything = b"".join(part for who in OTHERS for part in one.got[who] + other.got[who])
    assert not any(salt.encode() in everything for salt in salts)
    for evening in evenings:
        opened = evening.step("host", "OpenBallots", "h4", absent="no-veto")
        assert opened.status_code == 200, opened.text
        evening.look()
    assert one.got["olga"][-1] == other.got["olga"][-1]  # the description
    assert one.got["olga"][-len(ASKED)] != other.got["olga"][-len(ASKED)]
    for evening in evenings:
        evening.close()


def blank(got: bytes) -> bytes:
    """What was received, with digests and ciphertexts as blanks of their length."""
    return DIGESTS.sub(lambda found: b"#" * len(found[0]), got)


def test_nothing_that_is_sealed_or_an_address_is_ever_told(tmp_path: Path) -> None:
    """Neither ciphertexts nor seeds, whoever asks; the export alone holds what it proves."""
    evening = Evening(tmp_path, "veto")
    evening.until_fixed()
    texts = [
        text.encode()
        for entry in evening.house.ledger.history(web.NAME)
        for name in ("sealed", "seed_sealed")
        if (text := getattr(entry.event, name, ""))
    ]
    assert texts
    for who in OTHERS:
        for nth, got in enumerate(evening.got[who]):
            if b"content-disposition: attachment" in got:
                continue
            assert not any(text in got for text in texts), (who, nth)
    evening.close()
