"""The rest of a turn's news: combats, Guards, co-operation, US entry. Pure."""

from collections.abc import Iterator

from campaign.leaders_in_flames.names import country, the_country
from campaign.leaders_in_flames.story.happenings import Happening
from campaign.leaders_in_flames.story.item import (
    Item,
    ToldTurn,
    Weight,
    countries,
    numbered,
    sentence,
    some,
    times,
    verb,
)
from campaign.leaders_in_flames.us_entry.sentences import place
from campaign.leaders_in_flames.us_entry.state import POOL_NAMES
from campaign.leaders_in_flames.us_entry.view import name_of
from campaign.text.english import counted, listed

FEW = 2
"""A headline names so many options or actions at most."""


def on_the_map(turn: ToldTurn) -> Iterator[Item]:
    """LiF 3.2, 3.3, 5.1: combats by number, Guards Banner armies, co-operation."""
    fought = sum(turn.happened[one] for one in turn.all("combat"))
    if fought:
        text = sentence(f"{numbered(fought, 'combat')} {verb(fought, 'was', 'were')} fought")
        headline = sentence(f"{numbered(fought, 'combat')}, and no leader is lost")
        yield Item(Weight.COMBATS, text, headline)
    if guards := turn.all("guards"):
        units = sum(turn.happened[one] for one in guards)
        became = "a Guards Banner army" if units == 1 else "Guards Banner armies"
        text = f"{numbered(units, 'Soviet unit')} became {became}"
        headline = f"{numbered(units, 'Soviet unit')} {verb(units, 'becomes', 'become')} {became}"
        yield Item(Weight.GUARDS, sentence(text), sentence(headline))
    agreed = [one for one in turn.all("co-operation") if one.how == "agreed"]
    known = {("germany", "italy")} if turn.all("spain") else set()
    ended = [one for one in turn.all("co-operation") if one.how == "ended"]
    if agreed:
        first, *rest = (countries((one.who, one.whom)) for one in agreed)
        text = f"{first} agreed to co-operate{f'; so did {listed(rest)}' if rest else ''}"
        headline = sentence(f"{first} agree to co-operate")
        yield Item(Weight.CO_OPERATION, sentence(text), headline, says_more=bool(rest))
    for one in ended:
        if (one.who, one.whom) in known:
            continue  # what Spain's alignment brings with it, and its sentence says
        text = sentence(f"{countries((one.who, one.whom))} no longer co-operate")
        yield Item(Weight.CO_OPERATION, text, text)


# --- US entry -----------------------------------------------------------------------------------


def us_entry(turn: ToldTurn) -> Iterator[Item]:
    """LiF 5.3: options and actions by name, and what followed."""
    if options := turn.all("option"):
        text = f"The USA picked {listed(_full(turn, one) for one in options)}."
        shown = [_in_short(turn, one, f"US entry option {one.number}") for one in options]
        headline, brief = (f"The USA {did} {some(shown, FEW)}." for did in ("picks", "picked"))
        brief = brief if len(options) > FEW else ""
        yield Item(Weight.OPTION, text, headline, brief, says_more=len(options) > FEW)
    by: dict[str, list[Happening]] = {}
    for one in turn.all("action"):
        by.setdefault(one.who, []).append(one)
    for power, actions in by.items():
        what = listed(_full(turn, one) for one in actions)
        few = some([_in_short(turn, one, f"action {one.number}") for one in actions], FEW)
        who = the_country(power) if power else ""
        were = verb(len(actions), "was", "were")
        text, brief = (
            sentence(f"{who} took {names}" if who else f"{names} {were} taken")
            for names in (what, few)
        )
        headline = sentence(f"US entry: {who} takes {few}" if who else f"US entry: {few}")
        more = len(actions) > FEW
        yield Item(Weight.ACTION, text, headline, brief if more else "", says_more=more)
    for one in turn.all("government"):
        text = f"{country(one.who)} was retaken, and its puppet government was dissolved."
        yield Item(Weight.ACTION, text, f"{country(one.who)} is retaken.")
    for one in turn.all("gas"):
        yield Item(
            Weight.ENTRY_POOLS,
            f"At war with {the_country(one.whom)}, Japan uses poison gas no more.",
        )
    for one in turn.all("shortfall"):
        text = f"{POOL_NAMES[one.who]} lacked {counted(one.number, 'chit')}"  # type: ignore[index]
        yield Item(Weight.ENTRY_POOLS, sentence(text))
    if turn.all("secret"):
        text = "The secret of the US entry chits was opened: anybody can check every chit."
        yield Item(Weight.RECORD, text)


def _full(turn: ToldTurn, one: Happening) -> str:
    """An option or action by number and name: `option 33 (“Lend-lease”) for the USSR`."""
    name = name_of(turn.end.entry, one.kind, one.number)
    called = f"{one.kind} {one.number}{f' (“{name}”)' if name else ''}"
    return f"{called}{_aim(one)}{times(turn.happened[one])}"


def _in_short(turn: ToldTurn, one: Happening, without_name: str) -> str:
    """An option or action for a headline: `“Lend-lease” for the USSR`."""
    name = name_of(turn.end.entry, one.kind, one.number)
    return f"{f'“{name}”' if name else without_name}{_aim(one)}"


def _aim(one: Happening) -> str:
    if not one.whom:
        return ""
    return (
        f" for {the_country(one.whom)}" if one.kind == "option" else f" against {place(one.whom)}"
    )
