"""Plays random stories against the program and holds every answer to the second reckoning."""

import json
from collections import Counter
from random import Random
from typing import Any

from campaign.kernel.decisions import Refused
from combat_story import advised, dealt, fights, guards, uses
from combat_story.dealt import Scene
from combat_story.forces import GUARDS, mustered
from combat_story.player import Player
from combat_story.sheet import LEADERS, on_land
from combat_story.table import Table, Told
from events.base import Event
from support.extensions import ARE_HERE, extension
from support.rules_table import opened

adviser_model, adviser_verbs = extension("adviser.model"), extension("adviser.verbs")


class Story(Player):
    """One campaign, played on both sides of the comparison."""

    def __init__(self, seed: int, *, list_edition: bool) -> None:
        self.seed, self.dice, self.tally = seed, Random(seed), Counter[str]()
        self.log = []
        self.fought_over: set[str] = set()
        dice = self.dice
        self.letter = dice.choice("EEEA")
        self.table = table = Table(
            list_edition,
            mixed=dice.random() < 0.2,
            shattered_count=dice.random() < 0.2,
            by_ledger=dice.random() < 0.3,
        )
        self.state = opened(
            dict.fromkeys(LEADERS, "map"),
            rulebook="lif-list" if list_edition else "lif-1998",
            rulings={
                "draws": "ledger" if table.by_ledger else "table",
                "mixed_combats": "any" if table.mixed else "strict",
                "shattered_counts": table.shattered_count,
            },
            setup={
                "minors": {
                    "rumania": {"status": "aligned", "power": "germany"},
                    "finland": {"status": "aligned", "power": "germany"},
                }
            },
        )
        for who in LEADERS:
            table.status[who], table.face_up[who] = "map", True
            self.place(who, self.somewhere(who))
        self.counters()
        for pair in (("germany", "italy"), ("commonwealth", "usa"), ("commonwealth", "ussr")):
            if dice.random() < 0.5:
                self.must("Cooperate", powers=list(pair))
                table.cooperating.add(frozenset(pair))

    # --- the table --------------------------------------------------------------------------

    def somewhere(self, who: str) -> str:
        """At sea the sailors, on land the others."""
        if LEADERS[who].major in ("japan", "usa") and who != "patton":
            return f"{dealt.SEA}{self.dice.randint(2, 4)}"
        return self.letter + self.dice.choice(dealt.HEXES)

    def place(self, who: str, location: str) -> None:
        self.must("MoveLeader", leader=who, location=location, means="other")
        self.table.places[who] = location

    def counters(self) -> None:
        """Soviet and German units on the map, and Guards Banner armies in reserve."""
        pieces = self.table.pieces = mustered()
        self.must("AddCounters", counters=[
            {"id": name, "power": one.power, "type": one.type, "combat": one.combat,
             "cost": one.cost, "size": one.size, "guards_banner": one.guards,
             **({} if one.guards else {"starts": "map"})}
            for name, one in pieces.items()
        ])  # fmt: skip

    def muster(self, fought: Scene) -> None:
        """Counters come to the front; some stay away from it."""
        for name, piece in self.table.pieces.items():
            if piece.power not in (*fought.attackers, *fought.defenders):
                continue
            if piece.guards and piece.place != "map":
                continue
            side = "attacker" if piece.power in fought.attackers else "defender"
            away = self.dice.random() < 0.2
            hex = dealt.neighbour(self.dice, fought.hex) if side == "attacker" else fought.hex
            location = f"{self.letter}0505" if away else hex
            up = self.dice.random() < 0.8
            fought.pieces |= {} if away else {name: side}
            if (piece.place, piece.location, piece.face_up) == ("map", location, up):
                continue
            self.must("MoveCounter", counter=name, to="map", reason="to the front",
                      location=location, face_up=up)  # fmt: skip
            piece.place, piece.location, piece.face_up = "map", location, up

    # --- the course of a combat -------------------------------------------------------------

    def combat(self) -> None:
        """One combat from the movement before it to the promotions after it."""
        dice, table = self.dice, self.table
        fought = dealt.scene(dice, self.letter)
        same_step = fought.kind == "land" and table.step_name == "land-combat"
        if not same_step or fought.hex in self.fought_over or dice.random() < 0.4:
            self.impulse(fought)
        self.fought_over.add(fought.hex)
        if fought.kind == "land":
            self.muster(fought)
        self.announce(fought, dice.randint(2, 8))
        if table.step_name == "land-combat-declaration" and dice.random() < 0.6:
            self.begin(dice.choice(("land-combat", "ground-support")))
            self.announce(fought, 3)
        if fought.kind == "land":
            self.advice(fought)
            self.advice(fought)
        if dice.random() < 0.1:
            self.struck(dice.choice(sorted(LEADERS)))
        if fought.kind == "land" and dice.random() < 0.15:
            self.begin(dice.choice(("retreat", "advance-after-combat")))
            self.announce(fought, 3)
        told = self.report(fought)
        if told and fought.kind == "land":
            self.promotions(told)
        self.tally["combats"] += 1

    def impulse(self, fought: Scene) -> None:
        """A new impulse, as far as the step of this combat; several may be fought in one."""
        dice, table = self.dice, self.table
        self.must("BeginImpulse", side=dice.choice(("axis", "allies")))
        table.impulse, table.step_name = table.impulse + 1, ""
        self.fought_over.clear()
        for who in dice.sample(sorted(LEADERS), 12):
            if table.on_map(who):
                self.shift(who, fought)
        if dice.random() < 0.3:
            self.begin(dice.choice(("land-movement", "naval-movement")))
            self.announce(fought, 3)
        if fought.kind == "land":
            self.begin(dice.choice(("land-combat", "land-combat-declaration")))
        else:
            self.begin("naval-combat" if fought.kind != "air" else "air-to-air")

    def begin(self, step: str) -> None:
        """1998: a part of the land combat goes on with its step; list edition: a new segment."""
        self.must("BeginStep", step=step)
        part = step in ("retreat", "advance-after-combat") or (
            self.table.step_name == "land-combat-declaration"
        )
        self.table.step += not part or self.table.list_edition
        self.table.began = self.table.began if part else self.table.step
        self.table.step_name = step

    def shift(self, who: str, fought: Scene) -> None:
        """To the combat or beside it; in or out of sight."""
        if on_land(self.table.places[who]) == on_land(fought.hex):
            near = self.dice.random()
            if not on_land(fought.hex) or near < 0.35:
                self.place(who, fought.hex)
            elif near < 0.65:
                self.place(who, dealt.neighbour(self.dice, fought.hex))
            else:
                self.place(who, self.somewhere(who))
        up = self.dice.random() < 0.9
        if up != self.table.face_up[who]:
            self.must("TurnLeader", leader=who, face_up=up)
            self.table.face_up[who] = up

    def announce(self, fought: Scene, tries: int) -> None:
        """Uses, each accepted or refused as reckoned."""
        for _ in range(tries):
            told = dealt.use(self.dice, self.table, fought)
            if told is None:
                continue
            why = uses.may_use(self.table, told)
            if self.ask("UseAbility", why, **told):
                uses.used(self.table, told)

    def struck(self, who: str) -> None:
        """LiF 3.3(d): a roll under half the needed recalls, one that reaches it turns over."""
        roll, needed = self.dice.randint(1, 10), self.dice.randint(2, 9)
        gone = not self.table.on_map(who)
        self.ask("ReportGroundStrike", "not on the map" if gone else "", leader=who, roll=roll,
                 needed=needed)  # fmt: skip
        if gone:
            return
        if 2 * roll < needed:
            self.table.leaves(who, "cup")
        elif roll <= needed:
            self.table.face_up[who] = False
        self.faces(who)

    # --- the adviser ------------------------------------------------------------------------

    def advice(self, fought: Scene) -> None:
        """Ruling 44: in force, usable or neither, ability by ability, and the die."""
        if not ARE_HERE:
            return
        dice, table = self.dice, self.table
        setting = advised.Setting(
            fought.hex, dice.choice(("clear", "forest")), dice.random() < 0.5,
            dice.choice(("fine", "snow")), dice.choice(("blitz", "assault")),
            dice.choice(("attacker", "defender")),
            [self.unit(one, river=dice.random() < 0.3) for one in fought.attackers],
            [self.unit(one, face_up=dice.random() < 0.4) for one in fought.defenders],
        )  # fmt: skip
        here = {
            side: [
                {"leader": who, "place": self.stands(who, fought, side), "uses": []}
                for who in LEADERS
                if table.on_map(who) and fought.side_of(who) == side
                and self.stands(who, fought, side)
            ]
            for side in ("attacker", "defender")
        }  # fmt: skip
        combat = {
            "kind": "land", "hex": setting.hex, "terrain": setting.terrain, "city": setting.city,
            "weather": setting.weather, "table": setting.table, "called_by": setting.caller,
            "attackers": {"units": setting.attackers, "leaders": here["attacker"]},
            "defenders": {"units": setting.defenders, "leaders": here["defender"]},
        }  # fmt: skip
        self.log.append(f"advise {json.dumps(combat)}")
        read = adviser_model.read_combat(json.dumps(combat))
        assert not isinstance(read, Refused), read
        found = adviser_verbs.advise_in(self.state, read)
        assert not isinstance(found, Refused), found
        for side, advices in (("attacker", found.attacker), ("defender", found.defender)):
            for one in advices:
                if one.ability in advised.JUDGED and table.on_map(one.leader):
                    beside = self.stands(one.leader, fought, side) != "range"
                    mine = advised.standing(
                        table, setting, one.leader, one.ability, side, beside=beside
                    )
                    in_force = one.announced and one.counted
                    its = "in force" if in_force else "usable" if one.command else "not"
                    what = f"{one.leader}'s {one.ability} advised ({one.verdict}: {one.why})"
                    self.same(what, its, mine)
                    self.tally[f"advised {mine}"] += 1
        total = found.of("die")
        self.same("the die", total.total if total else 0, advised.die(table, setting))

    def unit(self, country: str, *, face_up: bool = True, river: bool = False) -> Told:
        kind = "ARM" if self.dice.random() < 0.5 else "INF"
        return {"power": country, "type": kind, "factors": 6, "face_up": face_up,
                "across_river": river}  # fmt: skip

    def stands(self, who: str, fought: Scene, side: str) -> str:
        """Stacked with those who fight, in range of the hex, or neither."""
        entry = {"leader": who, "side": side}
        told = {"hex": fought.hex}
        if not on_land(self.table.places[who]):
            return ""
        if not fights.there(self.table, told, entry):
            return "range"
        return "participating" if side == "attacker" else "stacked"

    # --- the report -------------------------------------------------------------------------

    def report(self, fought: Scene) -> Told | None:
        """Tries reports until one is taken; every answer and every consequence is held."""
        for _attempt in range(8):
            told = dealt.report(self.dice, self.table, fought)
            if self.dice.random() < 0.35:
                told = dealt.amiss(self.dice, self.table, told, fought)
            outcome = fights.judged(self.table, told)
            if outcome.why == "the choice is open" and self.dice.random() < 0.7:
                told["recall"] = [
                    self.dice.choice(sorted(those))
                    for those in fights.open_choices(self.table, told)
                ]
                outcome = fights.judged(self.table, told)
            if "outside his limits" in outcome.why:
                fought = self.fewer(fought)
            if "against the record" in outcome.why and self.dice.random() < 0.4:
                told["contradicts"] = "it was forgotten"
                outcome = fights.judged(self.table, told)
            points = guards.score(self.table, told)
            events = self.ask("ReportCombat", outcome.why, **told)
            if events:
                self.happened(events, told, outcome)
                return {**told, "score": points}
            self.tally[f"refused: {outcome.why.split(':')[0]}"] += 1
        return None

    def fewer(self, fought: Scene) -> Scene:
        """The same combat with one country on either side."""
        pick = self.dice.choice
        return Scene(fought.kind, fought.hex, [pick(fought.attackers)], [pick(fought.defenders)])

    def happened(self, events: tuple[Event, ...], told: Told, outcome: fights.Outcome) -> None:
        """Deaths, recalls and counters, and then every leader's place."""
        by_type: dict[str, list[Any]] = {}
        for event in events:
            by_type.setdefault(type(event).__name__, []).append(event)
        killed = {one.leader for one in by_type.get("LeaderKilled", ())}
        recalled = {one.leader for one in by_type.get("LeaderRecalled", ())}
        self.same("killed", killed, outcome.dead)
        self.same("how many recalled", len(recalled), len(outcome.recalled))
        for side, those in outcome.recalled.items():
            if len(recalled & those) != 1:
                raise self.differ(f"recalled of the {side}: reckoned {those}; it: {recalled}")
        self.same("its id", by_type["CombatReported"][0].combat, self.table.next_combat)
        fights.settled(self.table, told, outcome, recalled)
        self.tally["recalled"] += len(recalled)
        self.tally["killed"] += len(killed)
        for who in LEADERS:
            self.faces(who)
        moved = {one.counter: one.to for one in by_type.get("CounterMoved", ())}
        self.same("counters that go", set(moved), set(outcome.places))
        for name, place in outcome.places.items():
            self.same(f"{name} goes", place in (moved[name], "off") and moved[name] != "map", True)

    # --- promotions -------------------------------------------------------------------------

    def promotions(self, told: Told) -> None:
        """Guesses at who may be promoted to what, each answered as reckoned."""
        table, done = self.table, False
        combat = f"{table.turn}-{table.combats}"
        for _ in range(3):
            unit = self.dice.choice([name for name in table.pieces if name != "ge-hq"])
            alike = [one for one in GUARDS if GUARDS[one][0] == table.pieces[unit].type]
            army = self.dice.choice(alike if alike and self.dice.random() < 0.8 else list(GUARDS))
            why = guards.may_promote(table, told, unit, army, done)
            needed = table.pieces[army].combat
            factors = table.pieces[unit].combat
            events = self.ask("PromoteGuards", why, combat=combat, unit=unit, army=army)
            if events:
                first: Any = events[0]
                self.same("the promotion", (first.score, first.factors, first.needed),
                          (told["score"], factors, needed))  # fmt: skip
                guards.promoted_to(table, unit, army)
                done = True
                lies = table.pieces[army]
                self.exchanged(events[1:], {
                    unit: (table.pieces[unit].place, None, None),
                    army: ("map", lies.location, lies.face_up),
                })  # fmt: skip
            elif why:
                self.tally[f"no promotion: {why}"] += 1


def told(seed: int, combats: int, *, list_edition: bool) -> Counter[str]:
    """Plays one story of so many combats; what was tried in it."""
    story = Story(seed, list_edition=list_edition)
    for _ in range(combats):
        story.combat()
    return story.tally
