"""The parts of the screen, each drawn from a view into a block of a given size."""
