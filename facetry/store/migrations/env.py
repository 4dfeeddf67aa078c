"""Alembic's environment: runs the migrations on the connection that `migrate` passes, in its transaction."""

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection, transactional_ddl=False, render_as_batch=True)
context.run_migrations()
