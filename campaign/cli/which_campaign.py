"""Which campaign a verb is about, where the first word after it is none. Click only.

The first word is the campaign if the store has one of that name; else, at a terminal, the selected
one is meant. Without a terminal the name, or `.` for the selected one, is required: a script must
not write to whatever somebody selected last.
"""

import re
from typing import TYPE_CHECKING, Any

import click

from campaign.cli.help_pages import family_of
from campaign.cli.remembered import is_interactive
from campaign.cli.session import Session
from campaign.cli.store_in_use import PATIENCE, within

if TYPE_CHECKING:
    ParamType = click.ParamType[str]
else:
    ParamType = click.ParamType

SELECTED = "."
"""What is typed for the selected campaign."""
_NUMBER = re.compile(r"-\d+")


class CampaignParam(ParamType):
    """A campaign of the store."""

    name = "campaign"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The campaign's name; `.` is the selected one."""
        if value != SELECTED or ctx is None or ctx.resilient_parsing:
            return value
        store = ctx.ensure_object(Session).store
        if not (name := store.campaign()):
            fault = f"no campaign is selected in {store.place}"
            self.fail(f"{fault}; {_name_it(ctx.ensure_object(Session))}", param, ctx)
        return name

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[click.shell_completion.CompletionItem]":
        """The store's campaigns; also what follows a campaign, if one is selected."""
        from click.shell_completion import CompletionItem

        session = ctx.find_object(Session) or Session()
        session.store.is_quiet = True
        try:
            if not session.place.is_database:
                names = session.ledger.names()
            else:
                names = within(PATIENCE, session.ledger.names, [])
        except Exception:
            names = []
        found = [CompletionItem(name) for name in names if name.startswith(incomplete)]
        if (family := family_of(ctx)) is not None:
            found += [CompletionItem(verb) for verb in family.behind if verb.startswith(incomplete)]
        after = _after(ctx.command, param)
        if after is not None and session.store.campaign() in names:
            found += after.shell_complete(ctx, incomplete)
        return found


def _after(verb: click.Command, first: click.Parameter) -> click.Argument | None:
    """The argument behind the campaign."""
    arguments = [param for param in verb.params if isinstance(param, click.Argument)]
    behind = arguments[1:] if arguments and arguments[0] is first else []
    return behind[0] if behind else None


def with_campaign(verb: click.Command, ctx: click.Context, words: list[str]) -> list[str]:
    """The words after a verb, with the selected campaign in front where it is meant."""
    if (first := _left_out(verb)) is None or (typed := _typed(verb, ctx, words)) is None:
        return words
    if _asks_for_help(verb, ctx, typed):
        return words
    session = _session(ctx, typed)
    word = found if isinstance(found := typed.get(str(first.name)), str) else ""
    selected = session.store.campaign()
    if not selected or _is_one(session, word):
        is_named = selected or word or ctx.resilient_parsing
        return words if is_named else ctx.fail(_name_it(session))
    if ctx.resilient_parsing and not word:
        return words  # the word that is being completed may be a campaign
    _must_be_at_a_terminal(ctx, word, selected)
    meant = [selected, *words]
    return meant if not word or _typed(verb, ctx, meant) is not None else words


def _is_one(session: Session, word: str) -> bool:
    """Whether a word is a campaign, or stands for the selected one."""
    return word == SELECTED or (bool(word) and session.has(word))


def _session(ctx: click.Context, typed: dict[str, Any]) -> Session:
    """The call's surroundings, with the store that was typed behind the verb."""
    session = ctx.ensure_object(Session)
    if isinstance(typed.get("_store"), str):
        session.store.given, session.store.is_typed = typed["_store"], True
    session.store.is_quiet |= ctx.resilient_parsing
    return session


def _must_be_at_a_terminal(ctx: click.Context, word: str, selected: str) -> None:
    """Fails where the selected campaign is left out and nobody sits there who selected it."""
    if ctx.resilient_parsing or is_interactive():
        return
    problem = f"there is no campaign {word!r}" if word else "name the campaign"
    advice = f"without a terminal {SELECTED} stands for the selected one, {selected}"
    ctx.fail(f"{problem}; {advice}")


def _left_out(verb: click.Command) -> click.Argument | None:
    """The first argument of a verb, if it is a campaign that may be left out."""
    first = next((param for param in verb.params if isinstance(param, click.Argument)), None)
    is_campaign = first is not None and first.required and isinstance(first.type, CampaignParam)
    return first if is_campaign else None


def _asks_for_help(verb: click.Command, ctx: click.Context, typed: dict[str, Any]) -> bool:
    """Whether the words ask for the verb's help; click names that option as it likes."""
    option = verb.get_help_option(ctx)
    return option is not None and typed.get(str(option.name)) is True


def _name_it(session: Session) -> str:
    """What to type where no campaign was named and none is selected."""
    names = session.ledger.names() if session.ledger.store.exists() else []
    if not names:
        return "there is no campaign yet; `campaign start NAME --scenario ID` starts one"
    return f"name the campaign, such as {names[0]}; `campaign select {names[0]}` remembers it"


def _typed(verb: click.Command, ctx: click.Context, words: list[str]) -> dict[str, Any] | None:
    """The values by parameter as they were typed; None where they do not fit the verb."""
    try:
        typed, left, _ = verb.make_parser(ctx).parse_args(list(words))
    except click.UsageError:
        return None
    return None if left else typed


def numbers_are_words(parser: Any) -> None:
    """Has a parser take `-2` as a number: no verb has an option that looks like one."""
    as_option = parser._process_opts  # click has no other place for this

    def processed(word: str, state: Any) -> None:
        if _NUMBER.fullmatch(word):
            state.largs.append(word)
        else:
            as_option(word, state)

    parser._process_opts = processed
