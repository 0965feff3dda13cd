"""A second program: it knows the rules of leader reinforcement and imports nothing of this project.

Written from the text of the rules ("A" is that of 1998, "B" the one of the mailing list) and from
PROTOCOL.md alone. It claims chapter 4.1 of both, and keeps no more of a war than that needs.
"""

import json
import random
import sys
from typing import Any

Fields = dict[str, Any]

# Leaders by power: the year on the back, or the mark of the reserve pool.
COUNTERS = """
germany: raeder 1928, donitz 1935, rundstedt 1938, guderian 1939, richthofen 1940, rommel 1940,
 kleist 1941, manstein 1941, kesselring 1942
commonwealth: somerville Ge, dowding 1936, cunningham 1939, oconnor 1940, montgomery 1941,
 wavell 1941, harris 1942, mountbatten 1942
china: chiang 1925, mao 1927, chennault 1940, stilwell 1942
france: pretelat 1937, darlan 1938, de-lattre 1942, de-gaulle Free
italy: cavagnari 1935, balbo 1939, graziani 1940, fougier 1941, messe 1942
japan: terauchi 1937, nagumo 1939, yamamoto 1939, ozawa 1940, mikawa 1941, yamashita 1941,
 hata 1942, toyoda 1942
finland: mannerheim 1938
spain: franco 1935
ussr: timoshenko 1936, zhukov 1938, kuznetsov 1939, koniev 1941, novikov 1942, rokossovsky 1942,
 vasilevsky 1942, vatutin 1942
usa: eisenhower Ge, patton Ge, macarthur Ja, nimitz Ja, halsey 1938, doolittle 1940, fletcher 1941,
 spaatz 1941, bradley 1942, spruance 1942
"""
VICHY = ("darlan", "pretelat")
AXIS = ("germany", "italy", "japan")
POWERS = (*AXIS, "ussr", "commonwealth", "france", "usa", "china")
POINTS = dict(zip(POWERS, (5, 2, 3, 3, 3, 2, 1, 1), strict=True))
SEASONS = ("JF", "MA", "MJ", "JA", "SO", "ND")
LEADERS: dict[str, tuple[str, str]] = {}
"""Power and year or mark of each leader."""
for line in COUNTERS.replace(",\n ", ", ").strip().splitlines():
    country, _, rest = line.partition(": ")
    LEADERS |= {entry.split()[0]: (country, entry.split()[1]) for entry in rest.split(", ")}


class RefusedError(Exception):
    """A command that the rules do not allow."""


def need(condition: object) -> None:
    if not condition:
        raise RefusedError


class War:
    """What leader reinforcement knows of a campaign."""

    def __init__(self, opening: Fields) -> None:
        setup, self.rulings = opening.get("setup", {}), opening.get("rulings", {})
        self.is_first = opening["rulebook"] == "lif-1998"
        self.turn = opening.get("first_turn", "1939-SO")
        self.added = self.year
        self.points = POINTS | setup.get("veto_points", {})
        early = [str(year) for year in range(1900, self.year + 1)]
        self.leaders = {name: "cup" if LEADERS[name][1] in early else "aside" for name in LEADERS}
        self.leaders |= setup.get("leaders", {})
        self.conquest = dict.fromkeys(POWERS, "free") | setup.get("conquest", {})
        self.vichy, self.patron = False, ""
        self.seats = dict[str, str]()
        for member in setup.get("members", ()):
            self.seats |= dict.fromkeys(member.get("powers", ()), member["member"])
        self.phase, self.drawn, self.draws, self.is_over = "closed", "", 0, False
        self.markers, self.is_fixed = dict[str, str](), False
        self.values: Fields = {"values": [], "recall": 0}
        self.events: list[Fields] = []

    @property
    def year(self) -> int:
        return int(self.turn[:4])

    def tell(self, event: str, **fields: Any) -> None:
        self.events.append({"type": event, **fields})

    def side(self, power: str) -> str:
        return str(self.rulings.get(f"sides.{power}", "axis" if power in AXIS else "allies"))

    def owner(self, leader: str) -> tuple[str, str]:
        """Whose leader it is and on which side; empty where nobody's."""
        power = LEADERS[leader][0]
        if leader in VICHY and self.vichy:
            how = self.rulings.get("vichy_leaders", "nobody")
            return {"axis": ("", "axis"), "france": ("france", "allies")}.get(how, ("", ""))
        if power == "finland":
            return "germany", "axis"
        if power == "spain":
            return (self.patron, self.side(self.patron)) if self.patron else ("", "")
        return power, self.side(power)

    def price(self, power: str) -> int:
        owner, side = self.owner(self.drawn)
        if self.side(power) != side:
            return 1
        if self.drawn == "mannerheim" and power == "germany":
            return int(self.rulings.get("mannerheim_cost", 2))
        return 2 if power == owner else 3

    def has_marker(self, power: str) -> bool:
        """A power conquered whole has none, but for Free France."""
        return power == "france" or self.conquest[power] != "complete"

    def open_reinforcement(self) -> None:
        need(self.phase == "closed" and not self.is_over)
        self.phase = "draw"
        self.tell("lif.ReinforcementOpened", turn=self.turn)

    def end(self, reason: str) -> None:
        self.phase, self.is_over, self.drawn = "closed", True, ""
        self.tell("lif.ReinforcementClosed", reason=reason)

    def cup(self) -> list[str]:
        return [name for name, status in self.leaders.items() if status == "cup"]

    def draw_leader(self, leader: str | None = None) -> None:
        """A leader out of the cup; A fills an empty one with those of next year."""
        need(self.phase == "draw" and (leader is None or leader in LEADERS))
        is_ours = self.rulings.get("draws") != "table"
        need(leader is None or not is_ours)
        cup = self.cup()
        fills = not cup and self.is_first and self.added == self.year
        coming = self.of_year(self.year + 1) if fills else []
        if not cup and not coming:
            need(leader is None)
            return self.end("empty cup")
        need(leader or is_ours)
        leader = leader or random.choice(cup or coming)
        need(leader in (cup or coming))
        if coming:
            self.added = self.year + 1
            self.leaders |= dict.fromkeys(coming, "cup")
            self.tell("lif.NextYearLeadersAdded", year=self.added, leaders=coming)
        self.draws += 1
        self.drawn, self.phase, self.leaders[leader] = leader, "ballots", "drawn"
        self.markers, self.is_fixed = {}, False
        source = "ledger" if is_ours else "table"
        self.tell("lif.LeaderDrawn", leader=leader, draw=self.draws, source=source)

    def of_year(self, year: int) -> list[str]:
        names = [name for name, (_, mark) in LEADERS.items() if mark == str(year)]
        return [name for name in names if self.leaders[name] == "aside"]

    def cost(self, power: str, choice: str) -> int:
        if self.phase == "ballots":
            return self.price(power) if choice == "veto" else 0
        return {"another": 1, "stop": 2}.get(choice, 0)

    def has_voice(self, power: str) -> bool:
        """It is waited for if it holds a marker and could pay."""
        least = self.price(power) if self.phase == "ballots" else 1
        return self.has_marker(power) and self.points[power] >= least

    def seal(self, power: str, choice: str, by: str, commitment: str = "") -> None:
        """A marker in secret; the last one counts."""
        need(by in ("host", self.seats.get(power)) and not self.is_fixed and self.has_marker(power))
        need(bool(choice) != bool(commitment))
        if choice:
            need(self.points[power] >= self.cost(power, choice))
        self.markers[power] = choice or "withheld"

    def seal_ballot(self, power: str, choice: str = "", **sealed: str) -> None:
        need(self.phase == "ballots" and choice in ("veto", "no-veto", ""))
        self.seal(power, choice, **sealed)
        self.tell("lif.BallotSealed", power=power)

    def seal_vote(self, power: str, choice: str = "", **sealed: str) -> None:
        """B knows no stop."""
        need(self.phase == "votes" and choice in ("another", "stop", "abstain", ""))
        need(choice != "stop" or self.is_first)
        need("commitment" in sealed or self.has_voice(power))
        self.seal(power, choice, **sealed)
        self.tell("lif.VoteSealed", power=power)

    def fix_markers(self, overdue: bool = False) -> None:
        need(self.phase in ("ballots", "votes") and not self.is_fixed and not overdue)
        self.is_fixed = True
        self.tell("lif.MarkersFixed", draw=self.draws, kind=self.phase[:-1], overdue=False)

    def shown(self, absent: str, withheld: bool, overdue: bool) -> dict[str, Fields]:
        """All markers, once none is missing or the host goes on without."""
        need(not overdue)
        lies = [power for power, choice in self.markers.items() if choice == "withheld"]
        need(not lies or (self.is_fixed and withheld))
        missing = [power for power in POWERS if power not in self.markers and self.has_voice(power)]
        need(absent or not missing)
        if not self.is_fixed:
            self.fix_markers()
        nothing = "no-veto" if self.phase == "ballots" else "abstain"
        markers = {}
        for power in filter(self.has_marker, POWERS):
            choice, how = self.markers.get(power), "sealed"
            if choice == "withheld":
                pays = self.phase == "ballots" and self.has_voice(power)
                choice, how = "veto" if pays else nothing, "withheld"
            elif choice is None:
                choice, how = nothing, "absent" if self.has_voice(power) else "cannot-pay"
            markers[power] = {"choice": choice, "how": how}
        return markers

    def pay(self, points: dict[str, int]) -> None:
        if points:
            self.points = {power: had - points.get(power, 0) for power, had in self.points.items()}
            self.tell("lif.VetoPointsSpent", points=points)

    def open_ballots(self, absent: str = "", withheld: bool = False, overdue: bool = False) -> None:
        """He arrives unless he is vetoed and nobody of his own side saves him."""
        need(self.phase == "ballots")
        shown = self.shown(absent, withheld, overdue)
        side = self.owner(self.drawn)[1]
        vetoes = [power for power, marker in shown.items() if marker["choice"] == "veto"]
        saved = [power for power in vetoes if self.side(power) == side]
        is_idle = len(saved) == len(vetoes) and not self.rulings.get("charge_idle_support", True)
        self.tell("lif.BallotsOpened", ballots=shown, overdue=False)
        self.pay({power: self.price(power) for power in vetoes if not is_idle})
        leader, self.drawn = self.drawn, ""
        self.markers, self.is_fixed = {}, False
        if vetoes and not saved:
            self.leaders[leader], self.phase = "cup", "draw"
            return self.tell("lif.LeaderVetoed", leader=leader)
        self.leaders[leader], self.phase = "arriving", "votes"
        self.tell("lif.LeaderPromoted", leader=leader)
        if not any(map(self.has_voice, POWERS)):
            self.end("no votes")

    def open_votes(self, absent: str = "", withheld: bool = False, overdue: bool = False) -> None:
        """Another leader where somebody asks for one and nobody says stop."""
        need(self.phase == "votes")
        shown = self.shown(absent, withheld, overdue)
        self.tell("lif.VotesOpened", votes=shown)
        costs = {power: self.cost(power, marker["choice"]) for power, marker in shown.items()}
        lost = [power for power, marker in shown.items() if marker["how"] == "withheld"]
        costs |= {power: min(1, self.points[power]) for power in lost}
        self.pay({power: cost for power, cost in costs.items() if cost})
        self.markers, self.is_fixed = {}, False
        choices = {marker["choice"] for marker in shown.values()}
        if "another" not in choices or "stop" in choices:
            return self.end("vote")
        self.phase = "draw"
        self.tell("lif.ReinforcementContinued")

    def advance_turn(self) -> None:
        at = SEASONS.index(self.turn[5:]) + 1
        self.turn = f"{self.year + at // 6}-{SEASONS[at % 6]}"
        self.is_over = False
        self.tell("campaign.TurnBegan", turn=self.turn)
        if at == 6:
            if coming := self.of_year(self.year):
                self.leaders |= dict.fromkeys(coming, "cup")
                self.tell("lif.LeadersReachedYear", year=self.year, leaders=coming)
            self.added = self.year
            self.tell("lif.VetoPointsInfused")

    def declare_war(self, attacker: str, target: str) -> None:
        self.tell("lif.WarDeclared", attacker=attacker, target=target)

    def set_conquest(self, power: str, status: str) -> None:
        self.conquest[power] = status
        if (power, status) == ("france", "complete"):
            self.free_france()

    def install_vichy(self) -> None:
        self.vichy = True
        self.free_france()

    def free_france(self) -> None:
        if self.leaders["de-gaulle"] == "aside":
            self.leaders["de-gaulle"] = "cup"

    def collapse_vichy(self) -> None:
        self.vichy = False

    def set_minor(self, minor: str, status: str, power: str = "") -> None:
        if minor == "spain":
            self.patron = power if status == "aligned" else ""

    def enrol_member(self, **_: Any) -> None:
        """Members matter once they have a power."""

    def assign_power(self, power: str, member: str) -> None:
        self.seats[power] = member
        self.tell("campaign.PowerAssigned", power=power, member=member)

    def set_deadline(self, what: str, until: str) -> None:
        need(what == self.phase)
        self.tell("campaign.DeadlineSet", what=what, until=until, draw=self.draws)

    def set_leader_values(self, values: list[Fields], recall: int = 0) -> None:
        rows = [(row["leader"], row.get("power", "")) for row in values]
        need(len(rows) == len(set(rows)) and 0 <= recall <= 50)
        need(all(leader in LEADERS and power in ("", *POWERS) for leader, power in rows))
        need(all(0 <= row["value"] <= 2000 for row in values))
        self.values = {"values": values, "recall": recall}
        self.tell("lif.LeaderValuesSet", recall=recall)


CLAIMS = ["lif-1998 4.1", "lif-list 4.1"]
PLAYERS = ("SealBallot", "SealVote")
WAITING = ("AdvanceTurn", "DeclareWar", "SetConquest", "InstallVichy", "CollapseVichy", "SetMinor")


def command(war: War, sent: Fields) -> Fields:
    fields, war.events = {"by": "host", **sent}, []
    name = fields.pop("command")
    method = "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name)[1:]
    try:
        need(name not in WAITING or war.phase == "closed")
        need(name in PLAYERS or fields.pop("by") == "host")
        getattr(war, method)(**fields)
    except (RefusedError, AttributeError, TypeError, KeyError):
        return {"accepted": False, "rule": "LiF 4.1"}
    return {"accepted": True, "events": war.events}


def state(war: War) -> Fields:
    board = {"phase": war.phase, "leader": war.drawn, "fixed": war.is_fixed}
    return {
        "turn": war.turn,
        "board": {**board, "sealed": [*war.markers], "handed_in": []},
        "leaders": {name: {"status": status} for name, status in war.leaders.items()},
        "cup": war.cup(),
        "veto_points": war.points,
        "vichy": war.vichy,
        "leader_values": war.values,
    }


class Rival:
    war: War

    def answer(self, request: Fields) -> Fields:
        answer: Fields = {"program": "rival 1", "protocol": 1, "claims": CLAIMS}
        if request["do"] == "open":
            self.war, answer = War(request), {"accepted": True}
        elif request["do"] == "command":
            answer = command(self.war, request["command"])
        elif request["do"] == "state":
            answer = {"state": state(self.war)}
        return {"n": request["n"], **answer}


if __name__ == "__main__":
    rival = Rival()
    for line in sys.stdin:
        print(json.dumps(rival.answer(json.loads(line))), flush=True)
