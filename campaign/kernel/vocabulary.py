"""The commands of a game, and how their values are read. Pure."""

from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from campaign.kernel.decisions import Command
from campaign.text.json_values import JsonFields
from events.seats import reading

_encoder = msgspec.json.Encoder()


class Vocabulary(Mapping[str, type[Command]]):
    """Every command of a game by its name. Commands may name only the game's own seats."""

    def __init__(
        self, kinds: Iterable[type[Command]], seats: Collection[str], *, own: bool = False
    ) -> None:
        """`own` if campaigns name their own seats; then the rules know which a campaign has."""
        self._kinds = {kind.__name__: kind for kind in kinds}
        self.reads = reading(seats, own=own)
        """How a seat in a command is read."""
        self._decoders: dict[type[Command], msgspec.json.Decoder[Command]] = {}

    def __getitem__(self, name: str) -> type[Command]:
        return self._kinds[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)

    def command(self, name: str, values: JsonFields) -> Command:
        """A command from its values. Raises `msgspec.ValidationError` if they do not fit."""
        return msgspec.convert(dict(values), self[name], dec_hook=self.reads)

    def check(self, command: Command) -> None:
        """Raises `msgspec.ValidationError` if a command holds a forbidden value."""
        kind = type(command)
        if (decoder := self._decoders.get(kind)) is None:
            decoder = msgspec.json.Decoder(kind, dec_hook=self.reads)
            self._decoders[kind] = decoder
        try:
            decoder.decode(_encoder.encode(command))
        except Exception:  # whatever it is: reading the values again says it in words
            msgspec.convert(msgspec.to_builtins(command), kind, dec_hook=self.reads)
