"""JSON texts and JSON Schema: strict parsing, documents with references, and violations as faults."""
