"""Verbs for programs and shells: every command and event, completion, and commands given as JSON
Lines.
"""

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import BinaryIO

import click

from campaign.cli import output
from campaign.cli.files import DIALECT, schema_key, schemas_of
from campaign.cli.params import Word, argument, as_json, the_campaign, verb
from campaign.cli.session import Session
from campaign.cli.stores import Refusal
from campaign.systems import SYSTEMS
from campaign.text.json_values import JsonObject

SHELLS = {
    "bash": 'add to ~/.bashrc:  eval "$(campaign completion bash)"',
    "zsh": 'add to ~/.zshrc:  eval "$(campaign completion zsh)"',
    "fish": "run once:  campaign completion fish > ~/.config/fish/completions/campaign.fish",
}


ANY = "any"
"""The system of what campaigns of every system have."""

_of_system = click.option(
    "--system",
    type=Word("system", lambda: tuple(SYSTEMS)),
    help="Those of a campaign of this rule system alone; without it, of every system.",
)


@verb("commands", "campaign commands\ncampaign commands --system <system> --json")
@_of_system
@as_json
def commands(session: Session, system: str | None, as_json: bool) -> None:
    """Tells every command that submit takes: the verb that people have for it, the rule system that
    has it (any: every one), its rule, what it does, its fields, their types and meaning. With
    --json as a JSON Schema, where each bears its `system`.
    """
    games = {name: game.rules.commands for name, game in SYSTEMS.items()}
    known = {name: kind for game in games.values() for name, kind in game.items()}
    of = _systems(games)
    known = {name: kind for name, kind in known.items() if system in (None, *of[name])}
    schemas = schemas_of(known.values())
    for name in known:
        schemas[name]["system"] = _named(of[name])
    if as_json:
        output.json_page(_document("Commands of a campaign", schemas, list(known)))
        return
    for name, kind in known.items():
        words = f"campaign {kind.verb}"
        _explain(name, schemas[name], schemas, hidden=("command", "by", "id"), verb=words)


@verb("events", "campaign events\ncampaign events --system <system> --json")
@_of_system
@as_json
def events(session: Session, system: str | None, as_json: bool) -> None:
    """Tells every event that a campaign records, as log and submit print it: the rule system that
    has it (any: every one), its rule, what it says, its fields, their types and meaning; then the
    codes of the reasons that the program gives, with their words. With --json as a JSON Schema,
    where each event bears its `system`, the codes under `reasons`.
    """
    from events.base import public_type

    of = _systems({name: game.codec.events for name, game in SYSTEMS.items()})
    every = SYSTEMS.codec.events.items()
    kinds = {topic: kind for topic, kind in every if system in (None, *of[topic])}
    schemas = schemas_of(kinds.values())
    documents = {
        public_type(kind): {
            **_as_printed(kind, schemas.pop(schema_key(kind, schemas))),
            "system": _named(of[topic]),
        }
        for topic, kind in kinds.items()
    }
    chosen = [game for name, game in SYSTEMS.items() if system in (None, name)]
    codes = {code: text for game in chosen for code, text in game.front.help.codes().items()}
    if as_json:
        document = _document("Events of a campaign", {**documents, **schemas}, list(documents))
        output.json_page({**document, "reasons": codes})
        return
    for name, schema in documents.items():
        stamp = {"digest"}.difference(kinds[name].__struct_fields__)
        _explain(name, schema, schemas, hidden=("version", "type", "at", "by", *stamp))
    output.heading("Codes that stand as a reason, and what they are shown as")
    for code, text in codes.items():
        output.entry(f"    {code:<34} ", text)


def _systems(games: Mapping[str, Iterable[str]]) -> Mapping[str, tuple[str, ...]]:
    """The systems that have each of these, by its name."""
    systems: dict[str, tuple[str, ...]] = {}
    for game, names in games.items():
        for name in names:
            systems[name] = (*systems.get(name, ()), game)
    return systems


def _named(systems: tuple[str, ...]) -> str:
    return systems[0] if len(systems) == 1 else ANY


def _document(title: str, schemas: JsonObject, names: list[str]) -> JsonObject:
    return {
        "$schema": DIALECT,
        "title": title,
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in names],
        "$defs": schemas,
    }


def _as_printed(kind: type, schema: JsonObject) -> JsonObject:
    """An event's schema as everybody sees it: without ciphertexts, with its place in the log."""
    from campaign.kernel.decisions import HIDDEN, SHOWN_AS
    from events.base import Event, public_type

    meanings = _meanings(kind)
    hidden = HIDDEN | {"type"} | set(Event.__struct_fields__)
    fields = {
        SHOWN_AS.get(name, name): {
            **field,
            **({"description": meanings[name]} if name in meanings else {}),
        }
        for name, field in schema["properties"].items()
        if name not in hidden
    }
    for field in fields.values():
        field.pop("default", None)
    text, place = {"type": "string"}, {"type": ["integer", "null"]}
    stamp = {
        "version": {"type": "integer", "minimum": 1},
        "type": {"const": public_type(kind)},
        "at": {**text, "description": "when it was recorded; in log only"},
        "by": {**text, "description": "the member on whose word; in log only"},
        "digest": {**text, "description": "its digest; in log only"},
        "struck_by": {**place, "description": "the event that struck it; in log only"},
        "amended_by": {**place, "description": "the event that amended it; in log only"},
    }
    return {
        "title": public_type(kind),
        "description": schema["description"],
        "type": "object",
        "properties": {**stamp, **fields},
        "required": ["version", "type", *fields],
        "additionalProperties": False,
    }


def _meanings(kind: type) -> dict[str, str]:
    """The line under each field in an event's definition."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    assert isinstance(tree.body[0], ast.ClassDef)
    body = tree.body[0].body
    meanings: dict[str, str] = {}
    for pair in pairwise(body):
        match pair:
            case ast.AnnAssign(target=ast.Name(id=field)), ast.Expr(value=ast.Constant(value=text)):
                meanings[field] = " ".join(str(text).split())
    return meanings


def _explain(
    name: str,
    schema: JsonObject,
    schemas: JsonObject,
    hidden: tuple[str, ...],
    verb: str = "",
) -> None:
    output.heading(f"{name:<22}  {verb}".rstrip() + f"  ({schema['system']})")
    output.entry("    ", " ".join(schema.get("description", "").split()))
    required = schema.get("required", ())
    for field, about in schema["properties"].items():
        if field in hidden:
            continue
        mark = field if field in required else f"[{field}]"
        meaning = about.get("description", "")
        output.entry(
            f"    {mark:<22} ", f"{_type(about, schemas)}{'; ' if meaning else ''}{meaning}"
        )
    output.echo()


def _type(schema: JsonObject, schemas: JsonObject) -> str:
    """A field's type in words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        inner = schemas.get(name, {}).get("properties", {})
        return f"{name} {{{', '.join(inner)}}}"
    if "enum" in schema:
        return "|".join(str(part) for part in schema["enum"] if part is not None)
    if "const" in schema:
        return str(schema["const"])
    if "anyOf" in schema:
        return " or ".join(
            _type(part, schemas) for part in schema["anyOf"] if part != {"type": "null"}
        )
    return _plain_type(schema, schemas)


def _plain_type(schema: JsonObject, schemas: JsonObject) -> str:
    """A type that is neither a choice nor named elsewhere."""
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(_type(part, schemas) for part in schema['prefixItems'])}]"
        case "array":
            return f"list of {_type(schema.get('items', {}), schemas)}"
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            return f"each to {_type(schema['additionalProperties'], schemas)}"
        case "integer" if "minimum" in schema and "maximum" in schema:
            return f"integer {schema['minimum']} to {schema['maximum']}"
        case str() as plain:
            return plain
    return "anything"


@verb("completion", "campaign completion bash")
@argument("shell", "bash|zsh|fish", Word("shell", lambda: tuple(SHELLS)))
def completion(session: Session, shell: str) -> None:
    """Prints the script that has verbs, campaigns and other names completed by the shell."""
    from click.shell_completion import get_completion_class

    from campaign.cli.root import root

    made = get_completion_class(shell)
    assert made is not None
    output.echo(f"# {SHELLS[shell]}")
    click.echo(made(root, {}, "campaign", "_CAMPAIGN_COMPLETE").source())


# --- The verb that programs use: commands in as JSON Lines, an answer out for each --------------

_BOM = b"\xef\xbb\xbf"


@verb(
    "submit",
    """
    echo '<command>' | campaign submit club
    """,
)
@the_campaign
@argument("file", "[FILE|-]", click.Path(), required=False, default="-")
@click.option("--keep-going", is_flag=True, help="Go on behind a refusal.")
def submit(session: Session, name: str, file: str, keep_going: bool) -> None:
    """Reads commands, one JSON object a line, and answers each with one line. Blank lines count
    for nothing. The first refusal ends the run, unless told to keep going; what was accepted
    before it stays. `campaign commands` tells every command. In a FILE, a line that is no command
    gets no receipt.
    """
    session.must_exist(name)
    session.is_streaming = True
    if file == "-":
        _answer(session, name, sys.stdin.buffer, keep_going)
        return
    with open(file, "rb") as lines:  # noqa: PTH123
        _answer(session, name, lines, keep_going, is_file=True)


def _answer(
    session: Session, name: str, lines: BinaryIO, keep_going: bool, *, is_file: bool = False
) -> None:
    refused: list[str] = []
    for number, line in enumerate(_whole(lines), 1):
        if not line.strip():
            continue
        answer = _no_command(session, name, line) if is_file else None
        answer = answer or session.send(name, line)
        output.json_line(output.unsalted(answer))
        session.no_salt_here(answer, as_json=True)
        if answer["accepted"]:
            continue
        rule = f" ({answer['rule']})" if answer["rule"] else ""
        refused.append(f"line {number} refused{rule}: {answer['reason']}")
        if not keep_going:
            break
    if len(refused) > 1:
        raise Refusal(f"{len(refused)} commands were refused, the first: {refused[0]}")
    if refused:
        raise Refusal(refused[0])


def _no_command(session: Session, name: str, line: bytes) -> JsonObject | None:
    """The answer to a line that is no command of the campaign's; it gets no receipt."""
    from campaign.kernel import decisions
    from campaign.kernel.decisions import Refused
    from campaign.store.submission import received

    commands = session.ledger.live(name).system.rules.commands
    read = received(line, "", "", commands).command
    return decisions.refused(read) if isinstance(read, Refused) else None


def _whole(lines: BinaryIO) -> Iterable[bytes]:
    """The lines, without the mark that some editors put before the first."""
    first = lines.readline()
    yield first.removeprefix(_BOM)
    while line := lines.readline():
        yield line
