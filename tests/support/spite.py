"""Campaigns that are corrected at random and in spite: the record stays whole whatever is tried.

A campaign is told by its seed. Members play, take back and dispute; a referee strikes, amends,
inserts, adjusts and rewinds whatever comes to hand. What a preview shows is what happens.
"""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from campaign.disputes import corrections, impact, routing
from campaign.disputes.commands import Correct, UndoAct
from campaign.disputes.impact import Impact
from campaign.history.acts import acts_of
from campaign.history.diff import differences
from campaign.history.effective import effective, fold
from campaign.kernel import decisions
from campaign.kernel.decisions import Decision, Refused, Supplied
from campaign.lif.roster import POWERS
from campaign.lif.system import SYSTEM
from campaign.store.export import audit_of
from campaign.systems import SYSTEMS
from campaign.verify.audit import compare
from events import codec
from events.base import unstamped
from events.disputes import ActUndone
from support.sessions import NAME, Session, ledger_in, nonce_of

NAMES = ("rommel", "guderian", "zhukov", "balbo", "franco", "germany", "ussr", "japan", "mars",
         "host", "anna", "zoe", "spain", "1940-JF", "1839-JF", "c1", "ge-inf", "E1429", "sea:x/9",
         "veto", "table", "ledger", "complete", "", " ", "x" * 3_000, "\x1b[2J", "a\nb",
         "f" * 64)  # fmt: skip
NUMBERS = (-(10**12), -1, 0, 1, 2, 3, 7, 99, 1_000, 10**12)
GOES_ON = ("OpenReinforcement", "DrawLeader", "OpenBallots", "OpenVotes", "AdvanceTurn",
           "CloseCampaign")  # fmt: skip
SETUP = {"leaders": {"rommel": "arriving", "guderian": "map", "zhukov": "map"}}
SHEET = [
    {"id": "ge-inf", "power": "germany", "type": "INF", "combat": 7, "movement": 3},
    {"id": "su-inf", "power": "ussr", "type": "INF", "combat": 5, "movement": 3},
]


class Spite:
    """One campaign."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = Random(seed)
        self.seed = seed
        self.tally: Counter[str] = Counter()
        """What was tried, and whether it was accepted."""
        rulings = {
            "draws": self.random.choice(("ledger", "table")),
            "entry_chits": self.random.choice(("ledger", "table")),
            "days_of_decision": self.random.random() < 0.1,
        }
        rulebook = self.random.choice(("lif-1998", "lif-1998", "lif-list"))
        if rulebook == "lif-list":
            del rulings["entry_chits"]
        year = self.random.choice((1939, 1940))
        self.session = Session(ledger_in(folder)).open(
            rulebook, scenario="custom", first_turn=f"{year}-SO", last_turn=f"{year + 1}-ND",
            setup=SETUP, rulings=rulings,
        )  # fmt: skip
        self.session.ask("AddCounters", counters=SHEET, source="our sheet")
        rows = [{"value": value, "count": 12} for value in range(5)]
        table = rulings.get("entry_chits") == "table"
        self.session.ask("StockEntryChits", **({} if table else {"rows": rows}))

    # --- play -------------------------------------------------------------------------------------

    def ask(self, command: str, by: str = "", **fields: Any) -> bool:
        """Whether something was accepted; a host asks it where nobody else does."""
        shared = self.session.state.campaign
        by = by or next(who for who in shared.members if shared.is_host(who))
        answer = json.loads(json.dumps(self.session.ask(command, by, **fields)))
        self.tally[f"{command} {'accepted' if answer['accepted'] else 'refused'}"] += 1
        return bool(answer["accepted"])

    def play(self) -> None:
        """Something that members do."""
        pick = self.random.choice
        if self.session.state.campaign.closed:
            self.reopen()
            return
        power, other = pick(POWERS), pick((*POWERS, "spain", "poland"))
        leader = pick(("rommel", "guderian", "zhukov"))
        holder = self.session.state.campaign.powers.get(power, "host")
        pick(
            (
                self.board, self.board, self.board, self.board,
                lambda: self.ask("DeclareWar", attacker=power, target=other),
                lambda: self.ask("MakePeace", powers=[power, other]),
                lambda: self.ask("SetConquest", power=power,
                                 status=pick(("free", "incomplete", "complete"))),
                lambda: self.ask("SetMinor", minor="spain", status="aligned", power=power),
                lambda: self.ask("CallOutReserves", power=power, mark=pick(("Ge", "Ja", "Res"))),
                lambda: self.ask("BuyVetoPoints", holder, power=power,
                                 intelligence_points=pick((5, 10, 25))),
                lambda: self.ask(pick(("InstallVichy", "CollapseVichy", "ActivateLeaders"))),
                lambda: self.ask("PlaceLeader", leader=leader, location="E1429"),
                lambda: self.ask("MoveLeader", leader=leader, location=pick(("E1430", "E1431"))),
                lambda: self.ask("TurnLeader", leader=leader, face_up=pick((True, False))),
                lambda: self.ask("MoveCounter", counter=pick(("ge-inf", "su-inf")), to="map",
                                 reason="set up", location="E1429"),
                lambda: self.ask("MoveCounter", counter=pick(("ge-inf", "su-inf")), to="circle",
                                 reason="built", arrives="1941-JF"),
                self.fight,
                lambda: self.ask("AddEntropy", pick(("anna", "ben", "host")), value="rain"),
                lambda: self.ask("EnrolMember", member=pick(("carl", "judy", "anna")), name="One",
                                 roles=pick((["player"], ["referee"], ["host"], ["observer"]))),
                lambda: self.ask("AssignPower", power=power, member=pick(("anna", "ben", "carl"))),
                lambda: self.ask("ReleasePower", power=power),
                lambda: self.ask("BeginStage", stage=pick(("land", "production"))),
                lambda: self.ask("BeginImpulse", side=pick(("axis", "allies"))),
                self.chits,
                self.turn,
                self.turn,
            )
        )()  # fmt: skip

    def board(self) -> None:
        """The Promotions Board goes on."""
        session = self.session
        if session.phase == "closed":
            self.ask("OpenReinforcement")
        elif session.phase == "draw":
            self.draw()
        elif self.random.random() < 0.6:
            self.lay()
        else:
            self.show()

    def draw(self) -> bool:
        """A leader is drawn, by the ledger or at the table."""
        cup = sorted(who for who, one in self.session.state.leaders.items() if one == "cup")
        table = self.session.state.rulings.draws == "table"
        named = {"leader": self.random.choice(cup)} if table and cup else {}
        return self.ask("DrawLeader", **named)

    def lay(self) -> None:
        """A marker is laid, in the vault or on a device, which hands its opening over or not."""
        session, ballots = self.session, self.session.phase == "ballots"
        what = "Ballot" if ballots else "Vote"
        choice = self.random.choice(("veto", "no-veto") if ballots else ("another", "abstain"))
        power = self.random.choice(POWERS)
        holder = session.state.campaign.powers.get(power, "host")
        if self.random.random() < 0.7:
            self.ask(f"Seal{what}", holder, power=power, choice=choice)
            return
        nonce = nonce_of(f"{power} {self.random.random()}")
        made = session.device(power, choice, nonce)
        if self.ask(f"Seal{what}", holder, power=power, commitment=made):
            if "FixMarkers" in SYSTEM.rules.commands and self.random.random() < 0.7:
                self.ask("FixMarkers")
            self.ask(f"Reveal{what}", holder, power=power, choice=choice, nonce=nonce)

    def show(self) -> bool:
        """All markers are shown, whatever is missing."""
        ballots = self.session.phase == "ballots"
        name, absent = ("OpenBallots", "no-veto") if ballots else ("OpenVotes", "abstain")
        if self.ask(name, absent=absent):
            return True
        if "FixMarkers" in SYSTEM.rules.commands:
            self.ask("FixMarkers")
            return self.ask(name, absent=absent) or self.ask(name, absent=absent, withheld=True)
        return False

    def fight(self) -> None:
        """A combat, with or without a leader in it."""
        loss = {"side": "attacker", "power": "germany", "controlled_by": "germany", "type": "INF",
                "fate": "killed", "build_points": self.random.choice((1, 6, 12))}  # fmt: skip
        leader = {"leader": "guderian", "side": "attacker", "took_part": True,
                  "ability_used": True}  # fmt: skip
        there = self.session.state.leaders.get("guderian") == "map"
        self.ask("ReportCombat", kind="land", hex="E1429", attackers=["germany"],
                 defenders=["ussr"], losses=[loss], leaders=[leader] if there else [])  # fmt: skip

    def chits(self) -> None:
        """Chits of US entry come, go and are shown."""
        pick = self.random.choice
        table = self.session.state.rulings.entry_chits == "table"
        pool = pick(("entry-japan", "entry-germany-italy"))
        values = {"values": [pick((1, 2, 3))]} if table else {}
        pick((
            lambda: self.ask("DrawEntryChits", "ben", pool=pool, **values),
            lambda: self.ask("DrawEntryChits", "ben", pool=pool, **values),
            lambda: self.ask("ReturnEntryChits", pool=pool),
            lambda: self.ask("ShowEntryChits", "ben", chits=[f"c{pick((1, 2, 3))}"]),
        ))()  # fmt: skip

    def turn(self) -> None:
        """The turn ends, if the board lets it; rarely the campaign."""
        if self.session.phase == "closed":
            self.ask("CloseCampaign" if self.random.random() < 0.15 else "AdvanceTurn")

    def reopen(self) -> None:
        """The end was a slip."""
        if self.session.state.campaign.record.reopening is None:
            self.ask("ReopenCampaign", reason="a slip")
        elif self.ask("ConsentToReopening", self.random.choice(("anna", "ben", "host", "eve"))):
            self.whole()

    # --- corrections ------------------------------------------------------------------------------

    def correct(self) -> None:
        """A correction or an undo; before it and after it the record is whole."""
        if self.random.random() < 0.3:
            by = self.random.choice(("anna", "ben", "host"))
            last = self.session.ledger.store.version(NAME)
            told = self.undone(by)
            done = self.ask("UndoAct", by)
            answer = self.session.answers[-1]
            if isinstance(told, Refused):
                assert (answer["rule"], answer["reason"]) == (told.rule, told.reason), self.seed
            else:
                undone = self.session.ledger.log(NAME)[last][1]
                assert done and unstamped(undone) == told[0], self.seed
                assert isinstance(undone, ActUndone) and undone.by == by
                assert all(self.session.ledger.log(NAME)[one - 1][1].by == by
                           for one in undone.versions)  # fmt: skip
                self.whole()
            return
        dispute = self.upheld()
        if not dispute:
            return
        kind, fields = self.random.choice(
            (self.strike, self.strike, self.amend, self.amend, self.insert, self.adjust,
             self.rewind)
        )()  # fmt: skip
        self.tried(kind, {"dispute": dispute, **fields})

    def undone(self, by: str) -> Decision:
        """What an undo comes to where it is decided over the whole log."""
        given = Supplied(past=self.session.ledger.log(NAME))
        return routing.decide(SYSTEM, self.session.state, UndoAct(by=by), given)

    def tried(self, kind: str, fields: dict[str, Any]) -> None:
        """The correction as its preview shows it, with what the preview names to go along."""
        found = self.preview(kind, fields)
        for _ in range(4):
            if isinstance(found, Refused) or not found.also:
                break
            fields = {**fields, "also": sorted({*fields.get("also", ()), *found.also})}
            found = self.preview(kind, fields)
        before = self.session.ledger.show(NAME)
        seen = found.digest if isinstance(found, Impact) else "0" * 64
        answer = self.session.ask(kind, "ref", **fields, seen=seen)
        self.tally[f"{kind} {'accepted' if answer['accepted'] else 'refused'}"] += 1
        told = f"seed {self.seed}: {kind} {fields} {answer}"
        if isinstance(found, Refused):
            assert not answer["accepted"], told
            assert (answer["rule"], answer["reason"]) == (found.rule, found.reason), told
            assert "\n" not in found.reason and "regex" not in found.reason, told
        elif found.also:
            assert not answer["accepted"], told
        else:
            assert answer["accepted"], told
            after = self.session.ledger.show(NAME)
            assert found.changes == tuple(differences(before, after)), told
            self.whole(told)

    def preview(self, kind: str, fields: dict[str, Any]) -> Impact | Refused:
        """What the correction would change."""
        read = decisions.read({"command": kind, "by": "ref", "seen": "0" * 64, **fields},
                            SYSTEM.rules.commands)  # fmt: skip
        if isinstance(read, Refused):
            return read
        assert isinstance(read, Correct)
        past = self.session.ledger.log(NAME)
        made = corrections.events_of(SYSTEM, read, past)
        return made if isinstance(made, Refused) else impact.impact(SYSTEM, past, made)

    def upheld(self) -> str:
        """A dispute that grants corrections: its id; empty where none can be had."""
        record = self.session.state.campaign.record
        for one in record.disputes.values():
            if one.grants and one.ruled_by == "ref":
                return one.id
        if "ref" not in self.session.state.campaign.members:
            return ""
        self.ask("RaiseDispute", "eve", versions=[1], claim="no")
        dispute = f"d{len(self.session.state.campaign.record.disputes)}"
        done = self.ask("GiveRuling", "ref", dispute=dispute, verdict="upheld", text="so")
        return dispute if done else ""

    def strike(self) -> tuple[str, dict[str, Any]]:
        """An act, or events picked at random."""
        log = self.session.ledger.log(NAME)
        if self.random.random() < 0.7:
            whole = list(acts_of(effective(SYSTEMS.codec, log)))
            return "StrikeEvents", {"versions": list(self.random.choice(whole[1:]).versions)}
        some = self.random.sample(range(2, len(log) + 1), self.random.choice((1, 1, 2)))
        return "StrikeEvents", {"versions": sorted(some)}

    def amend(self) -> tuple[str, dict[str, Any]]:
        """A field of an event says something else."""
        version, event = self.random.choice(self.session.ledger.log(NAME)[1:])
        fields = codec.fields(event)
        if not fields:
            return "AmendEvent", {"version": version, "fields": {"value": "x"}}
        field = self.random.choice(sorted(fields))
        return "AmendEvent", {"version": version, "fields": {field: self.other(fields[field])}}

    def other(self, value: Any) -> Any:
        """Another value in a value's place; now and then of another kind."""
        pick = self.random.choice
        if self.random.random() < 0.05:
            return pick((None, 7, "x", [], {}, [[[]]], {"a": {"b": 1}}))
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return pick((*NUMBERS, value + 1, value - 1))
        if isinstance(value, str):
            return pick(NAMES)
        if isinstance(value, list | tuple):
            some = list(value)
            if some and self.random.random() < 0.5:
                place = self.random.randrange(len(some))
                some[place] = self.other(some[place])
            elif some and self.random.random() < 0.5:
                some.append(some[0])
            else:
                some = some[1:] or [pick(NAMES)]
            return some
        if isinstance(value, dict):
            some_ = dict(value)
            if some_ and self.random.random() < 0.6:
                key = pick(sorted(some_))
                some_[key] = self.other(some_[key])
            elif some_ and self.random.random() < 0.5:
                del some_[pick(sorted(some_))]
            else:
                some_[pick(NAMES)] = pick((1, "x", pick(NUMBERS)))
            return some_
        return pick((*NAMES, *NUMBERS))

    def insert(self) -> tuple[str, dict[str, Any]]:
        """Something that was forgotten, or is said to have been."""
        pick = self.random.choice
        forgotten: dict[str, Any] = pick((
            {"command": "AddEntropy", "by": "anna", "value": "fog"},
            {"command": "SetMinor", "minor": "spain", "status": "aligned", "power": "germany"},
            {"command": "DeclareWar", "attacker": "germany", "target": pick(POWERS)},
            {"command": "SetConquest", "power": pick(POWERS), "status": "complete"},
            {"command": "BuyVetoPoints", "power": pick(POWERS), "intelligence_points": 5},
            {"command": "MoveLeader", "leader": "guderian", "location": "E1499"},
            {"command": "EnrolMember", "member": pick(("carl", "host", "ref")), "name": "X",
             "roles": pick((["player"], ["host"], ["observer"]))},
            {"command": "DrawLeader"}, {"command": "DrawLeader", "leader": "balbo"},
            {"command": "OpenReinforcement"}, {"command": "AdvanceTurn"},
            {"command": "CloseCampaign"}, {"command": "UndoAct"},
            {"command": "OpenBallots", "absent": "no-veto"},
            {"command": "DrawEntryChits", "by": "ben", "pool": "entry-japan", "values": [1]},
            {"command": "ReportCombat", "kind": "land", "hex": "E1429", "attackers": ["germany"],
             "defenders": ["ussr"], "losses": [], "leaders": []},
            {"command": "MoveCounter", "counter": "ge-inf", "to": "scrapped", "reason": "lost"},
            {"command": "InstallVichy"}, {"command": "BeginStage", "stage": "land"},
        ))  # fmt: skip
        last = self.session.ledger.store.version(NAME)
        after = self.random.randint(1, last + 1)
        return "InsertCommand", {"after": after, "forgotten": forgotten}

    def adjust(self) -> tuple[str, dict[str, Any]]:
        """Points, more or fewer."""
        change = self.random.choice((-3, -1, 1, 2, 999, -999, 0))
        of = self.random.choice((*POWERS, "mars"))
        return "AdjustFigure", {"figure": "veto-points", "of": of, "change": change}

    def rewind(self) -> tuple[str, dict[str, Any]]:
        """Back some way."""
        last = self.session.ledger.store.version(NAME)
        back = self.random.choice((1, 2, 3, 5, 8, 13, 40))
        return "Rewind", {"to": max(1, last - back)}

    # --- what holds at any time -------------------------------------------------------------------

    def whole(self, told: str = "") -> None:
        """The record verifies, its states agree, nothing in it is impossible, and play goes on."""
        told = told or f"seed {self.seed}"
        ledger = self.session.ledger
        live, audit = ledger.live(NAME), audit_of(ledger, NAME)
        found = list(audit.findings(ledger.store.rows(NAME)))
        assert found == [], (told, [str(one) for one in found])
        assert list(compare(audit, live.version, live.head, live.state)) == [], told
        assert ledger.fresh(NAME).state == live.state, told
        assert fold(SYSTEM, effective(SYSTEMS.codec, ledger.log(NAME))) == live.state, told
        assert list(SYSTEM.corrections.faults(live.state)) == [], told
        assert self.possible(), told

    def possible(self) -> bool:
        """No dead end: the host can do one thing at least that brings the campaign forward."""
        ledger = self.session.ledger
        live = ledger.live(NAME)
        if live.state.campaign.closed:
            return True
        host = next(who for who in live.state.campaign.members if live.state.campaign.is_host(who))
        cup = [who for who, one in live.state.leaders.items() if one == "cup"]
        for name in GOES_ON:
            ways: list[dict[str, Any]] = [{}]
            if name in ("OpenBallots", "OpenVotes"):
                absent = "no-veto" if name == "OpenBallots" else "abstain"
                ways = [{"absent": absent}, {"absent": absent, "withheld": True}]
            if name == "DrawLeader" and cup:
                ways.append({"leader": cup[0]})
            for way in ways:
                command = decisions.read(
                    {"command": name, "by": host, **way}, SYSTEM.rules.commands
                )
                if isinstance(command, Refused):
                    continue
                given = ledger.supplied(NAME, live, command, "2030-01-01T00:00:00.000Z")
                told = routing.decide(live.system, live.state, command, given)
                if not isinstance(told, Refused):
                    return True
        return "FixMarkers" in SYSTEM.rules.commands and live.state.board.phase != "closed"

    def end(self) -> None:
        """The board can be closed, the turn can end, and so can the campaign; all verifies."""
        session = self.session
        for _ in range(200):
            if session.state.campaign.closed or session.phase == "closed":
                break
            moved = self.draw() if session.phase == "draw" else self.show()
            assert moved, f"seed {self.seed}: the board does not go on: {session.answers[-1]}"
        if not session.state.campaign.closed:
            if session.state.campaign.turn != session.state.campaign.last_turn:
                assert self.ask("AdvanceTurn"), f"seed {self.seed}: {session.answers[-1]}"
            assert self.ask("CloseCampaign"), f"seed {self.seed}: {session.answers[-1]}"
        self.whole()


def spited(folder: Path, seed: int, steps: int = 40) -> Counter[str]:
    """A whole campaign; what was tried in it."""
    spite = Spite(folder, seed)
    try:
        for _ in range(steps):
            if spite.random.random() < 0.3:
                spite.correct()
            else:
                spite.play()
        spite.end()
    finally:
        spite.session.ledger.close()
    return spite.tally
