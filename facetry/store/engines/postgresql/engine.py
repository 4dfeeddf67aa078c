"""The functions of `interface.Engine` for PostgreSQL."""

from __future__ import annotations

from facetry.store.engines.postgresql.errors import fault_of, is_interruption
from facetry.store.engines.postgresql.queries import (
    integer_columns,
    interrupt_statements_when,
    limit_cache,
    newest_key,
    row_batches,
    server_clock_ms,
)
from facetry.store.engines.postgresql.schema import (
    create_cluster_functions,
    create_commit_outcomes,
    create_triggers,
    has_table,
    never_reuse_keys,
)
from facetry.store.engines.postgresql.transactions import (
    begin_read,
    begin_write,
    change_count,
    commit,
    end_read,
    is_in_transaction,
    renew_snapshot,
    roll_back_to_savepoint,
    savepoint,
)

__all__ = [
    "begin_read",
    "begin_write",
    "change_count",
    "commit",
    "create_cluster_functions",
    "create_commit_outcomes",
    "create_triggers",
    "end_read",
    "fault_of",
    "has_table",
    "integer_columns",
    "interrupt_statements_when",
    "is_in_transaction",
    "is_interruption",
    "limit_cache",
    "never_reuse_keys",
    "newest_key",
    "renew_snapshot",
    "roll_back_to_savepoint",
    "row_batches",
    "savepoint",
    "server_clock_ms",
]
