"""The games that other packages bring: entry points of the group `campaign.games`, each named after
its game. One is loaded when it is first asked for, and only if it is sound; installed code is
trusted code.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.extend import API, Game, is_named
from campaign.text.english import listed

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from campaign.kernel.system import AnySystem
    from events.base import Event

GROUP = "campaign.games"
"""The entry points of games in other packages."""
_NAME = re.compile("[a-z]{2,24}")
"""What a game may be called: the first word of the topics of its events."""
_SHARED = frozenset({"campaign"})
"""Words that topics of every campaign begin with."""


class InstalledGame(NamedTuple):
    """A game of another package, loaded and sound."""

    package: str
    """Its package with the version: `skirmish-campaign 1.2`."""
    game: Game
    system: "AnySystem"


class UnfitGameError(Exception):
    """A game cannot be used. One line for the user, with the cause."""


class InstalledGames(Mapping[str, InstalledGame]):
    """The sound games of other packages, by their words."""

    def __init__(self, built_in: Collection[str]) -> None:
        """`built_in` are the words of the games that this program has, which no package takes."""
        self._built_in = built_in
        self._known: dict[str, InstalledGame | UnfitGameError] = {}

    @cached_property
    def _points(self) -> "dict[str, list[EntryPoint]]":
        if not is_named(GROUP):
            return {}
        from importlib.metadata import entry_points  # slow to load

        points: dict[str, list[EntryPoint]] = {}
        for point in entry_points(group=GROUP):
            points.setdefault(point.name, []).append(point)
        return points

    def __getitem__(self, name: str) -> InstalledGame:
        known = self._looked_up(name)
        if not isinstance(known, InstalledGame):
            raise KeyError(name)
        return known

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and isinstance(self._looked_up(name), InstalledGame)

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._points if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def package(self, name: str) -> str:
        """The package of a game with its version; empty if none brings it."""
        return self[name].package if name in self else ""

    def fault(self, name: str) -> str:
        """Why a game that is installed cannot be used; empty if it can, or is not there."""
        known = self._looked_up(name)
        return str(known) if isinstance(known, UnfitGameError) else ""

    def faults(self) -> tuple[str, ...]:
        """What is wrong with each game that cannot be used."""
        return tuple(filter(None, map(self.fault, self._points)))

    def _looked_up(self, name: str) -> InstalledGame | UnfitGameError | None:
        if name not in self._known and name in self._points:
            try:
                self._known[name] = self._load(name)
            except UnfitGameError as error:
                self._known[name] = error
        return self._known.get(name)

    def _load(self, name: str) -> InstalledGame:
        """A game with its package. Raises `UnfitGameError`."""
        points = self._points[name]
        packages = sorted(map(_package, points))
        if name in self._built_in:
            text = f"{name} is a game of this program, which {listed(packages)} cannot replace"
            raise UnfitGameError(text)
        if len(points) > 1:
            raise UnfitGameError(f"{name} comes from {listed(packages)}: neither is loaded")
        if not _NAME.fullmatch(name) or name in _SHARED:
            text = f"{name} is no word for a game: it needs 2 to 24 lower-case letters"
            raise UnfitGameError(f"{text}, and not {listed(sorted(_SHARED), 'or')}")
        game = _imported(name, points[0].value)
        if not isinstance(game, Game):
            raise UnfitGameError(f"{name}: {points[0].value} is no Game")
        if game.api != API:
            raise UnfitGameError(f"{name} wants game API {game.api}; this program has {API}")
        from campaign.kernel.system import System  # only where a game is to be loaded

        system = _imported(name, game.system)
        if not isinstance(system, System):
            raise UnfitGameError(f"{name}: {game.system} is no System")
        for place in filter(None, (game.verbs, game.other_words)):
            _imported(name, place)
        if fault := next(_unfit(name, game, system), ""):
            raise UnfitGameError(f"{name}: {fault}")
        return InstalledGame(packages[0], game, system)


def _package(point: "EntryPoint") -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown package"


def _imported(name: str, place: str) -> Any:
    """What has a name in a module of a package. Raises `UnfitGameError`, whatever goes wrong."""
    module, _, attribute = place.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except Exception as error:  # other campaigns go on, whatever a package does
        cause = " ".join(str(error).split()) or type(error).__name__
        raise UnfitGameError(f"{name} cannot be loaded: {cause}") from error


def _unfit(name: str, game: Game, system: "AnySystem") -> Iterator[str]:
    """What a game of a package does not keep to."""
    from events.codec import SHARED

    if not game.package:
        yield f"{game.system} lies in no package; move its module into a folder"
    if system.name != name:
        yield f"its System is called {system.name!r}"
    events = [kind for kind in system.codec.events.values() if kind not in SHARED]
    yield from _misnamed(name, system, events)
    yield from _silent(system, events)


def _misnamed(name: str, system: "AnySystem", events: "Collection[type[Event]]") -> Iterator[str]:
    """The topics and tables that do not begin with the game's name."""
    from events.base import topic

    for form in (*map(topic, events), *system.codec.upcasters):
        if not form.startswith(f"{name}."):
            yield f"the topic {form} does not begin with {name!r} and a dot"
    tables = (one.name for one in system.tables.tables)
    for table in (*tables, *(one.name for one in system.tables.views)):
        if not table.startswith(f"{name}_"):
            yield f"the table {table} does not begin with {name}_"


def _silent(system: "AnySystem", events: "Collection[type[Event]]") -> Iterator[str]:
    """The events that change no position, or that nothing puts into words."""
    from campaign.disputes.sentences import Spoken
    from events.base import topic

    for kind in events:
        if kind not in system.rules.evolvers:
            yield f"{topic(kind)} has no evolver: nothing says what it does to a position"
    sentence = system.view.sentence
    if not isinstance(sentence, Spoken):
        yield "its sentences are not made by spoken()"
        return
    for kind in events:
        if kind not in sentence.words:
            yield f"{topic(kind)} has no sentence"
