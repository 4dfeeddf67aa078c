"""The criteria of search filters: one module for each, and the registry that lists them."""
