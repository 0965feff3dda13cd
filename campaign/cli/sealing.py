"""Sealing on a member's own device: no store, no network, nothing but this program."""

import os
from pathlib import Path
from typing import Any

import click

from campaign.cli import output
from campaign.cli.params import POWER, Word, as_json, verb
from campaign.cli.prompts import choices, choose
from campaign.cli.session import Session, WrongUsage
from campaign.cli.verbs import ClickVerb

KINDS = ("ballot", "vote")


@verb(
    "seal",
    """
    campaign seal --campaign-id "$(campaign status club --id)" \\
        --kind ballot --draw 1 --power usa --choice no-veto --out usa.seal
    campaign ballot club usa --commitment "$(head -1 usa.seal)"
    """,
)
@click.option("--campaign-id", required=True, metavar="HEX", help="As `campaign status` shows it.")
@click.option("--kind", required=True, type=Word("kind", lambda: KINDS), help="ballot or vote.")
@click.option("--draw", required=True, type=click.IntRange(1), help="The number of the draw.")
@click.option("--power", required=True, type=POWER, help="The power you play.")
@click.option("--choice", help="Leave it out to type it unseen.")
@click.option(
    "--out", metavar="FILE", type=click.Path(path_type=Path),
    help="Write to a file that only you can read, and show nothing but the commitment.",
)  # fmt: skip
@as_json
def seal(
    session: Session,
    campaign_id: str,
    kind: str,
    draw: int,
    power: str,
    choice: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Seals a ballot or a vote on your own device: no store, no network. Send the commitment now;
    keep choice and nonce to yourself until the host calls for them, then hand them over with
    reveal-ballot or reveal-vote. A seal that is never opened counts against you.
    """
    import re
    import secrets

    from events.sealed import NONCE_BYTES, Opening, Subject, commit

    if not re.fullmatch(r"[0-9a-f]{32}", campaign_id):
        raise WrongUsage("--campaign-id: it is 32 hex digits; `campaign status NAME` shows it")
    allowed = choices(kind)
    said = choice.lower() if choice is not None else choose(kind, power)
    if said not in allowed:
        raise WrongUsage(f"--choice: a {kind} is {', '.join(allowed)}")
    opening = Opening(said, secrets.token_hex(NONCE_BYTES))
    commitment = commit(Subject(campaign_id, kind, draw, power), opening)
    if out is not None:
        _keep(out, commitment, opening)
    if as_json:
        told: dict[str, Any] = {"commitment": commitment}
        if out is None:
            told |= {"choice": opening.choice, "nonce": opening.nonce}
        output.json_line(told)
        return
    if out is not None:
        output.echo(commitment)
        return
    output.echo(f"Send now:  campaign {kind} NAME {power} --commitment {commitment}")
    output.echo(f"Keep:      campaign reveal-{kind} NAME {power} {opening.choice} {opening.nonce}")


def _keep(out: Path, commitment: str, opening: Any) -> None:
    """Commitment, choice and nonce in a file, a line for each."""
    try:
        handle = os.open(out, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        raise WrongUsage(
            f"{out} is there already; it may hold a seal that is still needed"
        ) from None
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(f"{commitment}\n{opening.choice}\n{opening.nonce}\n")


VERBS: dict[str, ClickVerb] = {"seal": seal}
