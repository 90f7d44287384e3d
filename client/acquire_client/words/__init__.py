"""Everything a player reads, made from states, events and questions, in words only.

No colours, no drawing, no terminal: a line is what a screen reader would say. Apart from names
that people give themselves, only letters, digits and `. , : ; $ ? ( ) ' " % / + -` occur, and
what the language spoken writes besides.
"""
