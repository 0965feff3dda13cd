"""Verbs that start a campaign and list campaigns."""

from collections.abc import Sequence
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.examples import example
from campaign.cli.params import ParamType, Turn, Word, argument, as_json, verb
from campaign.cli.reading import content_of, text_of
from campaign.cli.reserved import must_be_free
from campaign.cli.session import Session, WrongUsage
from campaign.kernel.new_campaign import OpeningChoices
from campaign.systems import SYSTEMS, of_file, of_scenario
from campaign.text.json_values import JsonObject
from campaign.text.suggest import near


def _rulebooks() -> list[str]:
    return [rulebook for system in SYSTEMS.values() for rulebook in system.rulebooks]


def _modules() -> list[str]:
    return [module for system in SYSTEMS.values() for module in system.front.choices.modules]


def scenario_ids() -> list[str]:
    """The scenarios of every game."""
    return [
        scenario for system in SYSTEMS.values() for scenario in system.front.choices.scenarios()
    ]


_ENDINGS = (".toml", ".json")
SCENARIO = Word("scenario", scenario_ids)


def is_file(typed: str) -> bool:
    """Whether a scenario is given as a club's own file."""
    return typed.lower().endswith(_ENDINGS) or "/" in typed or Path(typed).is_file()


class ScenarioOrFile(ParamType):
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
        found = SCENARIO.shell_complete(ctx, param, incomplete)
        return found or [CompletionItem(incomplete, type="file")]


@verb(
    "start",
    """
    campaign start club --system <system> --scenario <scenario>
    campaign start list-club --scenario <other scenario> \\
        --rulebook <other rulebook> --ruling <ruling>
    """,
)
@argument("name", "NAME")
@click.option(
    "--system", help="The rule system; without it that of the scenario, or of the scenario's file."
)
@click.option(
    "--scenario",
    type=ScenarioOrFile(),
    required=True,
    metavar="ID|FILE",
    help="See scenario list; or a scenario file of your own.",
)
@click.option("--rulebook", type=Word("rulebook", _rulebooks), help="<rulebooks>.")
@click.option(
    "--ruling",
    "rulings",
    multiple=True,
    metavar="KEY=VALUE",
    help="A switch of the club's, such as <ruling> or <other ruling>; <extra>. Repeatable.",
)
@click.option("--module", "on", multiple=True, type=Word("module", _modules), help="Play a part.")
@click.option(
    "--no-module", "off", multiple=True, type=Word("module", _modules), help="Leave a part out."
)
@click.option(
    "--setup",
    metavar="FILE",
    help="What stands at the start (TOML or JSON), in the keys that scenario template has "
    "under setup.",
)
@click.option("--title", metavar="TEXT", help="Its name in reports: one line.")
@click.option("--first-turn", type=Turn(), help="For the scenario custom: its first turn.")
@click.option("--last-turn", type=Turn(), help="For the scenario custom: its last turn.")
@as_json
def start(
    session: Session,
    name: str,
    system: str | None,
    scenario: str,
    rulebook: str | None,
    rulings: tuple[str, ...],
    on: tuple[str, ...],
    off: tuple[str, ...],
    setup: str | None,
    title: str | None,
    first_turn: str | None,
    last_turn: str | None,
    as_json: bool,
) -> None:
    """Starts a campaign. NAME (lower-case letters, digits, hyphens) is what it is called from now
    on. Rulebook, rulings and modules are fixed here for good.
    """
    must_be_free(name)
    if title == "":
        raise WrongUsage("--title is empty: write one line, or leave --title out")
    session.begins_store = True
    chosen = _pairs(rulings)
    own = None if scenario in scenario_ids() else _own(scenario)
    system = system or (of_scenario(scenario) if own is None else of_file(own))
    choices = SYSTEMS[system].front.choices if system in SYSTEMS else OpeningChoices()
    extras = {key: text_of(chosen.pop(key)) for key in choices.files if key in chosen}
    if both := set(on) & set(off):
        raise WrongUsage(f"module {min(both)}: both played and left out")
    answer = session.desk.open(
        name,
        title=title or "",
        system=system,
        scenario=scenario if own is None else str(own.get("id", "")),
        own=own,
        rulebook=rulebook,
        rulings=chosen,
        modules={**dict.fromkeys(on, True), **dict.fromkeys(off, False)},
        first_turn=first_turn,
        last_turn=last_turn,
        setup=_set_up(setup, choices.beside) if setup else {},
        extras=extras,
    )
    session.tell(name, answer, as_json=as_json)
    if not as_json:
        place, vault = session.place, session.ledger.vault
        output.entry("store  ", str(place))
        output.entry(
            "key    ", f"{vault.path}: without it nothing sealed can be opened; keep a copy"
        )


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


@verb("list", "campaign list")
@as_json
def list_(session: Session, as_json: bool) -> None:
    """Lists the campaigns of the store: where each stands."""
    from campaign.store.protocol import StoreError

    rows: list[JsonObject] = []
    for name in session.ledger.names():
        try:
            shown = session.ledger.show(name)
        except StoreError as error:
            rows.append({"campaign": name, "error": str(error)})
            continue
        keys = ("campaign", "system", "rulebook", "scenario", "turn", "closed", "version", "head")
        row = {key: shown[key] for key in (*keys, "branch_of")}
        rows.append({**row, "title": shown.get("title")})
    if as_json:
        output.json_page(rows)
        return
    heads = ("campaign", "rulebook", "scenario", "turn", "events")
    more = {"what-if of": "branch_of", "title": "title"}
    more = {head: key for head, key in more.items() if any(row.get(key) for row in rows)}
    listed = [(*_listed(row), *(_more(row, key) for key in more.values())) for row in rows]
    output.table((*heads, *more), listed, "events")


def _listed(row: JsonObject) -> tuple[object, ...]:
    if "error" in row:
        return (row["campaign"], "", "", f"cannot be read; campaign verify {row['campaign']}", "")
    turn = f"{row['turn']}, closed" if row["closed"] else row["turn"]
    return (row["campaign"], row["rulebook"], row["scenario"], turn, row["version"])


def _more(row: JsonObject, key: str) -> str:
    """A column that only some campaigns have something in."""
    found = row.get(key)
    if isinstance(found, dict):
        return f"{found['campaign']}, event {found['version']}"
    return str(found or "")


VERBS: dict[str, ClickVerb] = {"start": start, "list": list_}
