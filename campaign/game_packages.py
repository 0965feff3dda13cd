"""The games that other packages bring: entry points of the group `campaign.games`, each named after
its game. One is loaded when it is first asked for, and only if it is sound; installed code is
trusted code.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.extend import API, BROKEN, Game, is_named
from campaign.text.english import listed
from campaign.text.moments import A_NAME

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
LONGEST_CAUSE = 200
"""So many letters of what an error of a package says are shown."""


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
            except BROKEN as error:  # other campaigns go on, whatever a package does
                text = f"{name} cannot be loaded: {_cause(error)}"
                self._known[name] = UnfitGameError(text)
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
        game = _imported(points[0].value)
        if not isinstance(game, Game):
            raise UnfitGameError(f"{name}: {points[0].value} is no Game")
        if game.api != API:
            raise UnfitGameError(f"{name} wants game API {game.api!r}; this program has {API}")
        if fault := next(_ill_described(game), ""):
            raise UnfitGameError(f"{name}: {fault}")
        from campaign.kernel.system import System  # only where a game is to be loaded

        system = _imported(game.system)
        if not isinstance(system, System):
            raise UnfitGameError(f"{name}: {game.system} is no System")
        if fault := next(_unfit(name, game, system), ""):
            raise UnfitGameError(f"{name}: {fault}")
        return InstalledGame(packages[0], game, _kept_apart(system))


def _package(point: "EntryPoint") -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown package"


def _imported(place: str) -> Any:
    """What has a name in a module of a package. Raises whatever goes wrong there."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


def _cause(error: BaseException) -> str:
    """What an error of a package says, in a line; its kind where that is nothing."""
    if isinstance(error, SystemExit):
        said = f": {error.code}" if isinstance(error.code, str) else ""
        return _shown(f"it ends the program{said}")
    try:
        return _shown(str(error)) or type(error).__name__
    except BROKEN:
        return type(error).__name__


def _shown(text: str) -> str:
    """A text of a package in a line that moves no cursor."""
    visible = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(visible.split())[:LONGEST_CAUSE]


def _ill_described(game: Game) -> Iterator[str]:
    """What is wrong with what a game says of itself before it is loaded."""
    for field in ("title", "system", "verbs", "other_words"):
        if not isinstance(getattr(game, field), str):
            yield f"its field {field} is no text"
    if not re.match(A_NAME, game.title):
        yield "its title has no word that can be seen, or is no line"


def _unfit(name: str, game: Game, system: "AnySystem") -> Iterator[str]:
    """What a game of a package does not keep to."""
    from events.codec import SHARED

    if not game.package:
        yield f"{game.system} lies in no package; move its module into a folder"
    if system.name != name:
        yield f"its System is called {system.name!r}"
    yield from _failing(system)
    events = [kind for kind in system.codec.events.values() if kind not in SHARED]
    yield from _misnamed(name, system, events)
    yield from _silent(system, events)
    yield from _verbless(game, system)
    yield from _wordless(game, system)


_ASKED: "Mapping[str, Callable[[AnySystem], object]]" = {
    "rulebooks": lambda system: tuple(system.rulebooks),
    "codec": lambda system: (*system.codec.events.values(), *system.codec.upcasters),
    "calendar": lambda system: (
        system.calendar.parse("turn"), system.calendar.noun, system.calendar.written.advice,
    ),
    "seats": lambda system: (
        system.seats.kind, system.seats.own, *map(str.lower, system.seats.codes.values()),
        *system.seats.ids,
    ),
    "rules": lambda system: (system.rules.number, *system.rules.commands.values()),
    "tables": lambda system: (*system.tables.tables, *system.tables.views),
    "opening choices": lambda system: (
        *system.front.choices.scenarios(), *system.front.choices.modules,
        *system.front.choices.files, *system.front.choices.reserved(),
        system.front.choices.owns({}),
    ),
    "examples": lambda system: system.rooms.examples,
}  # fmt: skip
"""What every game is asked, whichever is played; a failure would stop the others."""


def _failing(system: "AnySystem") -> Iterator[str]:
    """The parts that cannot even be looked at."""
    for part, ask in _ASKED.items():
        try:
            ask(system)
        except BROKEN as error:
            yield f"its {part} cannot be read: {_cause(error)}"


def _verbless(game: Game, system: "AnySystem") -> Iterator[str]:
    """What is wrong with its verbs, as help lists them."""
    from campaign.kernel.terminal.verb_lines import VerbLine

    place = game.verbs or "what it has for verbs"
    verbs = _imported(game.verbs) if game.verbs else system.front.verbs
    if not (isinstance(verbs, tuple | list) and all(isinstance(one, VerbLine) for one in verbs)):
        yield f"{place} is no list of verbs"
    elif not _are_texts(text for line in verbs for text in (*line[:5], line.also)):
        yield f"{place} has a field that is no text"


def _wordless(game: Game, system: "AnySystem") -> Iterator[str]:
    """What is wrong with the other words for its verbs."""
    place = game.other_words or "what it has for other words"
    words = _imported(game.other_words) if game.other_words else system.front.other_words
    if not (isinstance(words, Mapping) and _are_texts((*words, *words.values()))):
        yield f"{place} is no mapping of texts"


def _are_texts(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _kept_apart(system: "AnySystem") -> "AnySystem":
    """A system whose folds fail as those of any record that does not fold, whatever they raise: so
    what reads several campaigns goes on.
    """
    from msgspec.structs import replace

    folds = {kind: _folding(fold) for kind, fold in system.rules.evolvers.items()}
    rules = replace(system.rules, evolve=_folding(system.rules.evolve), evolvers=folds)
    done = ("struck", "unshielded", "adjust")
    corrections = {name: _folding(getattr(system.corrections, name)) for name in done}
    return replace(system, rules=rules, corrections=replace(system.corrections, **corrections))


def _folding(fold: "Callable[..., Any]") -> "Callable[..., Any]":
    from campaign.history.effective import DOES_NOT_FOLD

    def folded(*values: Any) -> Any:
        try:
            return fold(*values)
        except DOES_NOT_FOLD:
            raise
        except BROKEN as error:
            raise ValueError(_cause(error)) from error

    return folded


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
