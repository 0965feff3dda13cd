"""What a simulation replaces: the clock, chance, threads, files and lines; `use` replaces them."""

from campaign.world.crossing import use

__all__ = ["use"]
