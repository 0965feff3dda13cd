"""Verbs about the war around the board."""

import click

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
from campaign.cli.verbs import Verb


def _of(name: str) -> tuple[str, ...]:
    """The words that a type of the events allows."""
    from typing import get_args

    from events.lif import cup, politics

    return get_args({**vars(cup), **vars(politics)}[name])


@verb("war", "campaign war club germany poland")
@the_campaign
@argument("attacker", "ATTACKER", Country())
@argument("target", "TARGET", Country())
@as_json
def war(session: Session, name: str, attacker: str, target: str, as_json: bool) -> None:
    """Records that one power or minor country declares war on another."""
    session.act(name, "DeclareWar", as_json=as_json, attacker=attacker, target=target)


@verb("peace", "campaign peace club germany poland")
@the_campaign
@argument("one", "ONE", Country())
@argument("other", "OTHER", Country())
@click.option(
    "--returned", multiple=True, metavar="LEADER",
    help="A leader on the map who goes back to reserve with it. Repeatable.",
)  # fmt: skip
@as_json
def peace(
    session: Session, name: str, one: str, other: str, returned: tuple[str, ...], as_json: bool
) -> None:
    """Records a peace. A call-out that it ends sends its leaders back to the reserve pool."""
    session.must_exist(name)
    back = [session.leader(name, who) for who in returned]
    session.act(name, "MakePeace", as_json=as_json, powers=[one, other], returned=back or None)


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


VERBS: dict[str, Verb] = {
    "war": war, "peace": peace, "conquest": conquest, "vichy": vichy, "minor": minor,
    "reserves": reserves, "buy": buy, "activate": activate,
}  # fmt: skip
