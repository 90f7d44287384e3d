"""Who can open a position of the bag, and how it is proved. Level 1: `sealed`."""
