"""The journal's sentences about US entry. Pure; they give a chit's value only once it was shown."""

from collections.abc import Mapping, Sequence

from campaign.lif.abilities.catalogue import abilities
from campaign.lif.names import Names, Sentences, country, the_country, words
from campaign.lif.state import POOL_NAMES, THEATRE_NAMES
from campaign.lif.us_entry import chart, fold
from campaign.text.english import Words, a_number, capital, counted, listed, says
from events.lif import aftermath
from events.lif import us_entry as entry

OTHERS = 7
"""So many powers are all but the USA."""
ROW = 4
"""So many chits or more in a row are text by the first and the last."""


def chits(ids: Sequence[str]) -> str:
    """LiF 5.3: chits by their ids: `chit c7`, `chits c7 and c9`, `chits c1 to c6`."""
    if len(ids) == 1:
        return f"chit {ids[0]}"
    first = int(ids[0][1:])
    in_a_row = list(ids) == [f"c{number}" for number in range(first, first + len(ids))]
    if in_a_row and len(ids) >= ROW:
        return f"chits {ids[0]} to {ids[-1]}"
    return f"chits {listed(ids)}"


def why(reason: str) -> str:
    """Why, in brackets; empty where nobody said."""
    return f" ({words(reason)})" if reason else ""


_CAUSES = {"set-up": "to begin with", "step": "in the US entry step", "action": "", "other": ""}


def _drawn(event: entry.EntryChitsDrawn, names: Names) -> str:
    if not event.chits:
        be = "was" if event.wanting == 1 else "were"
        text = f"{counted(event.wanting, 'chit')} {be} to come into {POOL_NAMES[event.pool]}"
        return f"{text}{why(event.reason)}, but the common pool held none."
    ids = chits([chit.id for chit in event.chits])
    cause = _CAUSES[event.cause]
    how = f", {cause}" if cause else ""
    where = "" if event.draw else ", from the cup at the table"
    text = f"{capital(ids)} came face-down into {POOL_NAMES[event.pool]}"
    wanting = f"; {event.wanting} more the common pool did not hold" if event.wanting else ""
    return f"{text}{how}{where}{why(event.reason)}{wanting}."


def _shown(event: entry.EntryChitsShown, names: Names) -> str:
    everybody = not event.to or len(event.to) >= OTHERS
    to = "everybody" if everybody else listed(the_country(power) for power in event.to)
    ids = list(event.chits)
    values = [f"{chit} ({event.chits[chit].value})" for chit in ids]
    total = sum(chit.value for chit in event.chits.values())
    what = f"chits {listed(values)}, together {total}"
    if len(ids) == 1:
        what = f"chit {ids[0]}, worth {total}"
    return f"The USA showed {to} {what}{why(event.reason)}."


def _below(event: entry.PoolBelowZero, names: Names) -> str:
    text = f"{capital(POOL_NAMES[event.pool])} lacked {counted(event.missing, 'chit')}"
    text += why(event.reason)
    if not event.chits:
        what = "it is" if event.missing == 1 else "they are"
        return f"{text}; {what} to be drawn from the cup and put aside face-down."
    be = "was" if len(event.chits) == 1 else "were"
    return f"{text}; {chits([chit.id for chit in event.chits])} {be} put aside face-down."


WORDS: Words = {
    "chits": chits,
    "pool": POOL_NAMES.__getitem__,
    "why": why,
    "ids": lambda laid: chits([chit.id for chit in laid]),
    "it": lambda chits: "it" if len(chits) == 1 else "them",
    "is": lambda count: "is" if count == 1 else "are",
    "was": lambda chits: "was" if len(chits) == 1 else "were",
    "again": {"entry": "draw entry chits", "tension": "pick options"}.__getitem__,
}


def option_or_action(kind: str, number: int) -> str:
    """LiF 5.3.2, 5.3.3: an option or action by number, with its name if the kit has one."""
    known = chart.kit().get(fold.key(kind, number))
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
    is_there = names.on_paper and event.mode == "table"
    at, what = ("in", "on the table") if is_there else ("for", "to be drawn")
    due = [f"{number} {at} {POOL_NAMES[pool]}" for pool, number in event.due.items() if number]
    if due:
        more.append(f"{what}: {listed(due)}")
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
        more.append(f"mobilized {how}{listed(map(names.counter, event.militia))}")
    return _sentence(text, [*more, *_stated(event.stated)])


def _transferred(event: entry.CountersTransferred, names: Names) -> str:
    by: dict[str, list[str]] = {}
    for counter, to in event.counters.items():
        by.setdefault(to, []).append(names.counter(counter))
    text = "; ".join(f"{listed(which)} to {the_country(to)}" for to, which in by.items())
    return f"Counters went to other force pools for good ({words(event.reason)}): {text}."


_VICHY_ALLOWS = (
    f"while Vichy France stands, {chart.THROUGH_VICHY}; Vichy France rolls for partisans "
    "whenever France would"
)


def _taken(event: entry.EntryActionTaken, names: Names) -> str:
    what = f"US entry {option_or_action('action', event.action)}"
    who = f"{capital(the_country(event.power))} took {what}" if event.power else f"{what} was taken"
    aim = f", aimed at {place(event.target)}" if event.target else ""
    more = [f"entry {outcome}" for outcome in _outcomes(event.outcomes)]
    allows = [_VICHY_ALLOWS] if event.action == chart.PETAIN else []
    return _sentence(f"{who}{aim}", [*more, *_stated(event.stated), *allows])


_PLACES = {"canadian-cities": "each Canadian city"}


def place(slug: str) -> str:
    """A country, a city or a hex inside a sentence."""
    known = _PLACES.get(slug)
    return known or (slug.upper() if slug[-1:].isdigit() else the_country(slug))


def _partisans(event: aftermath.PartisanNumberSet, names: Names) -> str:
    text = f"The partisan number of {the_country(event.country)} is {event.number}"
    until = "while it stands" if event.country == fold.VICHY else "for the rest of the game"
    return f"{text} {until}{why(event.reason)}."


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
    entry.EntryChitsJoined: says("The {count:counted chit} of {year} joined the common pool."),
    entry.EntrySecretOpened: says(
        "The secret of the common pool was opened; anybody can check every chit ever drawn."
    ),
    entry.EntryChitsDealtAnew: _dealt,
    entry.EntryChitsDrawn: _drawn,
    entry.EntryChitsDue: says(
        "{count:counted chit} {count:is} to be drawn from the cup into {pool:pool}{reason:why}.",
        WORDS,
    ),
    entry.EntryChitsReturned: says(
        "{chits:^chits} went back unseen from {pool:pool} to the common pool{reason:why}.", WORDS
    ),
    entry.EntryChitsMoved: says(
        "{chits:^chits} went face-down from {pool:pool} to {to:pool}{reason:why}.", WORDS
    ),
    entry.EntryChitsPlaced: says(
        "Having seen {chits:chits}, the USA put {chits:it} into {to:pool} instead of {pool:pool}.",
        WORDS,
    ),
    entry.EntryChitsShown: _shown,
    entry.PoolBelowZero: _below,
    entry.AsideChitsEntered: says(
        "{chits:^ids} {chits:was} put aside face-down for what {pool:pool} lacked.", WORDS
    ),
    entry.AsideChitsReturned: says(
        "{chits:^chits}, put aside for the {kind} pools, went back to the common pool; the USA may "
        "{kind:again} again.",
        WORDS,
    ),
    entry.EntryTakenBack: says(
        "{chits:^chits}, entered by mistake, {chits:was} taken back.", WORDS
    ),
    entry.EntryOptionPicked: _picked,
    entry.CountersTransferred: _transferred,
    entry.EntryActionTaken: _taken,
    aftermath.PartisanNumberSet: _partisans,
    aftermath.SupplySourceGained: says(
        "{place:^place} became a {rank} supply source for {power:the_seat}.", {"place": place}
    ),
    aftermath.SupplySourceLost: says(
        "{place:^place} is a supply source for {power:the_seat} no longer, for the rest of the "
        "game.",
        {"place": place},
    ),
    aftermath.GovernmentDissolved: says(
        "{city:seat} was retaken, and the government set up there was dissolved (action {action})."
    ),
    aftermath.PoisonGasEnded: says("At war with {enemy:the_seat}, Japan uses poison gas no more."),
    aftermath.SpainJoined: says(
        "Germany aligned Spain for {offensive_chits:counted offensive chit}; Italy no longer "
        "co-operates with Germany."
    ),
    aftermath.NeutralMinorEntered: _entered,
}
"""A sentence for every type of event in `events/lif/us_entry.py`."""
