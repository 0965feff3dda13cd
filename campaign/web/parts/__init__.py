"""What several pages show: of the campaign that is visited, and what stands beside its record."""
