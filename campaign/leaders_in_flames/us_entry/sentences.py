"""The journal's sentences about US entry. Pure; they give a chit's value only once it was shown."""

from collections.abc import Mapping

from campaign.leaders_in_flames.abilities.catalogue import abilities
from campaign.leaders_in_flames.names import Names, Sentences, country, the_country
from campaign.leaders_in_flames.reasons import words
from campaign.leaders_in_flames.us_entry import chart
from campaign.leaders_in_flames.us_entry.actions_kit import PETAIN, THROUGH_VICHY, VICHY
from campaign.leaders_in_flames.us_entry.sentences_chits import CHITS, ROW, chits, why
from campaign.leaders_in_flames.us_entry.state import POOL_NAMES, THEATRE_NAMES
from campaign.text.english import a_number, capital, counted, listed
from events.lif import aftermath
from events.lif import us_entry as entry


def option_or_action(kind: str, number: int) -> str:
    """LiF 5.3.2, 5.3.3: an option or action by number, with its name if the kit has one."""
    known = chart.kit().get(chart.key(kind, number))
    return f"{kind} {number} ({known.name})" if known and known.name else f"{kind} {number}"


def outcome(theatre: entry.Theatre, outcome: entry.Outcome) -> str:
    """LiF 5.3.3: the outcome of a number: `Japan 23: 3 chits, with a 2 rolled`."""
    if outcome.chits > 0:
        came = counted(outcome.chits, "chit")
    elif outcome.chits < 0:
        came = f"{counted(-outcome.chits, 'chit')} removed"
    else:
        came = "no chit"
    where = ""
    if outcome.roll is not None:
        where = f", with {a_number(outcome.roll.value)} rolled"
        where += " at the table" if outcome.roll.source == "table" else ""
    return f"{THEATRE_NAMES[theatre]} {outcome.number}: {came}{where}"


def _outcomes(outcomes: Mapping[entry.Theatre, entry.Outcome]) -> list[str]:
    return [outcome(theatre, result) for theatre, result in outcomes.items()]


def _stated(stated: Mapping[str, str]) -> list[str]:
    text = ", ".join(f"{key} {answer}" for key, answer in stated.items())
    return [f"stated: {text}"] if text else []


def _sentence(first: str, more: list[str]) -> str:
    return "; ".join([first, *more]) + "."


# --- setting up ---------------------------------------------------------------------------------

_MODES = {
    "ledger": "The ledger keeps the chits of US entry",
    "table": "The chits of US entry lie in a cup at the table",
}


def _numbers(kind: str, taken: tuple[entry.Taken, ...]) -> str:
    text = [
        f"{choice.number} for {the_country(choice.target)}" if choice.target else f"{choice.number}"
        for choice in taken
    ]
    return f"{kind if len(text) == 1 else kind + 's'} {listed(text)}"


def _opened(event: entry.EntryOpened, names: Names) -> str:
    more = []
    before = [
        _numbers(kind, taken)
        for kind, taken in (("option", event.options), ("action", event.actions))
        if taken
    ]
    if before:
        more.append(f"taken before the campaign: {'; '.join(before)}")
    due = [f"{number} for {POOL_NAMES[pool]}" for pool, number in event.due.items() if number]
    if due:
        more.append(f"to be drawn: {listed(due)}")
    return _sentence(_MODES[event.mode], more)


def _scenario(event: entry.ScenarioStated, names: Names) -> str:
    text = [f"states {counted(len(event.facts), 'fact')}"] if event.facts else []
    text += [f"leaves {counted(len(event.asks), 'question')} open"] if event.asks else []
    return f"The scenario {event.title} {' and '.join(text) or 'was laid out'}."


def _answered(event: entry.ScenarioAnswered, names: Names) -> str:
    text = f"The scenario’s question {event.question} was answered: {event.answer}"
    more = [f"so taken before the campaign: {_numbers('option', event.options)}"]
    return _sentence(text, more if event.options else [])


def _chart(event: entry.EntryChartImported, names: Names) -> str:
    rows = [f"{row.kind} {row.number}" for row in event.rows]
    if len(rows) > ROW:
        options = sum(row.kind == "option" for row in event.rows)
        kinds = (("option", options), ("action", len(rows) - options))
        rows = [counted(number, kind) for kind, number in kinds if number]
    return f"The chart of US entry took in {listed(rows)} from {event.source}."


def _stocked(event: entry.EntryChitsStocked, names: Names) -> str:
    sealed = "the secret that hides the chits is sealed until the campaign’s end"
    if not event.rows:
        return f"The common pool stands ready in its cup at the table; {sealed}."
    source = f" from {event.source}" if event.source else ""
    count = counted(sum(row.count for row in event.rows), "chit")
    years = sorted({str(row.year) for row in event.rows if row.year is not None})
    more = [f"those of {listed(years)} from their year on"] if years else []
    return _sentence(f"The common pool was stocked with {count}{source}", [*more, sealed])


def _joined(event: entry.EntryChitsJoined, names: Names) -> str:
    return f"The {counted(event.count, 'chit')} of {event.year} joined the common pool."


def _secret(event: entry.EntrySecretOpened, names: Names) -> str:
    return "The secret of the common pool was opened; anybody can check every chit ever drawn."


def _dealt(event: entry.EntryChitsDealtAnew, names: Names) -> str:
    """Which chits are which, and no value."""
    new = [chit.id for chit in event.chits if chit.id not in event.kept]
    text = [
        f"{chits(ids)} {verb[len(ids) > 1]}"
        for ids, verb in (
            (event.kept, ("keeps its value", "keep their values")),
            (new, ("was drawn anew", "were drawn anew")),
            (event.due, ("is to be entered anew", "are to be entered anew")),
        )
        if ids
    ]
    lies = listed(text) or "no chit lies on the table"
    whose = "a new secret" if event.renewal else "a secret of the what-if’s own"
    return f"The chits of US entry have {whose}: {lies}."


# --- options and actions ------------------------------------------------------------------------


def _picked(event: entry.EntryOptionPicked, names: Names) -> str:
    text = f"The USA picked entry {option_or_action('option', event.option)}"
    text += f" for {the_country(event.target)}" if event.target else ""
    text += f" at entry level {event.level}" if event.level else ""
    more = [f"tension {outcome}" for outcome in _outcomes(event.outcomes)]
    if event.removed:
        gives = listed(f"{the_country(power)} {number}" for power, number in event.gives.items())
        points = counted(event.removed, "convoy point")
        more.append(f"{points} off the map{f', given to {gives}' if gives else ''}")
    if event.militia:
        how = "by lot: " if event.draw else ""
        more.append(f"mobilized {how}{listed(event.militia)}")
    return _sentence(text, [*more, *_stated(event.stated)])


def _transferred(event: entry.CountersTransferred, names: Names) -> str:
    by: dict[str, list[str]] = {}
    for counter, to in event.counters.items():
        by.setdefault(to, []).append(counter)
    text = "; ".join(f"{listed(which)} to {the_country(to)}" for to, which in by.items())
    return f"Counters went to other force pools for good ({words(event.reason)}): {text}."


_VICHY_ALLOWS = (
    f"while Vichy France stands, {THROUGH_VICHY}; Vichy France rolls for partisans "
    "whenever France would"
)


def _taken(event: entry.EntryActionTaken, names: Names) -> str:
    what = f"US entry {option_or_action('action', event.action)}"
    who = f"{capital(the_country(event.power))} took {what}" if event.power else f"{what} was taken"
    aim = f", aimed at {place(event.target)}" if event.target else ""
    more = [f"entry {outcome}" for outcome in _outcomes(event.outcomes)]
    allows = [_VICHY_ALLOWS] if event.action == PETAIN else []
    return _sentence(f"{who}{aim}", [*more, *_stated(event.stated), *allows])


_PLACES = {"canadian-cities": "each Canadian city"}


def place(slug: str) -> str:
    """A country, a city or a hex inside a sentence."""
    known = _PLACES.get(slug)
    return known or (slug.upper() if slug[-1:].isdigit() else the_country(slug))


def _partisans(event: aftermath.PartisanNumberSet, names: Names) -> str:
    text = f"The partisan number of {the_country(event.country)} is {event.number}"
    until = "while it stands" if event.country == VICHY else "for the rest of the game"
    return f"{text} {until}{why(event.reason)}."


def _supply(event: aftermath.SupplySourceGained, names: Names) -> str:
    text = f"{capital(place(event.place))} became a {event.rank} supply source"
    return f"{text} for {the_country(event.power)}."


def _supply_lost(event: aftermath.SupplySourceLost, names: Names) -> str:
    text = f"{capital(place(event.place))} is a supply source for {the_country(event.power)}"
    return f"{text} no longer, for the rest of the game."


def _dissolved(event: aftermath.GovernmentDissolved, names: Names) -> str:
    text = f"{country(event.city)} was retaken, and the government set up there was dissolved"
    return f"{text} (action {event.action})."


def _gas(event: aftermath.PoisonGasEnded, names: Names) -> str:
    return f"At war with {the_country(event.enemy)}, Japan uses poison gas no more."


def _spain(event: aftermath.SpainJoined, names: Names) -> str:
    spent = counted(event.offensive_chits, "offensive chit")
    return f"Germany aligned Spain for {spent}; Italy no longer co-operates with Germany."


def _entered(event: aftermath.NeutralMinorEntered, names: Names) -> str:
    known = abilities().get(event.ability)
    ability = f"ability {event.ability}{f', {known.name}' if known else ''}"
    text = f"{names.leader(event.leader)} led his stack into neutral {country(event.minor)}"
    table = " at the table" if event.roll.source == "table" else ""
    return f"{text} ({ability}); {a_number(event.roll.value)} was rolled{table}."


SENTENCES: Sentences = {
    entry.EntryOpened: _opened,
    entry.ScenarioStated: _scenario,
    entry.ScenarioAnswered: _answered,
    entry.EntryChartImported: _chart,
    entry.EntryChitsStocked: _stocked,
    entry.EntryChitsJoined: _joined,
    entry.EntrySecretOpened: _secret,
    entry.EntryChitsDealtAnew: _dealt,
    **CHITS,
    entry.EntryOptionPicked: _picked,
    entry.CountersTransferred: _transferred,
    entry.EntryActionTaken: _taken,
    aftermath.PartisanNumberSet: _partisans,
    aftermath.SupplySourceGained: _supply,
    aftermath.SupplySourceLost: _supply_lost,
    aftermath.GovernmentDissolved: _dissolved,
    aftermath.PoisonGasEnded: _gas,
    aftermath.SpainJoined: _spain,
    aftermath.NeutralMinorEntered: _entered,
}
"""A sentence for every type of event in `events/lif/us_entry.py`."""
