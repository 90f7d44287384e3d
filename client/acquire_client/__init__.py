"""The player's side of a table: a seat's secrets, questions and answers, consoles and bots."""
