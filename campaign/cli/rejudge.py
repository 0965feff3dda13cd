"""The verb that holds a campaign's record against today's rules."""

from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.impact import judgements, seats_of
from campaign.cli.params import as_json, the_campaign, verb
from campaign.cli.session import Session
from campaign.disputes.commands import AdoptRules

if TYPE_CHECKING:
    from campaign.history.rejudge import RejudgeTally


@verb("rejudge", "campaign rejudge club")
@the_campaign
@as_json
def rejudge(session: Session, name: str, as_json: bool) -> None:
    """Runs every recorded command through today's rules and tells where the answer would differ,
    so that a changed rule shows what it touches. History stays as it is. What is sealed stays so:
    a hidden choice is judged when it is opened. Of a campaign that an older release began it shows
    beforehand what the adoption of today's would mean. Exit status 1 where something differs.
    """
    from campaign.disputes.adopting import older
    from campaign.history.effective import effective
    from campaign.history.rejudge import RejudgeTally
    from campaign.history.rejudge import rejudge as differing
    from campaign.systems import SYSTEMS

    live, tally = session.live(name), RejudgeTally()
    history = effective(SYSTEMS.codec, session.ledger.log(name, live.version))
    for act in differing(live.system, history, tally):
        if as_json:
            output.json_line(act)
        else:
            judgements((act,), seats_of(session.ledger, name))
    if as_json:
        output.json_line(tally)
    else:
        output.echo(_count(tally))
        if advice := older(live.state.campaign):
            output.entry("", advice)
    if tally.differing:
        raise click.exceptions.Exit(1)


@verb("adopt-rules", "campaign rejudge club\ncampaign adopt-rules club")
@the_campaign
@as_json
def adopt_rules(session: Session, name: str, as_json: bool) -> None:
    """Has a campaign that an older release began follow today's rules from here on, so that it can
    be played on. What was recorded before stays as it is and is not judged again. Look first:
    `campaign rejudge` lists what today's rules would have answered otherwise.
    """
    from campaign.kernel.members import RULES

    if not as_json and session.live(name).state.campaign.rules == RULES:
        output.echo(f"{name} follows today's rules already, rules {RULES}. Nothing was recorded.")
        return
    session.act(name, AdoptRules, as_json=as_json, rules=RULES)


def _count(tally: "RejudgeTally") -> str:
    from campaign.text.english import counted

    parts = [
        f"{counted(tally.judged, 'act')} judged",
        f"{tally.differing or 'none'} would be answered otherwise",
    ]
    if tally.unread:
        parts.append(f"{counted(tally.unread, 'act')} could not be judged")
    if tally.ruled:
        parts.append(f"{counted(tally.ruled, 'act')} as a referee amended them")
    return "; ".join(parts)


VERBS: dict[str, ClickVerb] = {"rejudge": rejudge, "adopt-rules": adopt_rules}
