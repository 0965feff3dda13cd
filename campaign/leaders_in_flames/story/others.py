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
    for one in turn.all("co-operation"):
        both = countries((one.who, one.whom))
        agreed = one.how == "agreed"
        text = f"{both} {'agreed to co-operate' if agreed else 'no longer co-operate'}"
        headline = f"{both} {'agree to co-operate' if agreed else 'no longer co-operate'}"
        yield Item(Weight.CO_OPERATION, sentence(text), sentence(headline))


# --- US entry -----------------------------------------------------------------------------------


def us_entry(turn: ToldTurn) -> Iterator[Item]:
    """LiF 5.3: options and actions by name, and what followed."""
    if options := turn.all("option"):
        text = f"The USA picked {listed(_full(turn, one) for one in options)}."
        headline = f"The USA picks {some([_in_short(turn, one) for one in options], FEW)}."
        yield Item(Weight.OPTION, text, headline)
    by: dict[str, list[Happening]] = {}
    for one in turn.all("action"):
        by.setdefault(one.who, []).append(one)
    for power, actions in by.items():
        what = listed(_full(turn, one) for one in actions)
        shown = some([_in_short(turn, one) for one in actions], FEW)
        if power:
            who = the_country(power)
            text, headline = f"{who} took {what}", f"{who} takes {shown}"
        else:
            text, headline = f"{what} {verb(len(actions), 'was', 'were')} taken", shown
        yield Item(Weight.ACTION, sentence(text), sentence(headline))
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
    """An option or action with its number and aim: `“Lend-lease” (option 33) for the USSR`."""
    name = name_of(turn.end.entry, one.kind, one.number)
    called = f"“{name}” ({one.kind} {one.number})" if name else f"US entry {one.kind} {one.number}"
    return f"{called}{_aim(one)}{times(turn.happened[one])}"


def _in_short(turn: ToldTurn, one: Happening) -> str:
    """An option or action for a headline: `“Lend-lease” for the USSR`."""
    name = name_of(turn.end.entry, one.kind, one.number)
    return f"{f'“{name}”' if name else f'US entry {one.kind} {one.number}'}{_aim(one)}"


def _aim(one: Happening) -> str:
    if not one.whom:
        return ""
    return (
        f" for {the_country(one.whom)}" if one.kind == "option" else f" against {place(one.whom)}"
    )
