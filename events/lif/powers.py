"""The major powers of World in Flames."""

from typing import Literal

Power = Literal["germany", "italy", "japan", "ussr", "commonwealth", "france", "usa", "china"]
"""The eight major powers, by id."""
