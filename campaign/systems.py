"""The rule systems by name. This is the only file that knows them all."""

from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from campaign import extend

if TYPE_CHECKING:
    from campaign.kernel.decisions import Command, Decision
    from campaign.kernel.opening import OpenCampaign, SeedChain
    from campaign.kernel.system import AnySystem
    from campaign.kernel.terminal.verb_lines import VerbLine
    from campaign.kernel.terminal.verbs import Verb, VerbFamily
    from campaign.text.json_values import JsonFields
    from events.codec import Codec, CodecOfGames


class Game(NamedTuple):
    """A game before it is loaded: what people call it, and the package that holds it."""

    title: str
    package: str
    """It has `SYSTEM` in `system.py`, and in `verb_lines.py`, which is quick to read, `VERBS` and
    `OTHER_WORDS`.
    """
    tables: int = 0
    """The number of its read tables (`campaign.projections.database`); a test says what it
    is today.
    """


GAMES = {
    "lif": Game("Leaders in Flames", "campaign.lif", 560_914_615),
    "fow": Game("Flames of War", "campaign.fow", 188_448_395),
    "kit": Game("Rules of the club’s own", "campaign.kit", 1_049_875_819),
}


class _Systems(MutableMapping[str, "AnySystem"]):
    """Each system by its name, loaded when first used: the help needs none of them."""

    def __init__(self) -> None:
        self._loaded: dict[str, AnySystem | None] = dict.fromkeys(GAMES)
        self._codec: CodecOfGames | None = None
        self._every: Codec | None = None

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
        return self._loaded[name] is not None

    def tables_of(self, name: str) -> int:
        """The number of a system's own read tables, where it need not be loaded for it; else 0."""
        return 0 if self.is_loaded(name) else GAMES[name].tables

    def __getitem__(self, name: str) -> "AnySystem":
        system = self._loaded[name]
        if system is None:
            system = self._loaded[name] = import_module(f"{GAMES[name].package}.system").SYSTEM
        return system

    def __setitem__(self, name: str, system: "AnySystem") -> None:
        self._loaded[name] = system
        self._codec = self._every = None

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]
        self._codec = self._every = None

    def __contains__(self, name: object) -> bool:
        return name in self._loaded

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded)

    def __len__(self) -> int:
        return len(self._loaded)


SYSTEMS = _Systems()


def title(name: str) -> str:
    """What people call a system."""
    return GAMES[name].title if name in GAMES else name


def verbs_of(name: str) -> "tuple[VerbLine, ...]":
    """The verbs of a system, as help lists them. Does not load the system."""
    if name not in GAMES or SYSTEMS.is_loaded(name):
        return SYSTEMS[name].front.verbs
    lines: tuple[VerbLine, ...] = import_module(f"{GAMES[name].package}.verb_lines").VERBS
    return lines


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

    package = next(one.package for one in GAMES.values() if module.__name__.startswith(one.package))
    kinds = import_module(f"{package}.system").SYSTEM.rules.commands.values()
    made = derived(next(kind for kind in kinds if kind.verb == words))
    finished: Verb = getattr(module, "completed", lambda verb: verb)(made)
    return finished


def other_words_of(name: str) -> "Mapping[str, str]":
    """Other words for the verbs of a system, each with those that help shows."""
    if name not in GAMES or SYSTEMS.is_loaded(name):
        return SYSTEMS[name].front.other_words
    words: Mapping[str, str] = import_module(f"{GAMES[name].package}.verb_lines").OTHER_WORDS
    return words


def stands_for(name: str) -> str:
    """What a name stands for in a game, so that no campaign may bear it; empty if it is free."""
    for system in SYSTEMS.values():
        if system.calendar.parse(name) is not None:
            return "a turn"
        if name in system.seats.ids or name in map(str.lower, system.seats.codes.values()):
            return f"a {system.seats.kind}"
        for kind, names in system.front.choices.reserved().items():
            if name in names:
                return f"a {kind}"
    return ""


def of_scenario(scenario: str) -> str:
    """The system that has a scenario; the first where several have it, empty where none has."""
    names = (name for name, one in SYSTEMS.items() if scenario in one.front.choices.scenarios())
    return next(names, "")


def of_file(content: "JsonFields") -> str:
    """The system that a club's own scenario file is for; the first where its keys tell none."""
    names = (name for name, one in SYSTEMS.items() if one.front.choices.owns(content))
    return next(names, next(iter(SYSTEMS)))


def of_extra(key: str) -> str:
    """The system that takes a file of this name at an opening; empty where none does."""
    return next((name for name, one in SYSTEMS.items() if key in one.front.choices.files), "")


def of_command(command: str) -> str:
    """The system that has a command; empty where none has."""
    return next((name for name, one in SYSTEMS.items() if command in one.rules.commands), "")


def open_campaign(request: "OpenCampaign", chain: "SeedChain") -> "Decision":
    """A campaign's first facts under its system's rules."""
    from campaign.kernel import well_formed
    from campaign.kernel.chapters import untitled
    from campaign.kernel.decisions import Refused, bad_field

    if (fault := untitled(request.title)) is not None:
        return fault
    name = request.system or next(iter(SYSTEMS))
    if name not in SYSTEMS:
        return bad_field("system", f"{name!r} is not one of {', '.join(SYSTEMS)}")
    decision = SYSTEMS[name].rules.open(request, chain)
    if isinstance(decision, Refused):
        return decision
    return well_formed.refused(SYSTEMS[name].codec, decision) or decision


def commands() -> "dict[str, type[Command]]":
    """Every command of every system by its name."""
    return {
        name: kind for system in SYSTEMS.values() for name, kind in system.rules.commands.items()
    }
