"""The clubs that tests of the service begin with, here too."""

from tests.web.conftest import club, drawn, fresh, made, post, writing

__all__ = ["club", "drawn", "fresh", "made", "post", "writing"]
