"""Verbs about campaigns as such: opening one, listing them, and the scenarios."""

from pathlib import Path
from typing import Any

import click

from campaign.cli import output
from campaign.cli.session import Session, WrongUsage
from campaign.cli.verbs import Verb
from campaign.cli.words import Turn, Word, argument, as_json, verb


def _scenario_ids() -> list[str]:
    from campaign.leaders_in_flames.scenarios import scenarios

    return list(scenarios())


def _rulebooks() -> tuple[str, ...]:
    from campaign.leaders_in_flames.rulings import RULEBOOKS

    return RULEBOOKS


def _modules() -> list[str]:
    from campaign.leaders_in_flames import MODULES

    return list(MODULES)


@verb(
    "open",
    """
    campaign open club --system lif --scenario global-war
    campaign open list-club --scenario end-of-the-beginning \\
        --rulebook lif-list --ruling draws=table
    """,
)
@argument("name", "NAME")
@click.option("--system", default="lif", show_default=True, help="The rule system.")
@click.option(
    "--scenario", type=Word("scenario", _scenario_ids), required=True, help="See scenario list."
)
@click.option(
    "--rulebook", type=Word("rulebook", _rulebooks), help="lif-1998 (default) or lif-list."
)
@click.option(
    "--ruling",
    "rulings",
    multiple=True,
    metavar="KEY=VALUE",
    help="A switch of the club's, such as draws=table or starting_points.ussr=4; "
    "leaders=FILE.csv brings its own leader sheet. Repeatable.",
)
@click.option("--module", "on", multiple=True, type=Word("module", _modules), help="Play a part.")
@click.option(
    "--no-module", "off", multiple=True, type=Word("module", _modules), help="Leave a part out."
)
@click.option("--setup", metavar="FILE", help="What stands at the start (TOML or JSON).")
@click.option("--first-turn", type=Turn(), help="For the scenario custom: its first turn.")
@click.option("--last-turn", type=Turn(), help="For the scenario custom: its last turn.")
@as_json
def open_(
    session: Session,
    name: str,
    system: str,
    scenario: str,
    rulebook: str | None,
    rulings: tuple[str, ...],
    on: tuple[str, ...],
    off: tuple[str, ...],
    setup: str | None,
    first_turn: str | None,
    last_turn: str | None,
    as_json: bool,
) -> None:
    """Opens a campaign. NAME (lower-case letters, digits, hyphens) is what it is called from now
    on. Rulebook, rulings and modules are fixed here for good.
    """
    chosen = _pairs(rulings)
    sheet = chosen.pop("leaders", None)
    if both := set(on) & set(off):
        raise WrongUsage(f"module {min(both)}: both played and left out")
    answer = session.ledger.open(
        name,
        system=system,
        scenario=scenario,
        rulebook=rulebook,
        rulings=chosen,
        modules={**dict.fromkeys(on, True), **dict.fromkeys(off, False)},
        first_turn=first_turn,
        last_turn=last_turn,
        setup=_setup(setup) if setup else {},
        leaders=_text(sheet) if sheet else None,
    )
    session.tell(name, answer, as_json=as_json)
    if not as_json:
        path, vault = session.path, session.ledger.vault
        output.entry("store  ", str(path))
        output.entry(
            "key    ", f"{vault.path}: without it nothing sealed can be opened; keep a copy"
        )


def _pairs(rulings: tuple[str, ...]) -> dict[str, str | int | bool]:
    chosen: dict[str, str | int | bool] = {}
    for told in rulings:
        key, equals, value = told.partition("=")
        if not equals or not key or not value:
            raise WrongUsage(f"--ruling {told}: write it as KEY=VALUE, such as draws=table")
        if key in chosen and chosen[key] != value:
            raise WrongUsage(f"--ruling {key}: given twice")
        chosen[key] = value
    return chosen


def _text(told: object) -> str:
    """A file's text. One line says why it cannot be had."""
    file = Path(str(told))
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise WrongUsage(f"cannot read {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise WrongUsage(f"{file} is not text in UTF-8") from error


def _setup(told: str) -> dict[str, Any]:
    """A set-up file: JSON where its name or its first letter says so, TOML otherwise."""
    import json
    import tomllib

    text = _text(told)
    try:
        if told.lower().endswith(".json") or text.lstrip().startswith("{"):
            content = json.loads(text)
        else:
            content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrongUsage(f"set-up {told}: {error}") from error
    if not isinstance(content, dict):
        raise WrongUsage(f'set-up {told}: needs names with values, such as vichy = "installed"')
    return content


@verb("list", "campaign list")
@as_json
def list_(session: Session, as_json: bool) -> None:
    """Lists the campaigns of the store: where each stands."""
    from campaign.store import StoreError

    rows: list[dict[str, Any]] = []
    for name in session.ledger.names():
        try:
            shown = session.ledger.show(name)
        except StoreError as error:
            rows.append({"campaign": name, "error": str(error)})
            continue
        keys = ("campaign", "system", "rulebook", "scenario", "turn", "closed", "version", "head")
        rows.append({key: shown[key] for key in keys})
    if as_json:
        output.json_page(rows)
        return
    heads = ("campaign", "rulebook", "scenario", "turn", "events")
    output.table(heads, [_listed(row) for row in rows], "events")


def _listed(row: dict[str, Any]) -> tuple[object, ...]:
    if "error" in row:
        return (row["campaign"], "", "", "cannot be read; run verify", "")
    turn = f"{row['turn']}, closed" if row["closed"] else row["turn"]
    return (row["campaign"], row["rulebook"], row["scenario"], turn, row["version"])


@verb("scenario", "campaign scenario list\ncampaign scenario show end-of-the-beginning")
@argument("what", "list|show", Word("part of scenario", lambda: ("list", "show")))
@argument("scenario", "[ID]", Word("scenario", _scenario_ids), required=False)
@as_json
def scenario_(session: Session, what: str, scenario: str | None, as_json: bool) -> None:
    """The scenarios: `list` names them, `show ID` tells what stands on the table at the start."""
    import msgspec

    from campaign.leaders_in_flames.scenarios import scenarios

    known = scenarios()
    if what == "list":
        if as_json:
            output.json_page({who: msgspec.to_builtins(one) for who, one in known.items()})
            return
        rows = [
            (who, one.title, f"{one.first_turn} to {one.last_turn}" if one.first_turn else "any",
             one.rule)
            for who, one in known.items()
        ]  # fmt: skip
        output.table(("scenario", "title", "turns", "rule"), rows)
        return
    if scenario is None:
        raise WrongUsage(f"which scenario? There is {', '.join(known)}")
    told = known[scenario]
    if as_json:
        output.json_page(msgspec.to_builtins(told))
        return
    _show_scenario(scenario, told)


def _show_scenario(who: str, told: Any) -> None:
    from campaign.leaders_in_flames.names import country

    output.heading(f"{told.title} ({who}), {told.rule}")
    turns = f"{told.first_turn} to {told.last_turn}" if told.first_turn else "as the club says"
    output.entry("turns      ", turns)
    setup = told.setup
    wars = "; ".join(f"{country(one)} and {country(other)}" for one, other in setup.wars)
    output.entry("at war     ", wars or "nobody")
    for power, status in setup.conquest.items():
        output.entry("conquest   ", f"{country(power)}: {status}")
    if setup.vichy != "none":
        output.entry("Vichy      ", setup.vichy)
    for power, marks in setup.reserves.items():
        output.entry("reserves   ", f"{country(power)}: {', '.join(marks)}")
    for status in ("aligned", "conquered"):
        minors = (
            f"{country(minor)} ({country(one.power or '')})"
            for minor, one in setup.minors.items()
            if one.status == status
        )
        if line := ", ".join(minors):
            output.entry(f"{status:<11}", line)


VERBS: dict[str, Verb] = {"open": open_, "list": list_, "scenario": scenario_}
