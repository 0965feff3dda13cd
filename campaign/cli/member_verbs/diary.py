"""The verbs of the war diary at a keyboard: reading, writing, editing and removing dispatches."""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.cli import output
from campaign.cli.params import Turn, argument, as_json, the_campaign, verb
from campaign.cli.registry import family_of, of_command
from campaign.cli.session import Session
from campaign.cli.stores import Refusal, WrongUsage
from campaign.diary.commands import FileDispatch, RemoveDispatch
from campaign.text.english import capital, counted, near
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from campaign.diary.words import Dispatch
    from campaign.handler.dispatches import DiaryShelf
    from campaign.kernel.members import Campaign

BACKUPS = (
    "The words are erased here and on published pages. Backups, exports and books have them until "
    "they are thrown away."
)
STILL_PUBLISHED = "{} could not be written and may still show it: publish there again, or delete it"
WAITS = re.compile(r"h[1-9][0-9]{0,5}")
"""The id of what waits for a host."""
HELD = "{} waits for a host to release it. Nothing was recorded yet."


@contextmanager
def _shelf(session: Session, name: str) -> "Iterator[DiaryShelf]":
    """The diary of a campaign, for a member."""
    from campaign.handler.dispatches import DiaryShelf

    session.called(name, session.member)
    if session.live(name).state.campaign.record.branch_of is not None:
        raise Refusal(f"{name} is a what-if, and has no diary")
    with closing(DiaryShelf(session.ledger)) as shelf:
        yield shelf


# --- Reading ------------------------------------------------------------------------------------


@verb("read", "campaign diary club", short_help="Read the diary, or what is about one turn.")
@the_campaign
@argument("turn", "[TURN]", Turn(), required=False)
@as_json
def read(session: Session, name: str, turn: str | None, as_json: bool) -> None:
    """Shows the dispatches of the campaign that you may read, or those about one turn. What others
    have sealed is not among them.
    """
    with _shelf(session, name) as shelf:
        wanted = shelf.dispatches(name, session.member)
        campaign = session.live(name).state.campaign
        held = shelf.rows.of(campaign.id, "held")
        is_host = campaign.is_host(session.member)
        for_hosts = list(_for_hosts(campaign, shelf)) if is_host else []
    shown = [one for one in wanted if turn in (None, one.turn)]
    waiting = [one.id for one in held if is_host or one.member == session.member]
    if as_json:
        output.json_line({"dispatches": list(map(in_json, shown)), "held": waiting})
        return
    for one in shown:
        _tell(session, name, one)
    for line in for_hosts:
        output.entry(*line)
    _what_waits(name, waiting, is_empty=not shown)


def _for_hosts(campaign: "Campaign", shelf: "DiaryShelf") -> Iterator[tuple[str, str]]:
    """What was reported to the hosts, and where something may still be that was removed."""
    for word in shelf.rows.reports(campaign.id):
        yield f"{word.id} was reported by {campaign.called(word.member)}: ", word.reason
    for place in shelf.still_published(campaign.id):
        yield "", STILL_PUBLISHED.format(place)


def _what_waits(name: str, waiting: list[str], *, is_empty: bool) -> None:
    """Says what a host has still to release, and that there is nothing else."""
    if is_empty:
        output.echo("nobody has written anything yet")
    for held in waiting:
        shown = f"`campaign diary show {name} {held}`"
        output.echo(f"{held} waits for a host: {shown}, then `release` or `remove` it")


def _tell(session: Session, name: str, one: "Dispatch") -> None:
    """A dispatch as a reader sees it."""
    from campaign.diary.reading import is_loose
    from campaign.diary.words import REMOVED
    from campaign.text.prose import in_letters

    live = session.live(name)
    turn = live.calendar.in_words(one.turn)
    if is_loose(live.state.campaign, live.calendar, one.turn):
        turn = f"{turn}, which was undone"
    about = live.system.view.subjects(live.state).get(one.subject, one.subject)
    output.heading(", ".join(filter(None, (f"{one.id}  {one.author}", turn, about))))
    if one.removed:
        output.entry("    ", REMOVED)
        return
    for line in in_letters(one.words).split("\n"):
        output.entry("    ", line)
    for number, picture in enumerate(one.pictures, 1):
        caption = f" ({picture.caption})" if picture.caption else ""
        output.entry(f"    picture {number}: ", f"{picture.alt}{caption}")


def in_json(one: "Dispatch") -> JsonObject:
    """A dispatch for programs, without the pictures themselves."""
    import msgspec

    from campaign.diary.reading import digest_of
    from campaign.text.prose import in_letters

    return {
        "dispatch": one.id,
        "turn": one.turn,
        "subject": one.subject,
        "author": one.author,
        "at": one.at,
        "removed": one.removed,
        "text": in_letters(one.words),
        "words": msgspec.to_builtins(one.words),
        "pictures": [
            {
                "digest": digest_of(picture.jpeg),
                "width": picture.width,
                "height": picture.height,
                "alt": picture.alt,
                "caption": picture.caption,
            }
            for picture in one.pictures
        ],
    }


the_dispatch = click.argument("dispatch", metavar="DISPATCH")
the_member = click.argument("member", metavar="MEMBER")


def _known(session: Session, name: str, dispatch: str, *, is_there: bool = False) -> "Dispatch":
    """A dispatch that the session's member may read. Raises `WrongUsage` for any other, and for one
    that was removed where it has to be there.
    """
    with _shelf(session, name) as shelf:
        found = shelf.dispatches(name, session.member)
        if not is_there:
            found += shelf.held(name, session.member)
            _must_not_be_sealed(session, name, shelf, dispatch)
    known = {one.id: one for one in found if not (is_there and one.removed)}
    if dispatch not in known:
        raise WrongUsage(f"there is no dispatch {dispatch!r} to read here{near(dispatch, known)}")
    return known[dispatch]


def _must_not_be_sealed(session: Session, name: str, shelf: "DiaryShelf", held: str) -> None:
    """Raises `Refusal` where a host asks for what waits for them and is its author's alone."""
    campaign = session.live(name).state.campaign
    if not campaign.is_host(session.member):
        return
    for one in shelf.rows.of(campaign.id, "held"):
        if one.id == held and one.sealed and one.member != session.member:
            raise Refusal(f"{held} is sealed; only {campaign.called(one.member)} can read it")


def _say(text: str, *, as_json: bool, **facts: object) -> None:
    """What was done beside the record, in words or for programs."""
    if as_json:
        output.json_line(facts)
    else:
        output.echo(text)


@verb(
    "show",
    'campaign diary write club "It rained."\ncampaign diary show club w1',
    short_help="Show one dispatch.",
)
@the_campaign
@the_dispatch
@as_json
def show(session: Session, name: str, dispatch: str, as_json: bool) -> None:
    """Shows one dispatch, by its id; also what waits for a host, to them and to its author."""
    one = _known(session, name, dispatch)
    if as_json:
        output.json_line(in_json(one))
    else:
        _tell(session, name, one)


# --- Writing ------------------------------------------------------------------------------------

_TEXT = click.option(
    "--text", "file", metavar="FILE|-", help="Take the story from a file, or from what is piped in."
)
_UNTIL = click.option(
    "--until",
    type=click.Choice(("turn", "end")),
    help="Seal it: you alone can read it before the end of the turn, or of the campaign.",
)
_PICTURES = click.option(
    "--picture", "pictures", metavar="FILE", multiple=True, help="A picture: JPEG, PNG or WebP."
)
_ALTS = click.option(
    "--alt", "alts", metavar="WORDS", multiple=True, help="What each picture shows, in a few words."
)
_CAPTIONS = click.option(
    "--caption", "captions", metavar="WORDS", multiple=True, help="What stands below each picture."
)
_ABOUT = click.option(
    "--about", "subject", metavar="SUBJECT", help="What it is about, as the game names it."
)


@verb(
    "write",
    'campaign diary write club "It rained for a week. *Nobody* moved."',
    short_help="Write a dispatch.",
)
@the_campaign
@argument("words", "[TEXT]", nargs=-1)
@click.option("--turn", type=Turn(), help="The turn that it is about; the running one without it.")
@_ABOUT
@click.option("--seat", metavar="SEAT", help="What you played, if it is not your only seat.")
@_TEXT
@_UNTIL
@_PICTURES
@_ALTS
@_CAPTIONS
@as_json
def write(session: Session, name: str, as_json: bool, **story: Any) -> None:
    """Files a dispatch in the war diary. An empty line begins a paragraph; `>` quotes, `-` makes a
    list, and *stars* stress. The words are kept beside the record, so that they can be removed.
    """
    _send(session, name, ("turn", "subject", "seat", "until"), story, as_json=as_json)


@verb(
    "edit",
    'campaign diary write club "It raind."\ncampaign diary edit club w1 "It rained."',
    short_help="Write a dispatch of yours again.",
)
@the_campaign
@click.argument("replaces", metavar="DISPATCH")
@argument("words", "[TEXT]", nargs=-1)
@_ABOUT
@_TEXT
@_PICTURES
@_ALTS
@_CAPTIONS
@as_json
def edit(session: Session, name: str, as_json: bool, **story: Any) -> None:
    """Puts other words in place of a dispatch of yours. The older ones are erased, and its pictures
    with them: give those again that are to stay.
    """
    _send(session, name, ("replaces", "subject"), story, as_json=as_json)


def _take(
    session: Session, files: tuple[str, ...], alts: tuple[str, ...], captions: tuple[str, ...]
) -> None:
    """Has pictures go with what is sent next. Raises `WrongUsage` where one is not taken."""
    if not files:
        if alts or captions:
            raise WrongUsage("--alt and --caption go with a --picture. Nothing was recorded")
        return
    from campaign import extend
    from campaign.kernel.decisions import Refused

    if len(alts) != len(files):
        why = f"there are {len(files)} pictures and {len(alts)} --alt; each needs one"
        raise WrongUsage(f"{why}. Nothing was recorded")
    if captions and len(captions) != len(files):
        why = (
            f"there are {len(files)} pictures and {len(captions)} --caption; give each one or none"
        )
        raise WrongUsage(f"{why}. Nothing was recorded")
    gate = extend.wanted("pages", "pictures of a dispatch")
    try:
        said = zip(files, alts, captions or ("",) * len(files), strict=True)
        sent = [(Path(file).read_bytes(), alt, caption) for file, alt, caption in said]
    except OSError as error:
        raise WrongUsage(f"cannot read {error.filename}: {error.strerror}") from error
    made = gate.admitted(sent)
    if isinstance(made, Refused):
        raise WrongUsage(f"{made.in_place}. Nothing was recorded")
    session.pictures = made


def _typed(words: tuple[str, ...], file: str | None) -> str:
    """The story, as it was typed, piped in or written to a file."""
    if words and file:
        raise WrongUsage("give the story itself or a file with it, not both. Nothing was recorded")
    if file is None:
        return " ".join(words)
    try:
        if file == "-":
            return sys.stdin.buffer.read().decode()
        return Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text in UTF-8"
        raise WrongUsage(f"cannot read {file}: {why}. Nothing was recorded") from error


def _send(
    session: Session, name: str, about: Sequence[str], story: Mapping[str, Any], *, as_json: bool
) -> None:
    """Hands in a story with its pictures, and what it is about."""
    _take(session, story["pictures"], story["alts"], story["captions"])
    fields = {one: story[one] for one in about} | {"words": _typed(story["words"], story["file"])}
    session.must_exist(name)
    outcome = session.outcome(name, FileDispatch, fields, ask=not as_json)
    held = outcome.answer.get("held")
    if held and not as_json:
        output.echo(HELD.format(capital(str(held))))
        return
    session.tell(name, outcome.answer, FileDispatch, as_json=as_json)


def _gone(session: Session, name: str, typed: JsonObject) -> None:
    output.echo(_where_it_was(session, name))


def _where_it_was(session: Session, name: str) -> str:
    """Where the words are erased that were removed, and where they may still be."""
    with _shelf(session, name) as shelf:
        due = shelf.still_published(session.live(name).state.campaign.id)
    return "\n".join((BACKUPS, *map(STILL_PUBLISHED.format, due)))


remove = of_command(
    RemoveDispatch,
    "Removes a dispatch of yours for good; a host may remove any. Readers see that one stood "
    "there. What waits for a host is erased without a trace.",
    then=_gone,
)
_remove_filed = remove.callback


@click.pass_obj
def _removed(session: Session, /, **typed: Any) -> None:
    """Removes what was filed, or erases what waits for a host, of which no record knows."""
    held = str(typed["dispatch"])
    if typed["schema"] or not WAITS.fullmatch(held):
        assert _remove_filed is not None
        _remove_filed(**typed)
        return
    name, as_json = str(typed["name"]), bool(typed["as_json"])
    session.called(name, session.member)
    if session.is_dry_run:
        raise WrongUsage(f"{held} is not in the record, so --dry-run has nothing to show")
    if not session.desk.beside(name, lambda one: one.drop(name, held, session.member)):
        raise WrongUsage(f"nothing of yours waits as {held!r}. Nothing was recorded")
    _say(f"{capital(held)} is erased. Nothing was recorded.", as_json=as_json, erased=held)


remove.callback = _removed

# --- What hosts look after, and what members ask of them ----------------------------------------


@verb(
    "release",
    """
    campaign diary hold club on
    campaign --as ben diary write club "It rained."
    campaign diary release club h1
    campaign diary hold club off
    """,
    short_help="File what waits for a host.",
)
@the_campaign
@click.argument("held", metavar="HELD")
@as_json
def release(session: Session, name: str, held: str, as_json: bool) -> None:
    """Files a dispatch that waits for a host, in its author's name."""
    _must_host(session, name)
    outcome = session.desk.beside(name, lambda filing: filing.release(name, held))
    if outcome is None:
        raise WrongUsage(f"nothing waits as {held!r}. Nothing was recorded")
    session.tell(name, outcome.answer, FileDispatch, as_json=as_json)


@verb(
    "report",
    'campaign --as ben diary report club w2 --reason "That was not so."',
    short_help="Tell the hosts of a dispatch.",
)
@the_campaign
@the_dispatch
@click.option("--reason", metavar="REASON", required=True, help="What is wrong with it.")
@as_json
def report(session: Session, name: str, dispatch: str, reason: str, as_json: bool) -> None:
    """Tells the hosts what is wrong with a dispatch. It is not in the record."""
    from campaign.accounts.table.diary import DispatchReport
    from campaign.diary.words import line_fault
    from campaign.text.moments import is_seen

    if fault := line_fault(reason) if is_seen(reason) else "write at least a word":
        raise WrongUsage(f"--reason: {fault}")
    _known(session, name, dispatch, is_there=True)
    with _shelf(session, name) as shelf:
        word = DispatchReport(dispatch, session.member, reason, session.ledger.now())
        shelf.rows.report(session.live(name).state.campaign.id, word)
    text = f"The hosts see what you reported of {dispatch}. Nothing was recorded."
    _say(text, as_json=as_json, reported=dispatch)


_SWITCH = click.argument("switch", metavar="on|off", type=click.Choice(("on", "off")))


@verb("hold", "campaign diary hold club off", short_help="Read every dispatch before others do.")
@the_campaign
@_SWITCH
@as_json
def hold(session: Session, name: str, switch: str, as_json: bool) -> None:
    """Has dispatches wait until a host releases them, or lets them through again."""
    from campaign.accounts.table.diary import ALL

    _mute(session, name, ALL, on=switch == "on")
    waits = "wait for a host" if switch == "on" else "are read by others at once"
    text = f"Dispatches {waits} from now on. Nothing was recorded."
    _say(text, as_json=as_json, held=switch == "on")


@verb(
    "mute",
    "campaign diary mute club ben\ncampaign diary mute club ben off",
    short_help="Let a member write no dispatch.",
)
@the_campaign
@the_member
@click.argument("switch", metavar="[on|off]", type=click.Choice(("on", "off")), default="on")
@as_json
def mute(session: Session, name: str, member: str, switch: str, as_json: bool) -> None:
    """Lets a member write no dispatch until you end it with off."""
    called, is_muted = session.called(name, member), switch == "on"
    _mute(session, name, member, on=is_muted)
    may = "can write no dispatch" if is_muted else "can write dispatches again"
    text = f"{called} {may}. Nothing was recorded."
    _say(text, as_json=as_json, member=member, muted=is_muted)


def _mute(session: Session, name: str, member: str, *, on: bool) -> None:
    _must_host(session, name)
    with _shelf(session, name) as shelf:
        shelf.rows.mute(session.live(name).state.campaign.id, member, on=on)


def _must_host(session: Session, name: str) -> None:
    campaign = session.live(name).state.campaign
    if not campaign.is_host(session.member):
        raise Refusal(f"this is for a host. {campaign.called(session.member)} is none", "Members")


@verb(
    "forget",
    "campaign diary forget club ben --yes",
    short_help="Remove everything that a member wrote.",
)
@the_campaign
@the_member
@click.option("--yes", is_flag=True, help="Do not ask first.")
@as_json
def forget(session: Session, name: str, member: str, yes: bool, as_json: bool) -> None:
    """Removes every dispatch of a member for good; each for themselves, or a host."""
    from campaign.cli.terminal import confirmed
    from campaign.kernel.decisions import Refused

    left = session.live(name).state.campaign.left
    called = left.get(member) or session.called(name, member)
    if not yes and not confirmed(f"Remove everything that {called} wrote, for good?"):
        raise Refusal("nothing was removed; --yes answers the question")
    done = session.desk.beside(name, lambda filing: filing.forget(name, member, session.member))
    if isinstance(done, Refused):
        raise Refusal(f"{done.reason}; nothing more was removed", done.rule or "")
    text = f"{capital(counted(done, 'dispatch', 'dispatches'))} of {called} removed."
    if done:
        text = f"{text}\n{_where_it_was(session, name)}"
    _say(text, as_json=as_json, member=member, removed=done)


_FILE = argument("file", "FILE.zip", click.Path(path_type=Path))


@verb(
    "export", "campaign diary export club club.diary.zip", short_help="Write the diary to a file."
)
@the_campaign
@_FILE
@as_json
def export(session: Session, name: str, file: Path, as_json: bool) -> None:
    """Writes the words and pictures of the diary to a file; what is sealed stays sealed."""
    from campaign.cli.shared_verbs.stores import write_diary

    _must_host(session, name)
    count = write_diary(session, name, file, quiet=as_json)
    if as_json or not count:
        _say("nobody has written anything yet", as_json=as_json, dispatches=count)


@verb(
    "import", "campaign diary import club club.diary.zip", short_help="Take the diary from a file."
)
@the_campaign
@_FILE
@as_json
def import_(session: Session, name: str, file: Path, as_json: bool) -> None:
    """Takes in words and pictures that fit the record, and never what it says is removed."""
    from campaign.cli.shared_verbs.stores import take_diary_in

    _must_host(session, name)
    if not file.is_file():
        raise WrongUsage(f"there is no file {file}")
    take_diary_in(session, name, file, as_json=as_json)


diary = family_of(
    "diary",
    (read, write, show, edit, remove, report, release, hold, mute, forget, export, import_),
    "Reads the war diary of a campaign, or writes in it: `campaign diary NAME` reads.",
    usual="read",
)
