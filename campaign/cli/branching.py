"""The verb for what-ifs: a branch of a campaign's past, and its end."""

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import Turn, as_json, the_campaign, verb, version_at_end
from campaign.cli.reserved import must_be_free
from campaign.cli.session import HOST, Session, WrongUsage


@verb(
    "branch",
    """
    campaign branch club --at 12 --name club-if
    campaign diff club club-if
    campaign branch club-if --delete
    """,
)
@the_campaign
@click.option("--at", type=int, metavar="VERSION", help="Behind this event; without it, now.")
@click.option("--turn", type=Turn(), help="As this turn ended.")
@click.option("--name", "branch_name", metavar="NAME", help="What the branch is called.")
@click.option("--delete", is_flag=True, help="Throw the branch NAME away, without a trace.")
@as_json
def branch(
    session: Session,
    name: str,
    at: int | None,
    turn: str | None,
    branch_name: str | None,
    delete: bool,
    as_json: bool,
) -> None:
    """Makes a what-if: a campaign of its own with the same past, played on freely by its maker, who
    hosts it. It holds only what he may know; what he may not is laid and drawn anew.
    """
    from campaign.store import branches

    session.must_exist(name)
    if delete:
        if at is not None or turn is not None or branch_name is not None:
            raise WrongUsage("--delete takes no more than the branch's name")
        session.desk.throw_away(name)
        if as_json:
            output.json_line({"deleted": name})
        else:
            output.echo(f"{name} is gone")
        return
    if at is not None and turn is not None:
        raise WrongUsage("give either --at or --turn")
    if branch_name is not None:
        must_be_free(branch_name)
    if turn is not None:
        at = version_at_end(session, name, turn)
    made, version = session.desk.bring_in(
        lambda ledger: branches.branch(ledger, name, at, session.member, branch_name)
    )
    if as_json:
        output.json_line({"campaign": made, "branch_of": name, "version": version})
        return
    output.what_if(session.ledger, made)
    output.echo(f"{made} begins at event {version}; compare with: campaign diff {name} {made}")
    if session.member != HOST:
        output.echo(f"its host is {session.member}: campaign --as {session.member} status {made}")


VERBS: dict[str, ClickVerb] = {"branch": branch}
