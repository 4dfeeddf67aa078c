"""No-op servers: the same three operations, authentication and validation in four frameworks."""
