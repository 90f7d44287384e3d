"""What is kept on disk: ledgers, the secrets beside them, and who one is."""
