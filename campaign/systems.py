"""The rule systems by name: the only file that knows them all."""

from collections.abc import Callable, Iterator, MutableMapping
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from campaign.kernel.decisions import Command, Decision
    from campaign.kernel.new_campaign import OpenCampaign, SeedChain
    from campaign.kernel.system import AnySystem
    from campaign.kernel.verb_lines import VerbLine
    from events.codec import Codec


def _lines_of_leaders_in_flames() -> "tuple[VerbLine, ...]":
    from campaign.leaders_in_flames.verb_lines import VERBS

    return VERBS


def _leaders_in_flames() -> "AnySystem":
    from campaign.leaders_in_flames.system import SYSTEM

    return cast("AnySystem", SYSTEM)


class _Systems(MutableMapping[str, "AnySystem"]):
    """Each system by its name, loaded when it is first wanted: the help needs none of them."""

    def __init__(self, loaders: dict[str, Callable[[], "AnySystem"]]) -> None:
        self._loaders = loaders
        self._loaded: dict[str, AnySystem] = {}
        self._codec: Codec | None = None

    @property
    def codec(self) -> "Codec":
        """Reads the events of every campaign, whatever is played."""
        from events.codec import Codec

        if self._codec is None:
            codecs = [system.codec for system in self.values()]
            events = (kind for codec in codecs for kind in codec.events.values())
            older = {form: step for codec in codecs for form, step in codec.upcasters.items()}
            self._codec = Codec(events, self.seats, older)
        return self._codec

    @property
    def seats(self) -> tuple[str, ...]:
        """Every seat of every game, in the games' order."""
        return tuple(dict.fromkeys(seat for system in self.values() for seat in system.seats.ids))

    def is_loaded(self, name: str) -> bool:
        """Whether a system was wanted already."""
        return name in self._loaded

    def __getitem__(self, name: str) -> "AnySystem":
        if name not in self._loaded:
            self._loaded[name] = self._loaders[name]()
        return self._loaded[name]

    def __setitem__(self, name: str, system: "AnySystem") -> None:
        self._loaders[name] = lambda: system
        self._loaded[name] = system
        self._codec = None

    def __delitem__(self, name: str) -> None:
        del self._loaders[name]
        self._loaded.pop(name, None)
        self._codec = None

    def __contains__(self, name: object) -> bool:
        return name in self._loaders

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaders)

    def __len__(self) -> int:
        return len(self._loaders)


class _Cover(NamedTuple):
    """What can be said of a system without loading it."""

    title: str
    verbs: "Callable[[], tuple[VerbLine, ...]]"


SYSTEMS = _Systems({"lif": _leaders_in_flames})
_COVERS = {"lif": _Cover("Leaders in Flames", _lines_of_leaders_in_flames)}


def title(name: str) -> str:
    """What people call a system."""
    return _COVERS[name].title if name in _COVERS else name


def verbs_of(name: str) -> "tuple[VerbLine, ...]":
    """The verbs of a system, as help lists them; it is not loaded for that."""
    loaded = SYSTEMS.is_loaded(name) or name not in _COVERS
    return SYSTEMS[name].front.verbs if loaded else _COVERS[name].verbs()


def open_campaign(request: "OpenCampaign", chain: "SeedChain") -> "Decision":
    """A campaign's first facts under its system's rules."""
    from campaign.kernel.decisions import bad_field

    name = request.system or next(iter(SYSTEMS))
    if name not in SYSTEMS:
        return bad_field("system", f"{name!r} is not one of {', '.join(SYSTEMS)}")
    return SYSTEMS[name].rules.open(request, chain)


def commands() -> "dict[str, type[Command]]":
    """Every command of every system by its name."""
    return {
        name: kind for system in SYSTEMS.values() for name, kind in system.rules.commands.items()
    }
