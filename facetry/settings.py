"""Settings. Flags win over the environment, and the environment over `facetry.toml` in the data folder."""

from __future__ import annotations

import os
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Final, Literal, Self

from platformdirs import user_data_path
from pydantic import BaseModel, ConfigDict, Field, SecretStr, StringConstraints, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from facetry.auth import is_key
from facetry.imaging.protocol import DecoderLimits
from generated.limits import EXTENSION_ID_MAX_LENGTH

FILE_NAME = "facetry.toml"
ExtensionId = Annotated[str, StringConstraints(min_length=1, max_length=EXTENSION_ID_MAX_LENGTH)]
Origin = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9+.-]*://[a-z0-9.:\[\]_-]+$", max_length=255)]
"""The origin of a web page as browsers send it: lower case, without path and without the default port."""
Bucket = Annotated[str, StringConstraints(pattern=r"^s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/.*)?$", max_length=1_100)]
"""A bucket, or a prefix in it, without percent-encoding."""
Network = IPv4Network | IPv6Network
ROOT_PATH: Final = r"^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$"


class DecoderSettings(BaseModel):
    """Limits on reading one picture, and the number of worker processes (default: one for each processor).

    One picture at a time may use `memory_bytes` of address space; pictures that are read at the same time may use
    160 MiB each. With the defaults, two workers and the server use less than 1 GB together.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    workers: Annotated[int, Field(ge=1, le=256)] | None = None
    max_pixels: Annotated[int, Field(ge=1, le=2**31)] = 120_000_000
    max_bytes: Annotated[int, Field(ge=1, le=2**40)] = 256 * 1024**2
    memory_bytes: Annotated[int, Field(ge=128 * 1024**2, le=2**44)] = 672 * 1024**2
    seconds: Annotated[float, Field(gt=0, le=3600)] = 20.0

    def limits(self) -> DecoderLimits:
        """The limits, in the form that the decoder processes need."""
        return DecoderLimits(
            max_pixels=self.max_pixels,
            max_bytes=self.max_bytes,
            memory_bytes=self.memory_bytes,
            seconds=self.seconds,
        )


class ExtensionLimitSettings(BaseModel):
    """Limits of one extension, all its processes together; None is the default, and 0 is unlimited.

    The defaults: three quarters of the machine's memory, 512 processes, 4,096 open files in each process, 64 GiB on the
    disk. `cpu_weight` is the share of the processor beside other programs, which have 100.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    memory_bytes: Annotated[int, Field(ge=0, le=2**50)] | None = None
    processes: Annotated[int, Field(ge=0, le=2**22)] | None = None
    open_files: Annotated[int, Field(ge=0, le=2**20)] | None = None
    disk_bytes: Annotated[int, Field(ge=0, le=2**50)] | None = None
    cpu_weight: Annotated[int, Field(ge=1, le=100)] | None = None


class ExtensionRuntimeSettings(BaseModel):
    """How extensions are run, and how events are delivered to them.

    An extension that has not connected `connect_seconds` after its start counts as hung. A failed event is sent again
    after `retry_seconds`; the pause doubles each time, and there are `attempts` attempts in all. An extension has
    `answer_seconds` to answer a notification, and `work_seconds` to answer a request for work. The event log drops
    events older than `log_days` that all enabled extensions have received. Programs cannot read the library's own
    folder, nor write outside of their own folders, on kernels that support Landlock; those in `unconfined`, by their
    ids, can. Archives of extensions have at most `archive_bytes`; None for the size in the description, 8 MiB.
    `limits` holds for each extension.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    connect_seconds: Annotated[float, Field(gt=0, le=3600)] = 60.0
    attempts: Annotated[int, Field(ge=1, le=100)] = 5
    retry_seconds: Annotated[float, Field(gt=0, le=3600)] = 1.0
    answer_seconds: Annotated[float, Field(gt=0, le=86_400)] = 60.0
    work_seconds: Annotated[float, Field(gt=0, le=86_400)] = 600.0
    log_days: Annotated[float, Field(gt=0, le=36_500)] = 7.0
    archive_bytes: Annotated[int, Field(ge=65_536, le=2**32 - 1)] | None = None
    limits: ExtensionLimitSettings = ExtensionLimitSettings()
    limits_of: dict[ExtensionId, ExtensionLimitSettings] = {}
    """Limits of single extensions, by their ids. Without a value here, that of `limits` holds."""
    unconfined: Annotated[tuple[ExtensionId, ...], NoDecode] = ()
    """Ids of extensions, separated by commas in the environment."""

    @field_validator("unconfined", mode="before")
    @classmethod
    def _split(cls, ids: object) -> object:
        return [each.strip() for each in ids.split(",") if each.strip()] if isinstance(ids, str) else ids


class ConnectionSettings(BaseModel):
    """The largest numbers of connections, in all and of one address.

    With None, the limit on open files of the process decides: connections get five eighths of it, at most 10,000, and
    one address half of them.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    maximum: Annotated[int, Field(ge=16, le=1_000_000)] | None = None
    maximum_of_address: Annotated[int, Field(ge=1, le=1_000_000)] | None = None


class LogSettings(BaseModel):
    """The log on standard error: from which level on, as text or as JSON, and with `access` a line for each request."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["text", "json"] = "text"
    access: bool = False


class BackupSettings(BaseModel):
    """Backups that the service makes by itself, into the folder of backups `folder`; none without a folder.

    One is due `hours` after the last. The last backups of `keep_daily` days and of `keep_weekly` weeks are kept. A
    backup reads at most `megabytes_per_second` (of 1,000,000 bytes), so that requests have the disk.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    folder: Path | None = None
    hours: Annotated[float, Field(ge=0.001, le=24 * 366)] = 24.0
    pictures: bool = False
    keep_daily: Annotated[int, Field(ge=0, le=10_000)] = 7
    keep_weekly: Annotated[int, Field(ge=0, le=10_000)] = 4
    megabytes_per_second: Annotated[float, Field(gt=0, le=1_000_000)] = 50.0

    @field_validator("folder")
    @classmethod
    def _require_absolute(cls, folder: Path | None) -> Path | None:
        folder = None if folder is None else folder.expanduser()
        if folder is not None and not folder.is_absolute():
            raise ValueError(f"{folder} is not an absolute path.")
        return folder


class ObjectStoreSettings(BaseModel):
    """The object store whose buckets may be repositories. None leaves a value to the variables of AWS's own tools.

    Repositories are permitted at and beneath the places in `buckets`, such as `s3://pictures/team`, and nowhere without
    any. `endpoint` is the address of the store, AWS's without one. With `path_style`, the bucket is in the path of
    requests; it is so by default if there is an endpoint. A watched bucket is listed every `poll_seconds`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    buckets: Annotated[tuple[Bucket, ...], NoDecode] = ()
    """Separated by commas in the environment."""
    endpoint: Annotated[str, StringConstraints(pattern=r"^https?://[A-Za-z0-9.:\[\]-]+/?$")] | None = None
    region: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,64}$")] | None = None
    access_key_id: SecretStr | None = None
    secret_access_key: SecretStr | None = None
    session_token: SecretStr | None = None
    path_style: bool | None = None
    poll_seconds: Annotated[float, Field(ge=1, le=31 * 86_400)] = 300.0

    @field_validator("buckets", mode="before")
    @classmethod
    def _split(cls, buckets: object) -> object:
        return [each.strip() for each in buckets.split(",") if each.strip()] if isinstance(buckets, str) else buckets


class ClusterSettings(BaseModel):
    """The part of this host in a cluster: several hosts that serve one library, in one database on a server.

    `address` is where the other hosts reach this one, such as `10.0.0.5:3011`; None if the service is no cluster. Only
    they use it, in a network of their own, because their connections are not encrypted. While the host leads, it
    listens there for the role `scan`, and at the next port for `extensions`. It may lead the role that it is given, or
    `all`; with `api`, none. With `lends_decoders`, its decoders also read files for scans that another host leads.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    address: Annotated[str, StringConstraints(pattern=r"^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\]):[0-9]{1,5}$")] | None = None
    role: Literal["all", "api", "scan", "extensions"] = "all"
    lends_decoders: bool = True


class Settings(BaseSettings):
    """All settings of a server. In the environment: `FACETRY_PORT`, `FACETRY_DECODER__SECONDS` and so on."""

    model_config = SettingsConfigDict(
        env_prefix="FACETRY_",
        env_nested_delimiter="__",
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,  # an invalid secret must not be printed
    )

    host: Annotated[str, StringConstraints(min_length=1, max_length=255)] = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 3001
    data_dir: Path = Field(default_factory=lambda: user_data_path("facetry", appauthor=False))
    database_url: SecretStr | None = None
    """A database on a PostgreSQL server; None for a file of SQLite in the data folder."""
    vectors_url: SecretStr | None = None
    """A vector engine that has the indexes of vectors, pgvector or Milvus; None for files of the data folder."""
    vectors_token: SecretStr | None = None
    """The token of Milvus, or user and password as `user:password`."""
    api_secret: SecretStr | None = None
    api_secret_file: Path | None = None
    decoder: DecoderSettings = DecoderSettings()
    extensions: ExtensionRuntimeSettings = ExtensionRuntimeSettings()
    connections: ConnectionSettings = ConnectionSettings()
    log: LogSettings = LogSettings()
    workers: Annotated[int, Field(ge=1, le=256)] | Literal["auto"] = 1
    """The number of processes that answer requests; `auto` for one for each processor that the service may use. With
    more than one, there is a further process for everything else."""
    cluster: ClusterSettings = ClusterSettings()
    metrics_port: Annotated[int, Field(ge=0, le=65535)] | None = None
    """A port of the loopback address that serves the metrics without a key; None for no such port."""
    backup: BackupSettings = BackupSettings()
    object_stores: ObjectStoreSettings = ObjectStoreSettings()
    repositories_dir: Path | None = None
    """Parent folder of repositories that clients create; None for `repositories` in the data folder."""
    public_url: (
        Annotated[str, StringConstraints(pattern=r"^https?://[A-Za-z0-9.:\[\]-]+(/[A-Za-z0-9._/-]*)?$")] | None
    ) = None
    """The start of media URLs; None for the address by which the client reached the service."""
    trusted_proxies: Annotated[tuple[Network, ...], NoDecode] = ()
    """Addresses and networks of proxies whose `X-Forwarded-` headers count; separated by commas in the environment."""
    root_path: Annotated[str, StringConstraints(pattern=ROOT_PATH, max_length=128)] = ""
    """The prefix before all paths, such as `/facetry`, if no trusted proxy names it."""
    origins: Annotated[tuple[Origin, ...], NoDecode] = ()
    """Origins of web pages that may use the service in browsers, besides its own; separated by commas in the
    environment."""
    roots: Annotated[tuple[Path, ...], NoDecode] = ()
    """Folders in which repositories have to be; all folders of pictures without any. Separated by colons in the
    environment, as in PATH."""
    trash_days: Annotated[float, Field(gt=0, le=36_500)] = 30.0
    """After how many days deleted images are removed from the trash for good."""
    renditions_bytes: Annotated[int, Field(ge=0, le=2**50)] = 2 * 1024**3
    renditions_bucket: Bucket | None = None
    """A bucket, or a prefix of one, in which the hosts of a cluster share renditions; none if they do not."""
    reconcile_seconds: Annotated[int, Field(ge=0, le=31 * 86_400)] = 6 * 3600
    """Interval of full scans of a watched folder, which find changes without a notification; 0 for never."""
    removal_share: Annotated[float, Field(ge=0, le=1)] = 0.25
    """A scan that would remove a larger share of a repository's images (and more than ten) waits for confirmation."""
    poll: bool = False
    """Whether watched folders are polled. Network shares need polling, because they send no notifications."""
    reread_buckets: bool = False
    """Whether an update reads pictures in buckets again too, as it does those in folders; each is fetched once."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003  # these two sources are not used
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Flags, then the environment, then the file, whose folder is set by a flag or the environment."""
        data_dir = {**env_settings(), **init_settings()}.get("data_dir")
        folder = Path(str(data_dir)) if data_dir else user_data_path("facetry", appauthor=False)
        file = TomlConfigSettingsSource(settings_cls, folder.expanduser() / FILE_NAME)
        if "data_dir" in file():
            raise ValueError(
                f"{FILE_NAME} is in the data folder and cannot set another data folder. Remove data_dir from it."
            )
        return init_settings, env_settings, file

    @field_validator("origins", "trusted_proxies", mode="before")
    @classmethod
    def _split(cls, values: object) -> object:
        return [each.strip() for each in values.split(",") if each.strip()] if isinstance(values, str) else values

    @field_validator("root_path", mode="before")
    @classmethod
    def _without_end(cls, path: object) -> object:
        return path.rstrip("/") if isinstance(path, str) else path

    @field_validator("roots", mode="before")
    @classmethod
    def _split_paths(cls, roots: object) -> object:
        return [each for each in roots.split(os.pathsep) if each] if isinstance(roots, str) else roots

    @field_validator("roots")
    @classmethod
    def _check_roots(cls, roots: tuple[Path, ...]) -> tuple[Path, ...]:
        absolute_roots = tuple(root.expanduser() for root in roots)
        if relative := [root for root in absolute_roots if not root.is_absolute()]:
            raise ValueError(f"{relative[0]} is not an absolute path.")
        return absolute_roots

    def with_resolved_folders(self) -> Settings:
        """As these, with the folders for repositories resolved: where their paths lead while the service runs does not
        count. A lost network share may block.
        """
        folder = self.repositories_dir
        resolved = {
            "roots": tuple(root.resolve() for root in self.roots),
            "repositories_dir": None if folder is None else folder.resolve(),
        }
        return self.model_copy(update=resolved)

    @field_validator("data_dir", "api_secret_file", "repositories_dir")
    @classmethod
    def _make_absolute(cls, path: Path | None) -> Path | None:
        return None if path is None else path.expanduser().absolute()

    @field_validator("database_url")
    @classmethod
    def _check_database_url(cls, url: SecretStr | None) -> SecretStr | None:
        if url is not None and not url.get_secret_value().startswith(("postgresql://", "postgres://")):
            raise ValueError("FACETRY_DATABASE_URL must begin with postgresql://. Without it, the library is a file.")
        return url

    @model_validator(mode="after")
    def _check_cluster(self) -> Self:
        if self.cluster.address is not None and self.database_url is None:
            raise ValueError(
                "FACETRY_CLUSTER__ADDRESS is set, and FACETRY_DATABASE_URL is not. The hosts of a cluster share a "
                "database on a PostgreSQL server."
            )
        if self.cluster.address is None and self.cluster.role != "all":
            raise ValueError(
                "--role, or FACETRY_CLUSTER__ROLE, is for hosts of a cluster. Set FACETRY_CLUSTER__ADDRESS too."
            )
        return self

    @model_validator(mode="after")
    def _check_secret(self) -> Self:
        if self.api_secret is not None and self.api_secret_file is not None:
            raise ValueError("FACETRY_API_SECRET and FACETRY_API_SECRET_FILE are both set. Set only one of them.")
        secret = self.master_secret()
        if secret is not None and not is_key(secret):
            raise ValueError(
                "The master key must be 1 to 512 visible ASCII characters without a comma: it is sent in a header."
            )
        return self

    def decoder_limits(self) -> DecoderLimits:
        """The limits on reading one picture."""
        return self.decoder.limits()

    def master_secret(self) -> str | None:
        """The operator's own master key; None when none is set, so that the library uses the key that it generated."""
        if self.api_secret is not None:
            return self.api_secret.get_secret_value()
        if self.api_secret_file is None:
            return None
        try:
            return self.api_secret_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"FACETRY_API_SECRET_FILE cannot be read: {error}") from None
