"""The clubs that tests of the service begin with, here too."""

from tests.web.conftest import drawn, made, post, writing

__all__ = ["drawn", "made", "post", "writing"]
