"""The dialect of SQLAlchemy for libraries: integers of 64 bits, as in SQLite, and texts in the order of code points."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import types
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.postgresql.base import PGDDLCompiler, PGTypeCompiler
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.schema import Column

NAME: Final = "postgresql+facetry"


class _Integer(types.BigInteger):
    render_bind_cast = True


class _TypeCompiler(PGTypeCompiler):
    def visit_INTEGER(self, type_: Any, **options: Any) -> str:  # noqa: ARG002, N802  # as it is called
        return "BIGINT"


class _DDLCompiler(PGDDLCompiler):
    def get_column_specification(self, column: Column[Any], **options: Any) -> str:
        """The column with its collation: the order of code points, whatever that of the database is."""
        specification: str = super().get_column_specification(column, **options)  # type: ignore[no-untyped-call]
        if isinstance(column.type, types.String):
            name, _, rest = specification.partition(" VARCHAR")
            return f'{name} VARCHAR{_length(rest)} COLLATE "C"{rest.removeprefix(_length(rest))}'
        return specification


def _length(rest: str) -> str:
    """The length of a type at the beginning of what follows it, such as `(32)`; empty without one."""
    return rest[: rest.index(")") + 1] if rest.startswith("(") else ""


class LibraryDialect(PGDialect_psycopg):
    """PostgreSQL by psycopg, with statements whose parameters have no names."""

    driver = "facetry"
    default_paramstyle = "format"
    supports_statement_cache = True
    type_compiler_cls = _TypeCompiler
    ddl_compiler = _DDLCompiler
    colspecs = {  # noqa: RUF012  # as in the class above
        **PGDialect_psycopg.colspecs,
        types.Integer: _Integer,
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(use_native_hstore=False, paramstyle="format", **options)  # type: ignore[no-untyped-call]


registry.register("postgresql.facetry", __name__, LibraryDialect.__name__)
