"""What makes the bag fair: hashes, commitments, the shuffle, boxes, the coin, signatures.

Pure functions of their arguments: no I/O, no clock, and no randomness but what a caller hands in.
Every encoding is pinned by vectors that a second implementation computed too.
"""
