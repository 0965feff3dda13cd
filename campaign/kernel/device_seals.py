"""An answer that a member seals on a device of their own, and opens later. Pure.

The service then has a commitment alone. What a seal is made of, `events/sealed.py` says.
"""

import msgspec

from campaign.text.json_values import JsonFields, JsonObject
from events.sealed import Subject


class DeviceSeal(msgspec.Struct, frozen=True):
    """What a device needs to know to seal an answer, or to open one that it sealed."""

    subject: Subject
    choices: tuple[tuple[str, str], ...]
    """Everything that can be sealed, each as the command has it and for a reader."""
    attempt: int = 0
    """How many seals the seat has laid on this before."""
    commitment: str = ""
    """What a device has sealed already; empty where none has."""
    laid: str = ""
    """The commitment of what is sealed already, wherever that was done."""
    opens: JsonFields = {}
    """The command that hands in choice and nonce; empty as long as it is not asked for."""

    def in_json(self) -> JsonObject:
        """The same for a device's program; all of it may be known to everybody."""
        return {
            "lines": self.subject.lines(),
            "choices": [value for value, _ in self.choices],
            "attempt": self.attempt,
            "commitment": self.commitment,
        }
