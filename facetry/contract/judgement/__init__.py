"""What is wrong with an exchange: the opinions of two validators, as deviations."""
