"""The rule systems by name. This is the only file that knows them all."""

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from campaign import extend
from campaign.extend import API, BROKEN, Game

if TYPE_CHECKING:
    from campaign.game_packages import InstalledGames
    from campaign.kernel.decisions import Command, Decision
    from campaign.kernel.opening import OpenCampaign, SeedChain
    from campaign.kernel.system import AnySystem
    from campaign.kernel.terminal.verb_lines import VerbLine
    from campaign.kernel.terminal.verbs import Verb, VerbFamily
    from campaign.text.json_values import JsonFields
    from events.campaign import CampaignOpened
    from events.codec import Codec, CodecOfGames


T = TypeVar("T")


def _ours(title: str, package: str, tables: int) -> Game:
    lines = f"{package}.verb_lines"
    return Game(
        title, f"{package}.system:SYSTEM", f"{lines}:VERBS", f"{lines}:OTHER_WORDS", API, tables
    )


BUILT_IN = {
    "lif": _ours("Leaders in Flames", "campaign.lif", 1_426_835_108),
    "fow": _ours("Flames of War", "campaign.fow", 215_214_942),
    "kit": _ours("Rules of the club’s own", "campaign.kit", 1_049_875_819),
}
"""The games of this program. Those of other packages are looked for where a word is none of these,
or where all games are asked for.
"""


class _Systems(MutableMapping[str, "AnySystem"]):
    """Each system by its name, loaded when first used: the help needs none of them.

    The built-in ones come first. Those of other packages follow; only sound ones are among them.
    """

    def __init__(self) -> None:
        self._loaded: dict[str, AnySystem | None] = dict.fromkeys(BUILT_IN)
        self._codec: CodecOfGames | None = None
        self._every: Codec | None = None

    @cached_property
    def installed(self) -> "InstalledGames":
        """The games of other packages."""
        from campaign.game_packages import InstalledGames  # few campaigns need it

        return InstalledGames(BUILT_IN)

    @property
    def at_home(self) -> "tuple[AnySystem, ...]":
        """The systems of the built-in games."""
        return tuple(map(self.__getitem__, self._loaded))

    @property
    def codec(self) -> "CodecOfGames":
        """Reads the events of every campaign; a game is loaded when one of its events comes."""
        if self._codec is None:
            from events.codec import CodecOfGames

            self._codec = CodecOfGames(self._codec_of, self._every_codec)
        return self._codec

    def _codec_of(self, word: str) -> "Codec | None":
        return self[word].codec if word in self else None

    def _every_codec(self) -> "Codec":
        if self._every is None:
            from events.codec import Codec

            codecs = [system.codec for system in self.values()]
            events = (kind for codec in codecs for kind in codec.events.values())
            older = {form: step for codec in codecs for form, step in codec.upcasters.items()}
            self._every = Codec(events, self.seats, older, own=self.own_seats)
        return self._every

    @property
    def seats(self) -> tuple[str, ...]:
        """Every seat of every game, in the games' order."""
        return tuple(dict.fromkeys(seat for system in self.values() for seat in system.seats.ids))

    @property
    def own_seats(self) -> bool:
        """Whether a campaign of any of the games may name its own seats."""
        return any(system.seats.own for system in self.values())

    def is_loaded(self, name: str) -> bool:
        """Whether a system has been loaded."""
        return name not in self._loaded or self._loaded[name] is not None

    def numbers(self) -> "Iterator[tuple[str, int]]":
        """Each built-in game with the number of its own read tables; 0 where it is loaded."""
        return ((name, 0 if self.is_loaded(name) else BUILT_IN[name].tables) for name in
                self._loaded)  # fmt: skip

    def __getitem__(self, name: str) -> "AnySystem":
        if name not in self._loaded:
            return self.installed[name].system
        system = self._loaded[name]
        if system is None:
            system = self._loaded[name] = _named(BUILT_IN[name].system)
        return system

    def __setitem__(self, name: str, system: "AnySystem") -> None:
        self._loaded[name] = system
        self._codec = self._every = None

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]
        self._codec = self._every = None

    def __contains__(self, name: object) -> bool:
        return name in self._loaded or (isinstance(name, str) and name in self.installed)

    def __iter__(self) -> Iterator[str]:
        yield from self._loaded
        yield from (name for name in self.installed if name not in self._loaded)

    def __len__(self) -> int:
        return sum(1 for _ in self)


SYSTEMS = _Systems()


def _named(place: str) -> Any:
    """What has a name in a module, both with `:` between them."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def games() -> dict[str, Game]:
    """Every game by its word: the built-in ones, then those of other packages that are sound."""
    installed = SYSTEMS.installed
    return {**BUILT_IN, **{name: one.game for name, one in installed.items()}}


def _game(name: str) -> Game | None:
    """A game by its word; None of one that only tests play."""
    if name in BUILT_IN:
        return BUILT_IN[name]
    return SYSTEMS.installed[name].game if name in SYSTEMS.installed else None


def title(name: str) -> str:
    """What people call a system."""
    game = _game(name)
    return game.title if game else name


def package_of(name: str) -> str:
    """The outermost package of a game that another package brings; empty of a built-in one."""
    is_installed = name not in BUILT_IN and name in SYSTEMS.installed
    return SYSTEMS.installed[name].game.package.partition(".")[0] if is_installed else ""


def lacking(opening: "CampaignOpened") -> str:
    """Why a campaign cannot be played here, behind its name; empty if its game is here."""
    if opening.system in SYSTEMS:
        return ""
    from campaign.kernel.system import not_known

    text = not_known(opening.system, opening.game)
    fault = SYSTEMS.installed.fault(opening.system)
    return f"{text}; {fault}" if fault else text


def verbs_of(name: str) -> "tuple[VerbLine, ...]":
    """The verbs of a system, as help lists them. Does not load the system."""
    game = None if name in BUILT_IN and SYSTEMS.is_loaded(name) else _game(name)
    lines: tuple[VerbLine, ...] = (
        _named(game.verbs) if game and game.verbs else SYSTEMS[name].front.verbs
    )
    return lines


def module_of(name: str, words: str) -> str:
    """The module that has a verb of a system; empty where it is an extension's, or of no game."""
    return next((line.module for line in verbs_of(name) if line.words == words), "")


def verb_of(line: "VerbLine") -> "Verb | VerbFamily":
    """A verb of a list; its module is imported now. Raises `MissingExtensionError`."""
    if not line.module:
        verb: Verb | VerbFamily = extend.wanted("verbs", line.words)[line.words]
        return verb
    module = import_module(line.module)
    return getattr(module, "VERBS", {}).get(line.words) or _of_its_command(module, line.words)


def _of_its_command(module: ModuleType, words: str) -> "Verb":
    """The verb that a command says by itself; `completed` of its module adds to it."""
    from campaign.kernel.interview.derived import derived

    within = f"{module.__name__}."
    name = next(
        name
        for known in (BUILT_IN, games())
        for name, one in known.items()
        if within.startswith(f"{one.package}.")
    )
    kinds = SYSTEMS[name].rules.commands.near(module.__name__)
    made = derived(next(kind for kind in kinds if kind.verb == words))
    finished: Verb = getattr(module, "completed", lambda verb: verb)(made)
    return finished


def other_words_of(name: str) -> "Mapping[str, str]":
    """Other words for the verbs of a system, each with those that help shows."""
    game = None if name in BUILT_IN and SYSTEMS.is_loaded(name) else _game(name)
    words: Mapping[str, str] = (
        _named(game.other_words) if game and game.other_words else SYSTEMS[name].front.other_words
    )
    return words


def answers(ask: "Callable[[AnySystem], T]") -> Iterator[tuple[str, T]]:
    """What each game says to a question. One of a package that fails at it says nothing."""
    for name, system in SYSTEMS.items():
        try:
            answer = ask(system)
        except BROKEN:
            if name in SYSTEMS.installed and name not in BUILT_IN:
                continue
            raise
        yield name, answer


def stands_for(name: str) -> str:
    """What a name stands for in a game, so that no campaign may bear it; empty if it is free."""

    def stands(system: "AnySystem") -> str:
        if system.calendar.parse(name) is not None:
            return "a turn"
        if name in system.seats.ids or name in map(str.lower, system.seats.codes.values()):
            return f"a {system.seats.kind}"
        reserved = system.front.choices.reserved()
        return next((f"a {kind}" for kind, names in reserved.items() if name in names), "")

    return next((what for _, what in answers(stands) if what), "")


def of_scenario(scenario: str) -> str:
    """The system that has a scenario; the first where several have it, empty where none has."""
    asked = answers(lambda system: scenario in system.front.choices.scenarios())
    return next((name for name, has_it in asked if has_it), "")


def of_file(content: "JsonFields") -> str:
    """The system that a club's own scenario file is for; the first where its keys tell none."""
    asked = answers(lambda system: system.front.choices.owns(content))
    return next((name for name, owns_it in asked if owns_it), next(iter(SYSTEMS)))


def of_extra(key: str) -> str:
    """The system that takes a file of this name at an opening; empty where none does."""
    return next((name for name, one in SYSTEMS.items() if key in one.front.choices.files), "")


def of_command(command: str) -> str:
    """The system that has a command; empty where none has."""
    return next((name for name, one in SYSTEMS.items() if command in one.rules.commands), "")


def open_campaign(request: "OpenCampaign", chain: "SeedChain") -> "Decision":
    """A campaign's first facts under its system's rules."""
    from msgspec.structs import replace

    from campaign.kernel import well_formed
    from campaign.kernel.chapters import untitled
    from campaign.kernel.decisions import Refused, bad_field

    if (fault := untitled(request.title)) is not None:
        return fault
    name = request.system or next(iter(SYSTEMS))
    if name not in SYSTEMS:
        return bad_field("system", f"{name!r} is not one of {', '.join(SYSTEMS)}")
    brought = SYSTEMS.installed.package(name) if name not in BUILT_IN else ""
    decision = SYSTEMS[name].rules.open(replace(request, game=brought), chain)
    if isinstance(decision, Refused):
        return decision
    return well_formed.refused(SYSTEMS[name].codec, decision) or decision


def commands() -> "dict[str, type[Command]]":
    """Every command of every system by its name."""
    return {
        name: kind for system in SYSTEMS.values() for name, kind in system.rules.commands.items()
    }
