"""Commands that speak to a running service over its API: what an operator does. One module for each noun."""
