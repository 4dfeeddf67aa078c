"""General settings: values for all extensions and front ends, such as the address of another program."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select
from sqlmodel import Field, SQLModel, col

from facetry.store.work import Work
from generated import models


class ApplicationSettings(SQLModel, table=True):
    """The settings as JSON; at most one row."""

    __tablename__ = "application_settings"

    key: int | None = Field(default=None, primary_key=True)
    value: str


def get(connection: Connection) -> models.ApplicationSettings:
    """The settings as they were set last; without members if they never were."""
    text = connection.execute(select(col(ApplicationSettings.value))).scalar()
    return models.ApplicationSettings() if text is None else models.ApplicationSettings.model_validate_json(text)


def put(work: Work, settings: models.ApplicationSettings) -> models.ApplicationSettings:
    """Replace the settings; a member that is absent is removed."""
    work.connection.execute(delete(ApplicationSettings))
    text = settings.model_dump_json(by_alias=True, exclude_none=True)
    work.connection.execute(insert(ApplicationSettings).values(value=text))
    return settings
