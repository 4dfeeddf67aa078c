"""Commands that validate documents of the contract, explain its rules, and show its views."""
