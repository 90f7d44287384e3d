"""What every program at the table shares: the rules, the fair bag, the signed log. No I/O."""
