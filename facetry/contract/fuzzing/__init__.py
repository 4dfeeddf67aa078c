"""Generated requests: schemathesis, on resources that exist."""
