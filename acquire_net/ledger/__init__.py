"""What was said and in which order: bodies, statements, entries, the header and the file format.

  bodies     what a statement can say, as plain values
  codec      bodies as exact bytes
  statement  signing, and the chain of heads
  header     what a game is about: the first line of its ledger
  canonical  the one JSON text of a value
  file       the lines of a ledger file

Nothing here judges a game: whether a statement is due and true is the replica's business.
"""
