"""A game looked back on: a page to keep and to show, and the players' fortunes as a plot.

`story` plays a ledger back and says what there is to tell; everything else here only tells it.
"""
