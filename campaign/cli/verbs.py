"""The verbs in their groups. A verb's file is imported only when it is called: help is quick."""

from importlib import import_module

import click
from click.shell_completion import CompletionItem

from campaign.cli.click_verb import act_as, use_store
from campaign.cli.game_verbs import GameVerbs, game_words
from campaign.cli.session import Session
from campaign.systems import SYSTEMS, title
from campaign.text.suggest import near

GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "Campaigns": {
        "open": ("new_campaign", "Open a campaign."),
        "list": ("new_campaign", "List the campaigns of the store."),
        "select": ("selecting", "Remember which campaign is meant."),
        "status": ("status", "What the campaign waits for, and for whom."),
        "show": ("show", "The state, now or at an earlier time."),
    },
    "Members": {
        "enrol": ("members", "Enrol a member, or record what has changed about him."),
        "members": ("members", "List the members and the powers they play."),
        "assign": ("members", "Hand a power to a member."),
        "release": ("members", "Take a power from its player; the host plays it."),
        "absent": ("schedule", "Say from when to when you are away."),
    },
    "Turn": {
        "deadline": ("schedule", "Say by when something is awaited."),
        "entropy": ("turn", "Throw words of your own into the next draw."),
        "turn": ("turn", "End the turn and begin the next."),
        "end": ("turn", "End the campaign."),
        "reopen": ("turn", "Go on after an end that was a slip."),
    },
    "Disputes and corrections": {
        "replay": ("replay", "Walk through the record, forwards and backwards."),
        "bookmark": ("replay", "Mark an event for others to find."),
        "bookmarks": ("replay", "The events that bear a bookmark."),
        "disputes": ("disputes", "The disputes of a campaign, or one of them."),
        "dispute": ("disputing", "Raise one, answer, rule, appeal."),
        "correct": ("correcting", "Correct the record under a ruling, with a preview."),
        "undo": ("correcting", "Take back your own last act."),
        "branch": ("branching", "Make a what-if of a campaign's past."),
        "rejudge": ("rejudge", "What today's rules would answer otherwise."),
        "adopt-rules": ("rejudge", "Have an older campaign follow today's rules."),
    },
    "Looking closer": {
        "diff": ("explaining", "What differs between two points, or two campaigns."),
        "explain": ("explaining", "The events that made a figure what it is."),
    },
    "Evidence": {
        "receipt": ("receipts", "What proves that a submission was in, and what it said."),
        "receipts": ("receipts", "Every submission with its receipt."),
        "keeper": ("openings", "Name a member who plays nothing as keeper of the vault."),
        "opening": ("openings", "Open something sealed before its time, with consent."),
        "vault-renew": ("vault", "Give the vault a new key and the draws new seeds."),
        "identity": ("witnessing", "Make a key of your own on this machine, to sign with."),
        "key": ("keys", "Make a member's key known, or retire it."),
        "witness": ("witnessing", "Check that nobody rewrote what you saw, and note the head."),
        "countersign": ("keys", "Record a member's signature under the history so far."),
    },
    "Record": {
        "submit": ("submit", "Carry out commands given as JSON Lines."),
        "log": ("record", "The journal, one event a line."),
        "report": ("record", "Write the turn reports as HTML."),
        "verify": ("auditing", "Audit a campaign or an export."),
        "export": ("exchanging", "Write a campaign to one file."),
        "import": ("exchanging", "Take a campaign from an export."),
        "rebuild": ("record", "Make the tables for reading anew."),
        "commands": ("reference", "Every command: its fields and its rule."),
        "events": ("reference", "Every event: its fields and its rule."),
        "completion": ("reference", "How to have names completed by the shell."),
    },
    "Keeping it safe": {
        "backup": ("backup", "Copy the running store, and verify the copy."),
        "restore": ("backup", "Put a backup in the store's place."),
        "doctor": ("backup", "Look at the health of store, key and tables."),
    },
}
"""For each group: its verbs, each with its file and its line in the list."""

BEHIND_THE_GAMES = "Disputes and corrections"
"""The first group that is listed after the games."""
ARGUMENTS = "campaign.arguments"
"""The key under which the words after a verb are kept while it is looked up."""

OLDER = {"close": "end"}
"""Verbs of earlier releases that have a better word by now; they work, and help leaves them out."""

WHERE = {verb: file for verbs in GROUPS.values() for verb, (file, _) in verbs.items()}


def all_words() -> frozenset[str]:
    """Every word that a call may begin with."""
    return frozenset((*WHERE, *SYSTEMS, *game_words()))


def _loaded(system: str, words: str) -> click.Command:
    """A game's verb, read when it is called."""
    from campaign.cli.registry import click_verb

    return click_verb(system, words)


class Verbs(click.Group):
    """The verbs that all games share, listed by their groups, and those of each game."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every verb in an order in which the examples of the help make an evening."""
        words = list(WHERE)
        games = words.index(next(iter(GROUPS[BEHIND_THE_GAMES])))
        return [*words[:games], *SYSTEMS, *game_words(), *words[games:]]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A verb; its file is imported now."""
        if cmd_name in WHERE:
            module = import_module(f"campaign.cli.{WHERE[cmd_name]}")
            found: click.Command = module.VERBS[cmd_name]
            return found
        if cmd_name in SYSTEMS:
            return GameVerbs(cmd_name, title(cmd_name), _loaded)
        from campaign.cli import registry

        return registry.game_verb(cmd_name, ctx.meta.get(ARGUMENTS, ()), ctx.ensure_object(Session))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The verbs that begin like this, without importing them; and the options."""
        if ctx.args or incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        words = [word for word in self.list_commands(ctx) if word.startswith(incomplete)]
        return [CompletionItem(word) for word in words]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A verb by its name, or an older one; a mistyped one gets a suggestion."""
        args = [OLDER.get(word, word) for word in args[:1]] + args[1:]
        if args and args[0] not in (*WHERE, *SYSTEMS) and not args[0].startswith("-"):
            words = self.list_commands(ctx)
            if args[0] not in words:
                ctx.fail(f"there is no verb {args[0]!r}{near(args[0], words)}")
            ctx.meta[ARGUMENTS] = args[1:]
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The shared verbs by their groups, and a line for each game."""
        for heading, verbs in GROUPS.items():
            if heading == BEHIND_THE_GAMES:
                with formatter.section("Games"):
                    about = [f"{title(game)}: campaign {game} lists its verbs." for game in SYSTEMS]
                    formatter.write_dl(list(zip(SYSTEMS, about, strict=True)), 14)
            with formatter.section(heading):
                formatter.write_dl([(verb, line) for verb, (_, line) in verbs.items()], 14)


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from campaign import __version__

        click.echo(f"campaign {__version__}")
        ctx.exit()


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "obj": None},
    options_metavar="[--store PATH] [--as MEMBER]",
    subcommand_metavar="VERB …",
    invoke_without_command=True,
    epilog="Every verb explains itself: campaign VERB --help. Both options may follow the verb.",
)
@click.option(
    "--store",
    envvar="CAMPAIGN_STORE",
    metavar="PATH",
    expose_value=False,
    is_eager=True,
    callback=use_store,
    help="The file that holds the campaigns; also CAMPAIGN_STORE. "
    "Without it: campaign.db in your data folder.",
)
@click.option(
    "--as",
    "member",
    metavar="MEMBER",
    expose_value=False,
    callback=act_as,
    help="The member who acts. Without it: host.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_version,
    help="Print the version.",
)
@click.pass_context
def root(ctx: click.Context) -> None:
    """The book of record of a wargame campaign: everything that happens is an event.

    A first evening: open, enrol, assign, then the verbs of the game; status says what comes next.
    """
    session = ctx.ensure_object(Session)
    ctx.call_on_close(session.close)
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
