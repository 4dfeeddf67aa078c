"""Objects of the schema that only PostgreSQL needs. Migrations create them.

`key_counter` has the newest key of each table whose keys are never reused, as of the last commit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection

from facetry.store.engines.postgresql.errors import LEASE_LOST
from facetry.store.engines.postgresql.locks import WRITER_LOCK
from facetry.store.engines.values import raw_connection

OWN_TABLES: Final = ("key_counter", "commit_outcome")
"""Tables that a database of SQLite has not, and that no copy of a library has."""

COMMIT_CHANNEL: Final = "facetry_commit"
"""The channel on which the server announces the commits of libraries in a database."""

# pg_sequence_last_value is NULL before the first key.
_FUNCTIONS: Final = f"""
CREATE TABLE key_counter (
    name VARCHAR COLLATE "C" NOT NULL PRIMARY KEY,
    sequence REGCLASS NOT NULL,
    value BIGINT NOT NULL
);

CREATE FUNCTION facetry_begin_write() RETURNS xid8 LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock({WRITER_LOCK});
    PERFORM setval(sequence, greatest(value, 1), value > 0) FROM key_counter
        WHERE coalesce(pg_sequence_last_value(sequence), 0) <> value;
    RETURN pg_current_xact_id();
END $$;

CREATE FUNCTION facetry_end_write() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE key_counter SET value = coalesce(pg_sequence_last_value(sequence), 0)
        WHERE value <> coalesce(pg_sequence_last_value(sequence), 0);
END $$;

CREATE FUNCTION facetry_keys() RETURNS jsonb LANGUAGE sql AS $$
    SELECT jsonb_object_agg(name, coalesce(pg_sequence_last_value(sequence), 0)) FROM key_counter
$$;

CREATE FUNCTION facetry_set_keys(keys jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM setval(sequence, greatest((keys ->> name)::bigint, 1), (keys ->> name)::bigint > 0) FROM key_counter;
END $$;

CREATE FUNCTION facetry_follow_key() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    counter regclass := (SELECT sequence FROM key_counter WHERE name = TG_TABLE_NAME);
    given bigint := (to_jsonb(NEW) ->> TG_ARGV[0])::bigint;
BEGIN
    IF given > coalesce(pg_sequence_last_value(counter), 0) THEN
        PERFORM setval(counter, given);
    END IF;
    RETURN NULL;
END $$;
"""  # noqa: S608  # names of our own


_CLUSTER_FUNCTIONS: Final = f"""
CREATE FUNCTION facetry_begin_write(lease_name text, lease_token bigint) RETURNS xid8 LANGUAGE plpgsql AS $$
DECLARE
    transaction xid8 := facetry_begin_write();
BEGIN
    IF NOT EXISTS (SELECT 1 FROM lease WHERE name = lease_name AND token = lease_token) THEN
        RAISE EXCEPTION 'another process has the lease %', lease_name USING ERRCODE = '{LEASE_LOST}';
    END IF;
    RETURN transaction;
END $$;

CREATE OR REPLACE FUNCTION facetry_end_write() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE key_counter SET value = coalesce(pg_sequence_last_value(sequence), 0)
        WHERE value <> coalesce(pg_sequence_last_value(sequence), 0);
    PERFORM pg_notify('{COMMIT_CHANNEL}', '');
END $$;
"""  # noqa: S608  # names of our own


_OUTCOME_FUNCTIONS: Final = """
CREATE TABLE commit_outcome (
    writer UUID NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL,
    time TIMESTAMPTZ NOT NULL
);

CREATE FUNCTION facetry_end_write(commit_writer uuid, commit_number bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM facetry_end_write();
    UPDATE commit_outcome SET number = commit_number, time = now() WHERE writer = commit_writer;
    IF NOT FOUND THEN
        DELETE FROM commit_outcome WHERE time < now() - interval '1 day';
        INSERT INTO commit_outcome VALUES (commit_writer, commit_number, now());
    END IF;
END $$;
"""


class Schema:
    """The methods of `Engine` for migrations."""

    def never_reuse_keys(self, connection: Connection, table: str, key: str, *, may_be_given: bool = False) -> None:
        raw = raw_connection(connection)
        if not self.has_table(connection, "key_counter"):
            raw.execute(_FUNCTIONS.encode(), prepare=False)
        raw.execute(
            "INSERT INTO key_counter (name, sequence, value) VALUES (%s, pg_get_serial_sequence(%s, %s)::regclass, 0)",
            [table, table, key],
        )
        if may_be_given:
            raw.execute(
                f"CREATE TRIGGER {table}_key AFTER INSERT ON {table} FOR EACH ROW"
                f" EXECUTE FUNCTION facetry_follow_key('{key}')".encode()
            )

    def create_cluster_functions(self, connection: Connection) -> None:
        """Create the functions that check leases and announce commits."""
        raw_connection(connection).execute(_CLUSTER_FUNCTIONS.encode(), prepare=False)

    def create_commit_outcomes(self, connection: Connection) -> None:
        """Create the table of the last commit of each writer, and the function that fills it."""
        raw_connection(connection).execute(_OUTCOME_FUNCTIONS.encode(), prepare=False)

    def create_triggers(
        self, connection: Connection, table: str, triggers: Sequence[tuple[str, str, Sequence[str]]]
    ) -> None:
        raw = raw_connection(connection)
        for name, event, statements in triggers:
            body = "".join(f"{statement}; " for statement in statements)
            raw.execute(
                f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body}RETURN NULL; END $$; "
                f"CREATE TRIGGER {name} AFTER {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()".encode(),
                prepare=False,
            )

    def has_table(self, connection: Connection, name: str) -> bool:
        row = raw_connection(connection).execute("SELECT to_regclass(%s) IS NOT NULL", [name]).fetchone()
        return bool(row[0])
