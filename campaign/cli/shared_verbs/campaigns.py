"""Verbs that start, list and select campaigns, and make what-ifs of their past."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from campaign.cli import output, params
from campaign.cli.click_verb import CampaignParam, StrParamType
from campaign.cli.files import NOTHING, content_of, pasted, refuse_open, text_of, write_template
from campaign.cli.help_pages import example
from campaign.cli.session import HOST, Session
from campaign.cli.stores import WrongUsage
from campaign.kernel.opening import OpeningChoices
from campaign.systems import SYSTEMS, of_extra, of_file, of_scenario, title
from campaign.text.english import near
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from campaign.kernel.interview.positions import CellFinding, GamePosition, ReadPosition
    from campaign.store.outlines import Outlined
    from events.base import Event


def _rulebooks() -> list[str]:
    return [rulebook for system in SYSTEMS.values() for rulebook in system.rulebooks]


def _modules() -> list[str]:
    return [one for system in SYSTEMS.values() for one in system.front.choices.modules]


def scenario_ids() -> list[str]:
    """The scenarios of every game."""
    return [one for system in SYSTEMS.values() for one in system.front.choices.scenarios()]


_ENDINGS = (".toml", ".json")
SCENARIO = params.Word("scenario", scenario_ids)


def is_file(typed: str) -> bool:
    """Whether a scenario is given as a club's own file."""
    return typed.lower().endswith(_ENDINGS) or "/" in typed or Path(typed).is_file()


class ScenarioOrFile(StrParamType):
    """One of the kit's scenarios, or a file of the club's own."""

    name = "scenario"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The scenario's id, or the file."""
        if value not in scenario_ids() and is_file(value):
            return value
        return SCENARIO.convert(value, param, ctx)

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """The kit's scenarios, of which one is to be named."""
        return f"Name one of {', '.join(scenario_ids())}"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The kit's scenarios that begin like this, or else files."""
        scenarios = SCENARIO.shell_complete(ctx, param, incomplete)
        return scenarios or [CompletionItem(incomplete, type="file")]


_NAMES = click.option(
    "--names",
    type=click.Choice(["apart", "record"]),
    default="record",
    help="apart: the record calls members Member 2, Member 3, and the club's own file has their "
    "names; erased there, a name is gone.",
)
RULES = "rules"
"""A file with the rules of a campaign that a club wrote itself."""


def _or_rules(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A scenario is needed where no rules are given."""
    if value is None and not ctx.params.get(RULES):
        raise click.MissingParameter(ctx=ctx, param=param)
    return value


@params.verb(
    "start",
    """
    campaign start club --system <system> --scenario <scenario>
    campaign start list-club --scenario <other scenario> \\
        --rulebook <other rulebook> --ruling <ruling>
    """,
)
@params.argument("name", "NAME")
@click.option(
    "--system", help="The rule system; without it that of the scenario, or of the scenario's file."
)
@click.option(
    "--scenario",
    type=ScenarioOrFile(),
    callback=_or_rules,
    metavar="ID|FILE",
    help="See scenario list; or a scenario file of your own.",
)
@click.option(
    "--rules",
    metavar="FILE",
    is_eager=True,
    help="Instead of a scenario: a file with rules of your own.",
)
@click.option("--rulebook", type=params.Word("rulebook", _rulebooks), help="<rulebooks>.")
@click.option(
    "--ruling",
    "rulings",
    multiple=True,
    metavar="KEY=VALUE",
    help="A switch of the club's, such as <ruling> or <other ruling>; <extra>. Repeatable.",
)
@click.option(
    "--module", "on", multiple=True, type=params.Word("module", _modules), help="Play a part."
)
@click.option(
    "--no-module",
    "off",
    multiple=True,
    type=params.Word("module", _modules),
    help="Leave a part out.",
)
@click.option(
    "--setup",
    metavar="FILE",
    help="What stands at the start (TOML or JSON), in the keys that scenario template has "
    "under setup.",
)
@click.option("--title", metavar="TEXT", help="Its name in reports: one line.")
@_NAMES
@click.option("--first-turn", type=params.Turn(), help="For the scenario custom: its first turn.")
@click.option("--last-turn", type=params.Turn(), help="For the scenario custom: its last turn.")
@params.as_json
def start(
    session: Session,
    name: str,
    system: str | None,
    scenario: str | None,
    rules: str | None,
    rulebook: str | None,
    rulings: tuple[str, ...],
    on: tuple[str, ...],
    off: tuple[str, ...],
    setup: str | None,
    title: str | None,
    names: str,
    first_turn: str | None,
    last_turn: str | None,
    as_json: bool,
) -> None:
    """Starts a campaign. NAME (lower-case letters, digits, hyphens) is what it is called from now
    on. Rulebook, rulings and modules are fixed here for good.
    """
    params.must_be_free(name)
    if title == "":
        raise WrongUsage("--title is empty: write one line, or leave --title out")
    session.begins_store = True
    chosen = _pairs(rulings)
    system, scenario = _by_rules(system, scenario, rules, chosen)
    own = None if scenario in scenario_ids() else _own(scenario)
    system = system or (of_scenario(scenario) if own is None else of_file(own))
    choices = SYSTEMS[system].front.choices if system in SYSTEMS else OpeningChoices()
    extras = {key: text_of(chosen.pop(key)) for key in choices.files if key in chosen}
    modules = _modules_chosen(on, off)
    answer = session.desk.open(
        name,
        names=names,
        title=title or "",
        system=system,
        scenario=scenario if own is None else str(own.get("id", "")),
        own=own,
        rulebook=rulebook,
        rulings=chosen,
        modules=modules,
        first_turn=first_turn,
        last_turn=last_turn,
        setup=_set_up(setup, choices.beside) if setup else {},
        extras=extras,
    )
    session.tell(name, answer, as_json=as_json)
    if not as_json:
        key = session.ledger.vault.path
        output.entry("store  ", str(session.place))
        output.entry("key    ", f"{key}: without it nothing sealed can be opened; keep a copy")


def _by_rules(
    system: str | None, scenario: str | None, rules: str | None, chosen: dict[str, str | int | bool]
) -> tuple[str | None, str]:
    """The system that takes a file of rules, and its first scenario, where none is named; without
    such a file a scenario is.
    """
    if not rules:
        return system, scenario or ""
    chosen[RULES] = rules
    taking = system or of_extra(RULES)
    return taking, scenario or next(iter(SYSTEMS[taking].front.choices.scenarios()), "")


def _modules_chosen(on: tuple[str, ...], off: tuple[str, ...]) -> dict[str, bool]:
    if both := set(on) & set(off):
        raise WrongUsage(f"module {min(both)}: both played and left out")
    return {**dict.fromkeys(on, True), **dict.fromkeys(off, False)}


def _set_up(file: str, lists: Sequence[str]) -> JsonObject:
    """A set-up; files that it names in these lists lie beside it, and are read in their place."""
    content = content_of("set-up", file)
    folder = Path(file).parent
    for key in lists:
        if isinstance(named := content.get(key), list):
            content[key] = [
                content_of(key, str(folder / one)) if str(one).endswith(_ENDINGS) else one
                for one in named
            ]
    return content


def _own(file: str) -> JsonObject:
    """A club's own scenario; without such a file, those that are called alike."""
    path = Path(file)
    if not path.exists():
        beside = sorted([*path.parent.glob("*.toml"), *path.parent.glob("*.json")])
        hint = near(file, [*map(str, beside), *scenario_ids()])
        hint = hint or "; `campaign scenario list` has the scenarios that come with the program"
        raise WrongUsage(f"there is no file {file}{hint}")
    return content_of("scenario", file)


def _pairs(rulings: tuple[str, ...]) -> dict[str, str | int | bool]:
    chosen: dict[str, str | int | bool] = {}
    for text in rulings:
        key, equals, value = text.partition("=")
        if not equals or not key or not value:
            raise WrongUsage(f"--ruling {text}: write it as KEY=VALUE, such as {example('ruling')}")
        if key in chosen and chosen[key] != value:
            raise WrongUsage(f"--ruling {key}: given twice")
        chosen[key] = value
    return chosen


# --- A campaign that is under way on paper ------------------------------------------------------

_WITH_TABS = (".tsv", ".txt")
"""How a sheet's file is called that is written as it was read."""


@params.verb(
    "take-over",
    """
    campaign take-over thursday --example
    """,
)
@params.argument("name", "NAME")
@click.argument("file", metavar="[FILE|-]", required=False)
@click.option("--system", type=params.Word("system", lambda: list(SYSTEMS)), help="The game.")
@click.option(
    "--rules", metavar="FILE|ID", default="", help="Rules of your own, or an example of them."
)
@click.option("--title", "called", metavar="TEXT", default="", help="Its name in reports.")
@_NAMES
@click.option("--example", is_flag=True, help="Print a sheet to begin with instead.")
@click.option(
    "--write", "target", metavar="FILE", help="Write the sheet as it was read, and begin nothing."
)
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.option("--again", is_flag=True, help="State it again; possible until more is recorded.")
@click.option("--yes", is_flag=True, help="Begin without being asked.")
@params.as_json
def take_over(
    session: Session,
    name: str,
    file: str | None,
    system: str | None,
    rules: str,
    called: str,
    names: str,
    example: bool,
    target: str | None,
    force: bool,
    again: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Takes over a campaign that you have played on paper: turn 12 stays turn 12. FILE has the
    position as cells: CSV, or pasted from a spreadsheet; without FILE it is pasted here. Every
    cell that is not plain is named, and nothing is recorded before you have seen how it was read.
    """
    from campaign.kernel.decisions import Refused
    from campaign.kernel.interview import positions

    system, game = _of_game(session, name if again else "", system, rules)
    if example:
        output.echo(game.example, nl=False)
        return
    if not again:
        params.must_be_free(name)
    text, source = pasted(session, file)
    text, read = _settled(text, game, source)
    refuse_open(read)
    for finding in read.findings:
        session.note(str(finding))
    if target is not None:
        _write_sheet(target, positions.in_ids(text, read), force=force)
        return
    will_stand = positions.foreseen(SYSTEMS[system], name, read.request)
    if isinstance(will_stand, Refused):
        raise WrongUsage(f"{will_stand.reason}. {NOTHING}")
    if not yes:
        _must_agree(will_stand[1])
    if again:
        _state_again(session, name, will_stand[0], text, as_json=as_json)
        return
    session.begins_store = True
    said = {"names": names, "sheet": text, "title": called, "system": system}
    answer = session.desk.open(name, **said, **read.request)
    session.tell(name, answer, as_json=as_json)


def _write_sheet(target: str, text: str, *, force: bool) -> None:
    if not target.endswith(_WITH_TABS):
        named = Path(target).with_suffix(_WITH_TABS[0])
        raise WrongUsage(f"the sheet has tabs between its cells: --write {named}. {NOTHING}")
    write_template(Path(target), text, force=force)


def _must_agree(lines: Sequence[str]) -> None:
    """Shows how a campaign will stand, and asks."""
    from campaign.cli import terminal

    for line in lines:
        output.echo(line)
    if not terminal.confirmed("Does the campaign go on from here?"):
        raise WrongUsage(f"add --yes to begin. {NOTHING}")


def _state_again(
    session: Session, name: str, opening: "Sequence[Event]", sheet: str, *, as_json: bool
) -> None:
    """Amends the position by what the sheet says now; nothing else of the campaign changes."""
    from campaign.disputes.commands import AmendEvent
    from campaign.handler.explanations import restatement
    from campaign.kernel.decisions import Refused

    sent = restatement(session.ledger, name, opening, session.member, sheet)
    if isinstance(sent, Refused):
        raise WrongUsage(f"{sent.reason}. {NOTHING}")
    del sent["command"]
    session.act(name, AmendEvent, as_json=as_json, **sent)


def _of_game(
    session: Session, on_record: str, system: str | None, rules: str
) -> "tuple[str, GamePosition]":
    """The game and what it lets be stated: of a campaign on record, or as it was named."""
    from campaign.handler.explanations import own_file
    from campaign.text.shapes import Fault

    if on_record:
        system = session.ledger.live(on_record).system.name
        file = own_file(session.ledger, on_record)
    else:
        system = system or (of_extra(RULES) if rules else next(iter(SYSTEMS)))
        file = text_of(rules) if Path(rules).is_file() else rules
    stated = SYSTEMS[system].front.choices.position
    if stated is None:
        raise WrongUsage(f"{title(system)} cannot be taken over from paper. {NOTHING}")
    game: GamePosition | Fault = stated(file)
    if isinstance(game, Fault):
        raise WrongUsage(f"{game.text}. {NOTHING}")
    return system, game


def _settled(text: str, game: "GamePosition", source: str) -> "tuple[str, ReadPosition]":
    """The sheet once every open cell was asked about; without a terminal as it is."""
    from campaign.cli import terminal
    from campaign.kernel.interview import positions
    from campaign.text.shapes import Fault

    while True:
        read = positions.read_position(text, game, source)
        if isinstance(read, Fault):
            raise WrongUsage(f"{read.text}. {NOTHING}")
        if not (read.open and terminal.is_there()):
            return text, read
        text = _asked(text, read.open[0])


def _asked(text: str, finding: "CellFinding") -> str:
    """The sheet with one cell changed, or its row left out."""
    from campaign.text import cells

    output.echo(str(finding))
    for number, (_, name) in enumerate(finding.near, 1):
        output.echo(f"  {number}  {name}")
    typed = click.prompt("Its number, or the cell anew; Enter leaves the row out", "", err=True)
    if not typed:
        return cells.rewritten(text, {}, frozenset({finding.row}))
    if typed.isdecimal() and 1 <= int(typed) <= len(finding.near):
        typed = finding.near[int(typed) - 1][0]
    return cells.rewritten(text, {finding.where: typed}, frozenset())


# --- The campaigns of a store -------------------------------------------------------------------


@params.verb("list", "campaign list")
@params.as_json
def list_(session: Session, as_json: bool) -> None:
    """Lists the campaigns of the store: where each stands."""
    from campaign.store import outlines

    rows = [_row(one) for one in outlines.every(session.ledger)]
    if as_json:
        output.json_page(rows)
        return
    heads = ("campaign", "rulebook", "scenario", "turn", "events")
    more = {"what-if of": "branch_of", "title": "title"}
    more = {head: key for head, key in more.items() if any(row.get(key) for row in rows)}
    listed = [(*_listed(row), *(_more(row, key) for key in more.values())) for row in rows]
    output.table((*heads, *more), listed, "events")


def _row(one: "Outlined") -> JsonObject:
    """A campaign for programs, or why it cannot be read."""
    from campaign.store.protocol import StoreError

    about = one.outline
    if isinstance(about, StoreError):
        return {"campaign": one.name, "error": str(about)}
    return {
        "campaign": about.campaign,
        "system": about.system,
        "rulebook": about.rulebook,
        "scenario": about.scenario,
        "turn": about.turn,
        "closed": about.closed,
        "version": one.version,
        "head": one.head,
        "branch_of": about.branch_of,
        "title": about.title or None,
    }


def _listed(row: JsonObject) -> tuple[object, ...]:
    if "error" in row:
        name, why = row["campaign"], row["error"].partition("; ")[0]
        says = f"cannot be read; campaign verify {name}"
        if why.startswith(f"{name} needs "):
            says = why.removeprefix(f"{name} ")
        return (name, "", "", says, "")
    turn = f"{row['turn']}, closed" if row["closed"] else row["turn"]
    return (row["campaign"], row["rulebook"], row["scenario"], turn, row["version"])


def _more(row: JsonObject, key: str) -> str:
    """A column that only some campaigns have something in."""
    value = row.get(key)
    if isinstance(value, dict):
        return f"{value['campaign']}, event {value['version']}"
    return str(value or "")


# --- The verb that remembers which store and campaign are meant ---------------------------------


@params.verb("select", "campaign select club\ncampaign select\ncampaign status .")
@params.argument("name", "[NAME]", CampaignParam(), required=False)
@params.as_json
def select(session: Session, name: str | None, as_json: bool) -> None:
    """Remembers a store and a campaign in it. At a terminal NAME may then be left out after every
    verb; a script writes the name, or a dot for the selected campaign. --store and CAMPAIGN_STORE
    go before what was remembered. Without NAME it says what is selected.
    """
    if name is not None:
        session.must_exist(name)
        if not session.store.select(name):
            raise click.ClickException(f"cannot write {session.store.remembered.file}")
        if session.place.has_password:
            session.note("its password is not remembered: put it into ~/.pgpass")
    elif not (name := session.store.campaign()):
        raise WrongUsage(
            f"no campaign is selected in {session.place}; campaign select NAME does it"
        )
    store = session.place.remembered
    text = f"{name} is selected, in {store}"
    output.said(text, as_json=as_json, campaign=name, store=store)


# --- The verb for what-ifs: a branch of a campaign's past, and its end --------------------------


@params.verb(
    "branch",
    """
    campaign branch club --at 12 --name club-if
    campaign diff club club-if
    campaign branch club-if --delete
    """,
)
@params.the_campaign
@click.option("--at", type=int, metavar="VERSION", help="Behind this event; without it, now.")
@click.option("--turn", type=params.Turn(), help="As this turn ended.")
@click.option("--name", "branch_name", metavar="NAME", help="What the branch is called.")
@click.option("--delete", is_flag=True, help="Throw the branch NAME away, without a trace.")
@params.as_json
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
        output.said(f"{name} is gone", as_json=as_json, deleted=name)
        return
    if at is not None and turn is not None:
        raise WrongUsage("give either --at or --turn")
    if branch_name is not None:
        params.must_be_free(branch_name)
    if turn is not None:
        at = params.span(session, name, turn)[1]
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
