"""What handlers stand on: the call, answers with pictures, checks of documents, and metrics."""
