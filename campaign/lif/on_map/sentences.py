"""LiF 2, 3: places, leaders on the map, combats and Guards Banner armies in sentences. Pure."""

from campaign.kernel.decisions import Refused
from campaign.lif.abilities.catalogue import abilities
from campaign.lif.abilities.command_range import Dot, Hex, SeaBox, maps, parse
from campaign.lif.names import Names, Sentences, country, the_countries, words
from campaign.lif.on_map import fold
from campaign.text.english import Words, a_number, counted, listed, says
from events.lif import on_map as play

# --- LiF 2: places in a reader's words, and the theatre each belongs to -------------------------

AT_SEA = "At sea"
OFF_MAP = "Off the maps"
UNKNOWN = "Place unknown"


def in_words(location: str) -> str:
    """A place inside a sentence: `E1429`, `the North Sea, section 3`, `Canada (off-map)`."""
    place = _parsed(location)
    match place:
        case SeaBox():
            return f"the {country(place.area)}, section {place.section}"
        case Dot():
            return f"{country(place.name)} (off-map)"
    return location


def theatre(location: str) -> str:
    """LiF 2: the map a place is on, by name; or the sea, or off the maps."""
    match _parsed(location):
        case Hex(map=letter):
            return maps()[letter].name
        case SeaBox():
            return AT_SEA
        case Dot():
            return OFF_MAP
    return UNKNOWN


def theatres() -> tuple[str, ...]:
    """LiF 2: every theatre, in the order of a report."""
    return (*(sheet.name for sheet in maps().values()), AT_SEA, OFF_MAP, UNKNOWN)


def _parsed(location: str) -> Hex | SeaBox | Dot | None:
    place = parse(location) if location else None
    return None if isinstance(place, Refused) else place


# --- Leaders on the map, combats and Guards Banner armies in sentences --------------------------


# --- 3.1 Placing and moving ---------------------------------------------------------------------


WENT = {
    "land": "went to",
    "rail": "went by rail to",
    "naval": "sailed to",
    "air": "flew to",
    "rebase": "rebased to",
    "advance": "advanced to",
    "retreat": "retreated to",
    "overrun": "was overrun and got away to",
    "vichy": "went with Vichy’s installation to",
    "other": "was moved to",
}


def way(means: str) -> str:
    """LiF 3.1: a way of moving, as a verb."""
    return WENT.get(means, "went to")


def went(event: play.LeaderMoved) -> str:
    """LiF 3.1: a move without the leader's name."""
    company = f" with {event.travels_with}" if event.travels_with else ""
    return f"{way(event.means)} {in_words(event.location)}{company}"


def _hex_named(event: play.HexNamed, names: Names) -> str:
    if not event.name:
        return f"{event.hex} has no name any more."
    return f"{event.hex} is called {event.name}."


def _returned(event: play.LeadersReturnedFromCircle, names: Names) -> str:
    verb = "arrives" if len(event.leaders) == 1 else "arrive"
    text = f"{names.leaders(event.leaders)} came off the production circle"
    return f"{text} and {verb} as {'a reinforcement' if verb == 'arrives' else 'reinforcements'}."


# --- 3.2 The sequence of play and the use of abilities ------------------------------------------


def used(event: play.AbilityUsed) -> str:
    """LiF 3.2: a use without the leader's name."""
    known = abilities().get(event.ability)
    name = f" ({known.name})" if known else ""
    text = f"used ability {event.ability}{name} at {in_words(event.hex)}"
    return f"{text} for {the_countries(event.helps)}" if event.helps else text


def _used(event: play.AbilityUsed, names: Names) -> str:
    more = []
    if event.combat:
        more.append(f"in combat {event.combat}")
    if event.units:
        more.append(f"serves {counted(event.units, 'unit')}")
    if event.entered:
        way = listed(f"{hexes} on {letter}" for letter, hexes in event.entered.items())
        more.append(f"the club counted the way: {way}")
    if event.map:
        more.append(f"counts for his rank on map {event.map}")
    after = f"; {'; '.join(more)}" if more else ""
    return f"{names.leader(event.leader)} {used(event)}{after}."


# --- 3.3 Combat, recall and death ---------------------------------------------------------------


def stated(event: play.CombatReported, names: Names) -> str:
    """Ruling 45: where leaders stood on the host's word; with a blank before it."""
    places = (f"{names.leader(who)} was at {in_words(at)}" for who, at in event.places.items())
    return f" On the host's word, {listed(places)}." if event.places else ""


def _combat(event: play.CombatReported, names: Names) -> str:
    text = f"Combat {event.combat} ({event.kind}) at {in_words(event.hex)}: "
    text += f"{the_countries(event.attackers)} against {the_countries(event.defenders)}"
    against = stated(event, names)
    against += f" Against the record: {event.contradicts}" if event.contradicts else ""
    if not event.losses:
        return f"{text}, without losses.{against}"
    points = " and ".join(
        f"the {side}s {counted(fold.lost(event, side), 'build point')}" for side in fold.SIDES
    )
    return f"{text}. Lost: {points}.{against}"


def how_chosen(event: play.LeaderRecalled, names: Names) -> str:
    """Ruling 32: how one of several leaders came to be recalled; empty if the rule decided."""
    between = names.leaders(event.candidates)
    if event.chosen_by == "host":
        return f"The host chose between {between}."
    if event.chosen_by == "draw":
        where = "at the table" if event.source == "table" else "by the ledger"
        return f"Draw {event.draw}, {where}, decided between {between}."
    return ""


def _recalled(event: play.LeaderRecalled, names: Names) -> str:
    text = f"{names.leader(event.leader)} was recalled to the cup: {words(event.reason)}."
    chosen = how_chosen(event, names)
    return f"{text} {chosen}" if chosen else text


# --- 5.1 Guards Banner armies -------------------------------------------------------------------


def _promoted(event: play.GuardsPromoted, names: Names) -> str:
    total = event.score + event.factors
    unit, army = names.counter(event.unit), names.counter(event.army)
    text = f"{unit} became the Guards Banner army {army} after combat {event.combat}"
    stated = f" The club states that it was at {in_words(event.place)}." if event.stated else ""
    needed = f"{event.factors} + {event.score} = {total}, and {event.needed} were needed."
    return f"{text}: {needed}{stated}"


WORDS: Words = {
    "place": in_words,
    "face": lambda is_up: "" if is_up else ", face-down",
    "up": lambda is_up: "up" if is_up else "down",
    "plain": lambda slug: slug.replace("-", " "),
    "side": {"axis": "the Axis", "allies": "the Allies"}.__getitem__,
    "countries": the_countries,
    "die": a_number,
    "why": words,
}
SENTENCES: Sentences = {
    play.LeaderPlaced: says("{leader:leader} was placed at {location:place}{face_up:face}.", WORDS),
    play.LeaderMoved: lambda event, names: f"{names.leader(event.leader)} {went(event)}.",
    play.LeaderTurned: says("{leader:leader} was turned face-{face_up:up}.", WORDS),
    play.HexNamed: _hex_named,
    play.LeaderSentToCircle: says(
        "{leader:leader} went onto the production circle, to arrive in {arrives:turn} ({reason})."
    ),
    play.LeadersReturnedFromCircle: _returned,
    play.StageBegan: says("The {stage:plain} stage began.", WORDS),
    play.ImpulseBegan: says("Impulse {number} began, {side:side} to move.", WORDS),
    play.StepBegan: says("The step {step:plain} began.", WORDS),
    play.CooperationAgreed: says("{powers:^countries} agreed to co-operate.", WORDS),
    play.CooperationEnded: says("{powers:^countries} no longer co-operate.", WORDS),
    play.AbilityUsed: _used,
    play.CombatReported: _combat,
    play.LeaderRecalled: _recalled,
    play.LeaderGroundStruck: says(
        "{leader:leader} was ground struck with {roll:die}; {needed} disorganises him.", WORDS
    ),
    play.LeaderKilled: says("{leader:leader} was killed: {reason:why}.", WORDS),
    play.GuardsPromoted: _promoted,
}
"""A sentence for every type of event in `events/lif/on_map.py`."""
