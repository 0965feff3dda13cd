"""FoW Campaign Sequence: what is asked when a battle begins, and when it has ended. Pure."""

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from campaign.fow import interviews
from campaign.fow.missions.catalogue import Mission, MissionEnd, missions
from campaign.fow.names import names_of, side_first, the_side, whose
from campaign.fow.results import battles, losses, outcomes
from campaign.fow.results.commands import BeginBattle, ConfirmResult, ContestResult, ReportResult
from campaign.fow.results.losses import called, roster
from campaign.fow.results.outcomes import reported_in_words
from campaign.fow.state import Battle, LineState, State, force_of, seats_of
from campaign.kernel.decisions import Refused, Supplied
from campaign.kernel.interview import asking, by_type, pages, tapped
from campaign.kernel.interview.answers import Choice, Kind, Option, Several
from campaign.kernel.terminal.steps import Unfit as Invalid
from campaign.text.english import capital, counted, listed
from events.fow import set_up, words
from events.fow.battles import ResultReported, SectorChanged, VictoryPointsWon


def asks_begin(state: State, form: asking.Given) -> pages.Interview:
    """FoW Campaign Sequence: the platoons of each side that has no roster."""
    answers = yield from interviews.on_line(state, form)
    line = interviews.line_of(state, answers)
    if refused := form.forbids(by_type.assembled(answers)):
        return refused
    asked = [
        replace(one, is_optional=False, hint="", tip="Without the headquarters")
        for one in interviews.for_sides(
            state, form, "platoons", "platoons", tapped.Count(0, losses.MOST)
        )
        if line and not force_of(state, line.id, one.key.partition("/")[2])
    ]
    answers |= yield pages.Page((*asked, *interviews.aside(form, "time_limit", "battalion")))
    return by_type.assembled(answers)


# --- A battle has ended: how, and what was lost -------------------------------------------------


class LossCount(tapped.Count, frozen=True):
    """FoW Victory Points: how many platoons a side without a roster lost; no word but those that
    the battle log has.
    """

    logged: tuple[str, ...] = ()

    def read(self, text: str) -> int | tuple[str, ...] | Invalid:  # type: ignore[override]
        """The number, or the platoons that the battle log names."""
        number = super().read(text)
        if not isinstance(number, Invalid):
            return number
        names = tuple(part.strip() for part in text.replace(",", " ").split())
        if names and all(one in self.logged for one in names):
            return names
        return Invalid(losses.no_number(text.strip(), self.highest, self.logged))


class LostPlatoons(Several, frozen=True):
    """FoW Victory Points: which platoons of a roster were lost, or how many of them."""

    highest: int = losses.MOST

    def read(self, text: str) -> int | tuple[object, ...] | Invalid:  # type: ignore[override]
        """The platoons, by their names or ids; or their number."""
        if text.strip().isdecimal():
            number = tapped.Count(0, self.highest).read(text)
            wrong = Invalid(losses.no_number(text.strip(), self.highest))
            return wrong if isinstance(number, Invalid) else number
        named = super().read(text)
        if isinstance(named, Invalid) and isinstance(self.kind, Choice):
            names = ", ".join(self.kind.names)
            return Invalid(f"{text.strip()}: no platoon of this battle; there is {names}")
        return named


def _kind_of_losses(state: State, battle: Battle, side: str) -> Kind:
    highest, named = losses.most(battle, side), roster(state, battle, side)
    if not named:
        return LossCount(0, highest, logged=losses.in_the_log(battle, side))
    options = tuple(Option(one, called(state, battle, side, one)) for one in named)
    return LostPlatoons(Choice(options), highest)


def _lost(state: State, form: asking.Given, battle: Battle) -> Iterator[pages.Question]:
    """What each side lost: its platoons to be ticked, or a number where it has no roster."""
    for one in interviews.for_sides(state, form, "lost", "platoons Destroyed"):
        side = one.key.partition("/")[2]
        kind = _kind_of_losses(state, battle, side)
        logged = losses.logged(battle, side, "lost")
        named = isinstance(kind, LostPlatoons)
        stands = ", ".join(filter(None, logged)) if named else str(len(logged))
        tip = "" if named else f"No roster, so a number: 0 to {losses.most(battle, side)}"
        yield replace(one, kind=kind, stands=stands, hint="", tip=tip)


def _lost_before(state: State, form: asking.Given, battle: Battle) -> Iterator[pages.Question]:
    for one in interviews.for_sides(state, form, "pre_game", "platoons lost before the first turn"):
        side = one.key.partition("/")[2]
        tip = "Of those above; they bring no points"
        kind = _kind_of_losses(state, battle, side)
        yield replace(one, kind=kind, is_rare=True, hint="", tip=tip)


def asks_result(state: State, form: asking.Given) -> pages.Interview:
    """FoW Victory Points: how it ended, by the mission's own ends; then what each side lost."""
    answers = yield from interviews.on_line(state, form)
    battle = _battle(state, interviews.line_of(state, answers))
    (ended,) = form.page("ended_by").questions
    notes: tuple[str, ...] = ()
    if battle is not None:
        ended = interviews.question(form, "ended_by", kind=Choice(_ends(state, battle)))
        where = f"{capital(names_of(state).battle(battle.id))}, {missions()[battle.mission].name}"
        notes = (f"{where}. {side_first(state, battle.attacker)} attacked.",)
    label = "How did it end?"
    answers |= yield pages.Page((replace(ended, label=label),), notes, title=label)
    if refused := form.forbids(by_type.assembled(answers)):
        return refused
    if battle is None:
        return by_type.assembled(answers)
    about = tuple(_about_the_end(state, form, battle, answers["ended_by"]))
    lost, early = _lost(state, form, battle), _lost_before(state, form, battle)
    rest = (*_rest(form, battle, {one.key for one in about}), *early)
    answers |= yield pages.Page(
        (*about, *lost, *rest), title="What was lost?", button="See what it means", is_asked=True
    )
    if "turn" not in answers and (only := _only_turn(battle, answers["ended_by"])):
        answers["turn"] = only
    return by_type.assembled(answers)


def _battle(state: State, line: LineState | None) -> Battle | None:
    battle = state.known_battle(line.battle) if line else None
    return battle if battle is not None and battle.state in ("running", "reported") else None


def _about_the_end(
    state: State, form: asking.Given, battle: Battle, ended_by: words.EndedBy
) -> Iterator[pages.Question]:
    """Whom an end is about, and in which turn it came, where only the players know."""
    able = outcomes.able(missions()[battle.mission], battle, ended_by)
    if len(able) > 1:
        label = _WHOSE.get(ended_by, "Which side?")
        yield interviews.of_side(state, form, label, *able, is_optional=False)
    end = outcomes.end_of(battle, ended_by)
    if end is not None and end.when != "last-turn" and _asks_turn(battle, ended_by):
        side = "" if end.side == "either" else f" {whose(state.sides[next(iter(able))])}"
        tip = f"It counts from turn {end.begins} on"
        label, kind = f"In which{side} own turn?", tapped.Count(1, losses.MOST)
        yield interviews.question(form, "turn", label, kind=kind, is_optional=False, tip=tip)


_WHOSE: dict[str, str] = {
    "morale": "Whose company failed its morale check?",
    "conceded": "Who gave the battle up?",
    "objective": "Who held an objective?",
}


def _asks_turn(battle: Battle, ended_by: words.EndedBy) -> bool:
    """Whether the mission has an end from some turn on, and nobody has recorded the turns."""
    able = outcomes.able(missions()[battle.mission], battle, ended_by)
    return any(outcomes.names_turn(battle, ended_by, side) for side in able)


def _only_turn(battle: Battle, ended_by: words.EndedBy) -> int:
    """The turn in which a mission with a last turn ends, if nobody recorded it; 0 for any other."""
    end = outcomes.end_of(battle, ended_by)
    is_last = end and end.when == "last-turn" and _asks_turn(battle, ended_by)
    return end.begins if end and is_last else 0


def _rest(form: asking.Given, battle: Battle, asked: set[str]) -> Iterator[pages.Question]:
    """What is seldom said of a result."""
    wanted = ["turn"] if "turn" not in asked else []
    wanted += ["left_behind"] if "last-teams-out" in battle.rules else []
    for one in interviews.aside(form, *wanted, "played_on", "note"):
        yield replace(one, kind=tapped.Count(0, losses.MOST)) if one.key == "turn" else one


# --- The ends of a mission, as its players say them ---------------------------------------------


def _ends(state: State, battle: Battle) -> tuple[Option, ...]:
    """FoW missions: how this battle may have ended; an end that it does not have is refused."""
    mission = missions()[battle.mission]
    own = [_own_end(state, battle, end) for end in mission.end]
    time = Option("time", "Time ran out", _otherwise(state, battle, mission))
    always = (
        Option("morale", "A company failed its morale check", "whose, you say next"),
        Option("conceded", "A side gave the battle up", "who, you say next"),
    )
    shown = {one.value: one for one in (*own, *always, time)}
    others = ("objective", "cleared", "last-turn")
    ways = listed(outcomes.ways(mission), "or")
    no = f"{mission.name} ends by {ways}"
    refused = (Option(one, _OTHER[one], refused=no) for one in others if one not in shown)
    return (*shown.values(), *refused)


_OTHER = {
    "objective": "A side held an objective",
    "cleared": "No enemy was left",
    "last-turn": "The last turn was over",
}


def _own_end(state: State, battle: Battle, end: MissionEnd) -> Option:
    """An end of the mission as a card: who did what, and from which turn on."""
    sides = outcomes.sides_of_end(battle, end)
    is_one = len(sides) == 1 and bool(sides[0])
    who = side_first(state, sides[0]) if is_one else "A side"
    since = f"from own turn {end.begins} on" if end.begins > 1 else "at the start of an own turn"
    piece = f"{sides[0]}|{seats_of(state).codes.get(sides[0], '')}" if is_one else ""
    match end.when:
        case "holds":
            what = f"{end.what}, {since}" if is_one else f"{end.what}; who, you say next"
            return Option("objective", f"{who} held an objective", what, piece)
        case "cleared":
            return Option("cleared", f"{who} drove the enemy off", f"{end.what}, {since}", piece)
        case "last-turn":
            return Option("last-turn", f"{who} began their last turn", end.what, piece)
        case "time":
            return Option(
                "time", "Time ran out", _otherwise(state, battle, missions()[battle.mission])
            )


def _otherwise(state: State, battle: Battle, mission: Mission) -> str:
    """What the mission says of a battle that came to no end."""
    winner = {"attacker": battle.attacker, "defender": battle.defender}.get(mission.otherwise, "")
    return f"a win for {the_side(state, winner)}" if winner else "nobody wins"


# --- What a result will bring -------------------------------------------------------------------


def _points(state: State, won: VictoryPointsWon) -> str:
    points = (f"{points} for {the_side(state, side)}" for side, points in won.points.items())
    return f"Points: {listed(points)}"


def _figures(state: State, won: VictoryPointsWon) -> tuple[pages.ForeseenFigure, ...]:
    points = won.points.items()
    return tuple(pages.ForeseenFigure(side, state.sides[side], number) for side, number in points)


def shows_result(
    state: State, fields: pages.Fields, private: Callable[[], pages.Fields]
) -> pages.Confirm | None:
    """FoW Victory Points: the points and the front's move, as they will be booked."""
    command = msgspec.convert(fields, ReportResult)
    decision = battles.DECIDE[ReportResult](state, command, Supplied())
    if isinstance(decision, Refused):
        return None
    first, *rest = decision
    assert isinstance(first, ResultReported)
    battle = state.battle(first.battle)
    booked = tuple(rest) or outcomes.booked(state, battle, first)
    won = next(one for one in booked if isinstance(one, VictoryPointsWon))
    moved = next((one for one in booked if isinstance(one, SectorChanged)), None)
    who = () if rest else battles.answering(state, battle, first.by_side)
    names = listed(map(state.campaign.called, who), "or")
    is_end = any(isinstance(one, set_up.CampaignDecided) for one in booked)
    lines = (
        f"{_points(state, won)}.",
        _by_losses(state, won),
        *_front(state, battle, moved),
        "That ends the campaign." if is_end else "",
        *_destroyed(state, battle, first),
        f"{names} confirms it first. Until then no points are booked." if names else "",
    )
    return pages.Confirm(
        tuple(filter(None, lines)),
        f"Send it to {names}?" if names else "Book it?",
        is_advice=True,
        title=_heading(state, won),
        figures=_figures(state, won),
        unit="points",
        strip=_strip(state, battle, moved),
    )


def _heading(state: State, won: VictoryPointsWon) -> str:
    if not won.winner:
        return "A Fair Fight that nobody won"
    return f"A {outcomes.RESULTS[won.result]} for {the_side(state, won.winner)}"


def _by_losses(state: State, won: VictoryPointsWon) -> str:
    """FoW Victory Points: by which losses the points go, and what others would have brought."""
    if not won.winner:
        return "Each side’s points go by the enemy platoons that it destroyed."
    lost = won.counted[won.winner]
    rows = [row for row in losses.rows("standard") if row.low != min(lost, 2)]
    others = listed(f"{_MANY[row.low]} would be {row.winner} to {row.loser}" for row in rows)
    own = counted(lost, "platoon that counts", "platoons that count")
    return f"{side_first(state, won.winner)} lost {own}; {others}."


_MANY = {0: "none", 1: "one", 2: "two or more"}


def _front(state: State, battle: Battle, moved: SectorChanged | None) -> Iterator[str]:
    """FoW Axis of Attack: where the front is then, and how far it is to the objective."""
    line = state.lines[battle.line]
    if line.axis is None:
        return
    names = names_of(state)
    here = names.sector(line.id, line.sector)
    if moved is None:
        yield f"The front stays at {here} ({line.sector})."
        return
    there = names.sector(line.id, moved.to)
    yield f"The front moves from {here} ({line.sector}) to {there} ({moved.to})."
    left = abs(line.axis.objective[moved.side] - moved.to)
    goal = names.sector(line.id, line.axis.objective[moved.side])
    who = the_side(state, moved.side)
    yield (
        f"{counted(left, 'step', 'steps')} more, and {who} would be in {goal}."
        if left
        else f"{capital(who)} reach their objective, {goal}."
    )


def _strip(
    state: State, battle: Battle, moved: SectorChanged | None
) -> tuple[pages.StripPlace, ...]:
    line = state.lines[battle.line]
    if line.axis is None:
        return ()
    goals = {place: side for side, place in line.axis.objective.items()}
    now = moved.to if moved else line.sector
    return tuple(
        pages.StripPlace(
            sector.place,
            sector.name,
            goals.get(sector.place, ""),
            "now" if sector.place == now else "was" if sector.place == line.sector else "",
        )
        for sector in line.axis.sector
    )


def _destroyed(state: State, battle: Battle, report: ResultReported) -> Iterator[str]:
    for side, named in report.lost_platoons.items():
        if named:
            names = listed(called(state, battle, side, one) for one in named)
            yield f"Destroyed of {the_side(state, side)}: {names}."


# --- A result is reported: it is right, or what is wrong with it --------------------------------


def _reported(state: State, answers: pages.Fields) -> tuple[str, ...]:
    """The report that waits on a line, in words."""
    battle = _battle(state, interviews.line_of(state, answers))
    if battle is None or battle.report is None:
        return ()
    said = reported_in_words(battle.report, names_of(state))
    return (said, *_destroyed(state, battle, battle.report))


def asks_confirm(state: State, form: asking.Given) -> pages.Interview:
    """FoW ruling 29: the report is shown above the button that confirms it."""
    notes = _reported(state, {})
    return (yield from interviews.asks_line(state, form, "Confirm the result", notes))


def asks_contest(state: State, form: asking.Given) -> pages.Interview:
    """FoW ruling 29: what is wrong with a report, which is shown above the question."""
    answers = yield from interviews.on_line(state, form)
    if refused := form.forbids(by_type.assembled(answers)):
        return refused
    notes = _reported(state, answers)
    asked = interviews.question(form, "text", "What is wrong?")
    answers |= yield pages.Page(
        (asked,), notes, title=asked.label, button="Contest it", is_last=True
    )
    return by_type.assembled(answers)


INTERVIEWS = asking.Interviews[State](
    asked={
        BeginBattle: asks_begin,
        ReportResult: asks_result,
        ConfirmResult: asks_confirm,
        ContestResult: asks_contest,
    },
    consequences={ReportResult: shows_result},
)
