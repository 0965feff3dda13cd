"""The extensions by what wants them: a store's scheme, a verb, a channel, a page, a section.

One is loaded when something of it is first wanted. The core imports none, and goes without those
that are not there. Whatever is unknown here is looked for among the names of the entry points
`campaign.extensions`, each a value of `Extension`; nothing is loaded because of what an address
says.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

GROUP = "campaign.extensions"
"""The entry points of extensions in other packages, each named after what wants it."""
EXTENSIONS = "campaign.extensions"
"""The package of our own; templates of theirs are named from there."""
Kind = Literal["stores", "channels", "verbs", "pages", "sections", "parts"]
Named = Mapping[str, str]
"""What something is wanted as, and the module that has it, with `:` and a name in that module."""


NOTHING: Named = MappingProxyType({})


class MissingExtensionError(Exception):
    """Something is wanted that an extension does, and that is not here. One line for the user."""


API = 1
"""The number of what `campaign.game_api` offers to games of other packages."""

BROKEN = (Exception, SystemExit)
"""What code of another package may raise, and others still go on. Control-C stays the user's."""


class Game(NamedTuple):
    """A game before it is loaded: what people call it, and where its parts are."""

    title: str
    system: str
    """The module with its `System`, and behind `:` the name that it has there."""
    verbs: str = ""
    """Likewise its verbs as help lists them, quick to read; empty if its `System` has them."""
    other_words: str = ""
    """Likewise other words for them."""
    api: int = 0
    """The `API` that it is made for."""
    tables: int = 0
    """The number of its read tables (`campaign.projections.database`), for a built-in game; a test
    says what it is today.
    """

    @property
    def package(self) -> str:
        """The package that holds its system."""
        return self.system.partition(":")[0].rpartition(".")[0]


class Extension(NamedTuple):
    """What a package does when it is wanted."""

    name: str
    title: str
    """What it brings, for a sentence that it is not here."""
    extra: str = ""
    """The extra of this package that installs what it needs."""
    stores: Named = NOTHING
    """Places of stores, by their scheme; `clubs` is a directory of many."""
    channels: Named = NOTHING
    """Ways to tell somebody something."""
    verbs: Named = NOTHING
    """Modules with verbs of the command line, and screens that a verb opens."""
    pages: Named = NOTHING
    """Routes of the service."""
    sections: Named = NOTHING
    """What a game's reports show besides, by the game and the place."""
    parts: Named = NOTHING
    """Tables in the file of people."""
    lines: Named = NOTHING
    """What each verb does in a few words, where no table of the program's own says it."""


OURS = (
    Extension(
        "postgres",
        "PostgreSQL",
        "postgres",
        stores={"postgresql": "campaign.extensions.postgres.opening"},
    ),
    Extension(
        "clubs",
        "A directory of clubs",
        stores={"clubs": "campaign.extensions.clubs.directory"},
        verbs={"club": "campaign.extensions.clubs.verbs"},
        pages={"door": "campaign.extensions.clubs.taking_along:PLACES"},
    ),
    Extension(
        "mail_out",
        "Mail to members",
        channels={"mail": "campaign.extensions.mail_out"},
        verbs={
            **dict.fromkeys(("mail", "mail-test"), "campaign.extensions.mail_out.verbs"),
            **dict.fromkeys(
                ("mail-status", "mail-again"), "campaign.extensions.mail_out.status_verbs"
            ),
        },
    ),
    Extension(
        "mail_in", "Answers by mail", verbs={"mail-receive": "campaign.extensions.mail_in.verbs"}
    ),
    Extension(
        "push",
        "Notices on members' devices",
        channels={"push": "campaign.extensions.push.posts"},
        pages={"push": "campaign.extensions.push.pages:PLACES"},
    ),
    Extension(
        "webhooks",
        "Webhooks",
        channels={"webhook": "campaign.extensions.webhooks.posts"},
        pages={"webhooks": "campaign.extensions.webhooks.pages:PLACES"},
        parts={"webhooks": "campaign.extensions.webhooks.hooks:WEBHOOKS"},
    ),
    Extension(
        "adviser",
        "Advice on a combat",
        verbs={"advise": "campaign.extensions.adviser.verbs:VERBS"},
    ),
    Extension(
        "statistics",
        "Statistics",
        verbs={"stats": "campaign.extensions.statistics.verbs:VERBS"},
        sections={
            "lif course": "campaign.extensions.statistics.timeline:COURSE",
            "lif tallies": "campaign.extensions.statistics.tallies:TALLIES",
        },
    ),
    Extension(
        "veto_advice",
        "Veto advice and accuracy",
        verbs={"advise-veto": "campaign.extensions.veto_advice.verbs:VERBS"},
        pages={
            "values": "campaign.extensions.veto_advice.pages:PLACES",
            "advice at the board": "campaign.extensions.veto_advice.pages:folded",
            "accuracy below a turn": "campaign.extensions.veto_advice.pages:with_accuracy",
            "advice behind the answer": "campaign.extensions.veto_advice.worked_out:job",
        },
        sections={"lif accuracy": "campaign.extensions.veto_advice.worked_out:statistics"},
        parts={"veto_advice": "campaign.extensions.veto_advice.worked_out:WORKED_OUT"},
    ),
    Extension(
        "pictures",
        "Pictures in the diary",
        pages={"pictures of a dispatch": "campaign.extensions.pictures.gate"},
    ),
    Extension(
        "book",
        "The book of a campaign",
        verbs={
            "book": "campaign.extensions.book.verbs",
            "shelf": "campaign.extensions.book.shelf.verbs",
        },
        pages={
            "book": "campaign.extensions.book.pages:PLACES",
            "shelf": "campaign.extensions.book.shelf.pages:PLACES",
            "book among published pages": "campaign.extensions.book.files:published",
        },
        parts={"shelf": "campaign.extensions.book.shelf.seats:SHELF"},
    ),
    Extension(
        "replay_screen",
        "The full-screen replay",
        verbs={"replay on a screen": "campaign.extensions.replay_screen:ReplayView"},
    ),
)


def wanted(kind: Kind, trigger: str) -> Any:
    """What something is done by. Raises `MissingExtensionError` where it is not here."""
    extension = _extension(kind, trigger)
    if extension is None:
        raise MissingExtensionError(f"nothing here knows {trigger!r}")
    module, _, name = getattr(extension, kind)[trigger].partition(":")
    try:
        loaded = import_module(module)
    except ModuleNotFoundError as error:
        raise MissingExtensionError(_lacking(extension)) from error
    return getattr(loaded, name) if name else loaded


def found(kind: Kind, trigger: str) -> tuple[Any, ...]:
    """The same, where the core goes without: nothing if it is not here."""
    try:
        return (wanted(kind, trigger),)
    except MissingExtensionError:
        return ()


def every(kind: Kind) -> Iterator[Any]:
    """All of a kind that our own extensions have, of those that are here."""
    for extension in OURS:
        for trigger in getattr(extension, kind):
            yield from found(kind, trigger)


def others(kind: Kind) -> dict[str, Extension]:
    """What other packages bring of a kind, each by what wants it; a broken one brings nothing."""
    from importlib.metadata import entry_points  # slow to load

    brought = {}
    for point in entry_points(group=GROUP):
        with suppress(ImportError, AttributeError):
            other = point.load()
            if isinstance(other, Extension) and point.name in getattr(other, kind):
                brought[point.name] = other
    return brought


def is_named(group: str) -> bool:
    """Whether the metadata of any package here may name a group of entry points: a quick look, for
    where nearly always none does. Archives are not looked into, and may.
    """
    heading = f"[{group}]".encode()
    for folder in dict.fromkeys(map(Path, sys.path)):
        if folder.is_file():
            return True
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith((".dist-info", ".egg-info")):
                    with suppress(OSError):
                        if heading in Path(entry.path, "entry_points.txt").read_bytes():
                            return True
    return False


def _extension(kind: Kind, trigger: str) -> Extension | None:
    ours = next((one for one in OURS if trigger in getattr(one, kind)), None)
    if ours is not None:
        return ours
    from importlib.metadata import entry_points  # slow to load

    for point in entry_points(group=GROUP, name=trigger):
        other = point.load()
        if isinstance(other, Extension) and trigger in getattr(other, kind):
            return other
    return None


def _lacking(extension: Extension) -> str:
    if extension.extra:
        return f"{extension.title} needs: pip install 'campaign-tracker[{extension.extra}]'"
    return f"{extension.title}: the extension {extension.name} is not installed here"
