"""Verbs about members and the powers they play."""

from collections.abc import Sequence
from pathlib import Path

import click

from campaign.cli import output, params
from campaign.cli.files import pasted, refuse_open
from campaign.cli.registry import of_command
from campaign.cli.session import Session
from campaign.cli.stores import WrongUsage
from campaign.kernel.members import AssignPower, EnrolMember, LeaveCampaign, ReleasePower
from campaign.text.english import listed


def _roles() -> tuple[str, ...]:
    from typing import get_args

    from campaign.kernel.members import Role

    return get_args(Role)


@params.verb(
    "enrol",
    """
    campaign enrol club anna --name Anna --role host --role player
    campaign enrol club ben
    campaign enrol club ref --name Ref --role referee
    campaign enrol club anna --no-role player
    campaign enrol club anna --role player
    """,
)
@params.the_campaign
@params.argument("member", "[MEMBER]", params.MemberIdParam(), required=False)
@click.option("--name", "called", help="The name in reports; the id with a capital without it.")
@click.option(
    "--role",
    "roles",
    multiple=True,
    type=params.Word("role", _roles),
    help="A role to add: host, player, referee or observer. Repeatable. A new member without one "
    "is a player.",
)
@click.option(
    "--no-role",
    "without",
    multiple=True,
    type=params.Word("role", _roles),
    help="A role to take away.",
)
@click.option(
    "--email",
    type=params.AddressParam(),
    help="Where mail goes; it is not recorded, and shown to nobody.",
)
@click.option("--same-name", is_flag=True, help="Another member has this name as well.")
@click.option(
    "--from",
    "file",
    metavar="FILE|-",
    help="Enrol everybody in a sheet with the heads name, plays, role and e-mail: all or nobody.",
)
@params.as_json
def enrol(
    session: Session,
    name: str,
    member: str | None,
    called: str | None,
    roles: tuple[str, ...],
    without: tuple[str, ...],
    email: str | None,
    same_name: bool,
    file: str | None,
    as_json: bool,
) -> None:
    """Enrols a member under an id (lower-case letters, digits, hyphens), or records what has
    changed about them; what is left out then stays as it was.
    """
    if file is not None and member is None:
        _enrol_all(session, name, file, as_json=as_json)
        return
    if member is None or file is not None:
        raise WrongUsage("name a MEMBER, or a sheet of them with --from. Nothing was recorded")
    known = set(session.live(name).state.campaign.members)
    shown, remaining = _about(session, name, member, called, roles, without, same_name=same_name)
    session.act(
        name,
        EnrolMember,
        as_json=as_json,
        member=member,
        name=shown,
        roles=remaining,
        email=email,
    )
    if not as_json:
        _note_number(session, name, shown, known)
        if roles and (still := [role for role in remaining if role not in roles]):
            session.note(f"{shown} is still {listed(still)}; --no-role takes a role away")


def _note_number(session: Session, name: str, shown: str, known: set[str]) -> None:
    """Says what somebody who has just joined is called in commands, where names are apart."""
    if _is_apart(session, name):
        for who in set(session.live(name).state.campaign.members) - known:
            session.note(f"{shown} is {who} in commands; the record has no name")


def _is_apart(session: Session, name: str) -> bool:
    """Whether names of a campaign are kept apart from its record."""
    from campaign.accounts.people import is_apart
    from campaign.store.protocol import StoreError

    try:
        return is_apart(session.people.file, session.live(name).state.campaign.id)
    except StoreError:
        return False  # it was said already that the file cannot be used


def _about(
    session: Session,
    name: str,
    member: str,
    called: str | None,
    roles: Sequence[str],
    without: Sequence[str],
    *,
    same_name: bool,
) -> tuple[str, list[str]]:
    """What a member is called, and their roles; what was left out stays as it was."""
    known = session.live(name).state.campaign.members.get(member)
    if known is None:
        shown = called or member.replace("-", " ").title()
        if not same_name:
            _must_be_another(session, name, shown)
        return shown, _new_roles(shown, () if roles else ("player",), roles, without)
    shown = called or known.name
    return shown, _new_roles(shown, known.roles, roles, without)


def _must_be_another(session: Session, name: str, called: str) -> None:
    """Two of one name are asked about: they can be told apart by their ids alone."""
    members = session.live(name).state.campaign.members
    alike = [who for who, one in members.items() if one.name.casefold() == called.casefold()]
    if alike:
        text = f"there is a {members[alike[0]].name} already ({alike[0]}); add --same-name if this"
        raise WrongUsage(f"{text} is somebody else. Nothing was recorded")


def _enrol_all(session: Session, name: str, file: str, *, as_json: bool) -> None:
    """Enrols everybody in a sheet, with what they play; where a cell is not plain, nobody."""
    from campaign.kernel.interview import positions, shared_tables
    from campaign.text.shapes import Fault

    live = session.live(name)
    text, _ = pasted(session, file)
    sheet = shared_tables.members_sheet(live.system, live.state)
    read = positions.read_position(text, sheet, file)
    if isinstance(read, Fault):
        raise WrongUsage(f"{read.text}. Nothing was recorded")
    refuse_open(read)
    is_apart = _is_apart(session, name)
    for fields in shared_tables.enrolments(read, live.state.campaign, is_apart=is_apart):
        kind = EnrolMember if fields.pop("command") == EnrolMember.__name__ else AssignPower
        session.act(name, kind, as_json=as_json, **fields)


def _new_roles(
    shown: str, held: Sequence[str], added: Sequence[str], without: Sequence[str]
) -> list[str]:
    """The roles that a member has from now on."""
    if both := set(added) & set(without):
        raise WrongUsage(f"role {min(both)}: both added and taken away. Nothing was recorded")
    if missing := [role for role in without if role not in held]:
        raise WrongUsage(f"{shown} does not have the role {missing[0]}. Nothing was recorded")
    remaining = [role for role in dict.fromkeys((*held, *added)) if role not in without]
    if not remaining:
        raise WrongUsage(f"{shown} would be left without a role. Nothing was recorded")
    return remaining


@params.verb("members", "campaign members club")
@params.the_campaign
@params.as_json
def members(session: Session, name: str, as_json: bool) -> None:
    """Lists the members: their roles, and the powers they play."""
    session.must_exist(name)
    seat = output.names_of(session.ledger, name).seat
    shown = session.ledger.show(name)
    powers = shown["powers"]
    plays = {who: [p for p in powers if powers[p] == who] for who in shown["members"]}
    if as_json:
        output.json_page(
            {who: {**about, "powers": plays[who]} for who, about in shown["members"].items()}
        )
        return
    rows = [
        (who, about["name"], ", ".join(about["roles"]), ", ".join(seat(p) for p in plays[who]))
        for who, about in shown["members"].items()
    ]
    output.table(("member", "name", "roles", "plays"), rows)
    if left := [seat(power) for power, holder in powers.items() if holder is None]:
        output.entry("played by the host: ", ", ".join(left))


@params.verb(
    "leave",
    """
    campaign enrol club zoe
    campaign leave club --as zoe
    """,
)
@params.the_campaign
@params.argument("member", "[MEMBER]", params.MemberIdParam(), required=False)
@click.option(
    "--called", metavar="NAME", help="What they are called from then on; “Former member” without."
)
@params.as_json
def leave(
    session: Session, name: str, member: str | None, called: str | None, as_json: bool
) -> None:
    """Ends what --as MEMBER is and plays in a campaign; a host may name another MEMBER. The host
    plays on for them, and what they sealed opens as usual. Their devices, passkeys, programs,
    address and choices go; pages call them Former member, or what --called says. The record keeps
    the name: it is never rewritten.
    `campaign my-data` gives them first what is kept of them; `campaign enrol` brings them back.
    """
    session.act(
        name, LeaveCampaign, as_json=as_json, member=member or session.member, called=called
    )


@params.verb("my-data", "campaign my-data club --as anna anna.zip")
@params.the_campaign
@params.argument("file", "FILE.zip", click.Path(path_type=Path, dir_okay=False))
def my_data(session: Session, name: str, file: Path) -> None:
    """Writes all that is kept of --as MEMBER to a new file: what the club knows of them beside the
    record, what they wrote in the diary, their events, and their receipts with the salts of what
    is open. Nothing of others.
    """
    from campaign.handler.own_data import own_data, packed

    session.must_exist(name)
    if session.member not in session.live(name).state.campaign.members:
        raise WrongUsage(f"{session.member} is not enrolled in {name}; name them with --as MEMBER")
    content = packed({name: own_data(session.ledger, session.people, name, session.member)})
    try:
        with file.open("xb") as new:
            file.chmod(0o600)
            new.write(content)
    except FileExistsError as error:
        raise WrongUsage(f"{file} is there already; nothing was written") from error
    except OSError as error:
        raise WrongUsage(f"cannot write {file}: {error.strerror or error}") from error
    output.echo(f"{file}: {len(content):,} bytes")


assign = of_command(
    AssignPower,
    "Hands a power or a side to a member, by id or name, in mid-campaign too. What lies sealed "
    "stays as it is.",
)
release = of_command(
    ReleasePower,
    "Takes a power or a side from its player. The host plays it until it is assigned again.",
)
