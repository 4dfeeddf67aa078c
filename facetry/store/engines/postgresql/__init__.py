"""PostgreSQL: addresses, connections, transactions of one writer at a time, queries, and objects of the schema."""
