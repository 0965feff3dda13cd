"""FoW Terrain Chart: the battlefield, square by square, and its weather."""
