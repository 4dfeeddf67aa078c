"""A soak: mixed work at a constant rate for an hour, and whether the service is as fast at its end as before."""
