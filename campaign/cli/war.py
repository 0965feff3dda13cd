"""Verbs about the war around the board."""

from campaign.cli.params import (
    POWER,
    Country,
    Word,
    argument,
    as_json,
    the_campaign,
    the_power,
    verb,
)
from campaign.cli.session import Session
from campaign.cli.verbs import ClickVerb


def _of(name: str) -> tuple[str, ...]:
    """The words that a type of the events allows."""
    from typing import get_args

    from events.lif import cup, politics

    return get_args({**vars(cup), **vars(politics)}[name])


@verb("conquest", "campaign conquest club france incomplete")
@the_campaign
@the_power
@argument("status", "STATUS", Word("status of conquest", lambda: _of("Conquest")))
@as_json
def conquest(session: Session, name: str, power: str, status: str, as_json: bool) -> None:
    """Records that a major power is incomplete or complete in its conquest, or free again."""
    session.act(name, "SetConquest", as_json=as_json, power=power, status=status)


@verb("vichy", "campaign vichy club install\ncampaign vichy club collapse")
@the_campaign
@argument("what", "install|collapse", Word("change of Vichy", lambda: ("install", "collapse")))
@as_json
def vichy(session: Session, name: str, what: str, as_json: bool) -> None:
    """Records that Vichy France is installed, or collapses."""
    command = "InstallVichy" if what == "install" else "CollapseVichy"
    session.act(name, command, as_json=as_json)


@verb("minor", "campaign minor club finland aligned germany\ncampaign minor club spain neutral")
@the_campaign
@argument("minor", "MINOR", Country())
@argument("status", "STATUS", Word("status of a minor", lambda: _of("MinorStatus")))
@argument("power", "[POWER]", POWER, required=False)
@as_json
def minor(
    session: Session, name: str, minor: str, status: str, power: str | None, as_json: bool
) -> None:
    """Records that a minor country is neutral, aligned with a power, or conquered by one."""
    session.act(name, "SetMinor", as_json=as_json, minor=minor, status=status, power=power)


@verb("reserves", "campaign reserves club commonwealth Ge")
@the_campaign
@the_power
@argument("mark", "MARK", Word("mark", lambda: _of("Mark")))
@as_json
def reserves(session: Session, name: str, power: str, mark: str, as_json: bool) -> None:
    """Calls out a power's reserves by the mark on their counters: Ge (against Germany), Ja
    (against Japan) or Res. Its leaders of that mark join the cup.
    """
    session.act(name, "CallOutReserves", as_json=as_json, power=power, mark=mark)


@verb("buy", "campaign buy club japan 10")
@the_campaign
@the_power
@argument("intelligence", "INTELLIGENCE", int)
@as_json
def buy(session: Session, name: str, power: str, intelligence: int, as_json: bool) -> None:
    """Buys veto points for a power with that many intelligence points, five for one."""
    session.act(
        name, "BuyVetoPoints", as_json=as_json, power=power, intelligence_points=intelligence
    )


@verb(
    "activate",
    """
    campaign open days --scenario global-war --ruling days_of_decision=true
    campaign war days germany poland
    campaign war days germany france
    campaign activate days
    """,
)
@the_campaign
@as_json
def activate(session: Session, name: str, as_json: bool) -> None:
    """Brings the leaders into a Days of Decision campaign, once a war calls for them."""
    session.act(name, "ActivateLeaders", as_json=as_json)


VERBS: dict[str, ClickVerb] = {
    "conquest": conquest, "vichy": vichy, "minor": minor,
    "reserves": reserves, "buy": buy, "activate": activate,
}  # fmt: skip
