"""The result of one measurement."""

import msgspec


class Sample(msgspec.Struct, frozen=True):
    """Seconds that the work took, how much it was, and the process's peak of memory."""

    seconds: float
    work: int
    megabytes: float
