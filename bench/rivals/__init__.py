"""No-op servers: the same three operations, the same key check, the same validation, in four frameworks."""
