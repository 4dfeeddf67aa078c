"""Settings. Flags win over the environment, and the environment over `facetry.toml` in the data folder.

`python -m tests.facetry.settings_page` makes `docs/settings.md` of the types, defaults and docstrings in this module.
"""

from __future__ import annotations

import os
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Final, Literal, Self

from platformdirs import user_data_path
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    StringConstraints,
    field_validator,
    model_validator,
)
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


def _split(values: object) -> object:
    return [each.strip() for each in values.split(",") if each.strip()] if isinstance(values, str) else values


COMMAS: Final = BeforeValidator(_split)
"""Separated by commas in the environment."""


class Table(BaseModel):
    """Settings that are a table of `facetry.toml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class DecoderSettings(Table):
    """Limits on reading one picture, and the number of worker processes.

    With the defaults, two workers and the server use less than 1 GB together.
    """

    workers: Annotated[int, Field(ge=1, le=256)] | None = None
    """The number of processes that read pictures; by default one for each processor."""
    max_pixels: Annotated[int, Field(ge=1, le=2**31)] = 120_000_000
    """The largest picture that is read, in pixels."""
    max_bytes: Annotated[int, Field(ge=1, le=2**40)] = 256 * 1024**2
    """The largest file that is read."""
    memory_bytes: Annotated[int, Field(ge=128 * 1024**2, le=2**44)] = 672 * 1024**2
    """The address space that one picture at a time may use; those read beside it may use 160 MiB each."""
    seconds: Annotated[float, Field(gt=0, le=3600)] = 20.0
    """The longest time that reading one picture may take."""

    def limits(self) -> DecoderLimits:
        """The limits, in the form that the decoder processes need."""
        return DecoderLimits(self.max_pixels, self.max_bytes, self.memory_bytes, self.seconds)


class ExtensionLimitSettings(Table):
    """Limits of each extension, all its processes together; 0 is unlimited
    ([operate.md](operate.md#limits-of-extensions)).
    """

    memory_bytes: Annotated[int, Field(ge=0, le=2**50)] | None = None
    """Memory; by default three quarters of the machine's."""
    processes: Annotated[int, Field(ge=0, le=2**22)] | None = None
    """Processes; by default 512."""
    open_files: Annotated[int, Field(ge=0, le=2**20)] | None = None
    """Open files of each process; by default 4,096."""
    disk_bytes: Annotated[int, Field(ge=0, le=2**50)] | None = None
    """Room on the disk; by default 64 GiB."""
    cpu_weight: Annotated[int, Field(ge=1, le=100)] | None = None
    """The share of the processor beside other programs, which have 100; by default 33."""


class ExtensionRuntimeSettings(Table):
    """How extensions are run, and how events are delivered to them."""

    connect_seconds: Annotated[float, Field(gt=0, le=3600)] = 60.0
    """After how long a program that was started and has not connected counts as hung."""
    attempts: Annotated[int, Field(ge=1, le=100)] = 5
    """How often an event is sent in all until it is given up."""
    retry_seconds: Annotated[float, Field(gt=0, le=3600)] = 1.0
    """When a failed event is sent again for the first time; the pause doubles each time."""
    answer_seconds: Annotated[float, Field(gt=0, le=86_400)] = 60.0
    """The time to answer a notification."""
    work_seconds: Annotated[float, Field(gt=0, le=86_400)] = 600.0
    """The time to answer a request for work."""
    log_days: Annotated[float, Field(gt=0, le=36_500)] = 7.0
    """After how many days the event log drops events that all enabled extensions have received."""
    archive_bytes: Annotated[int, Field(ge=65_536, le=2**32 - 1)] | None = None
    """The largest archive of an extension; by default that of the description, 8 MiB."""
    limits: ExtensionLimitSettings = ExtensionLimitSettings()
    limits_of: dict[ExtensionId, ExtensionLimitSettings] = {}
    """Limits of single extensions, by their ids: `[extensions.limits_of.ID]` in the file. Without a value here, that of
    all extensions holds."""
    unconfined: Annotated[tuple[ExtensionId, ...], NoDecode, COMMAS] = ()
    """Ids of extensions whose programs may do what the user of the server may. Other programs read nothing of the
    library's own folder, and write in folders of their own, on kernels that support Landlock."""


class ConnectionSettings(Table):
    """The largest numbers of connections. Beyond them, idle connections without a key are closed for new ones."""

    maximum: Annotated[int, Field(ge=16, le=1_000_000)] | None = None
    """Of all addresses; by default five eighths of the limit on open files, at most 10,000."""
    maximum_of_address: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    """Of one address; by default half of them."""


class LogSettings(Table):
    """The log on standard error."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    """The level from which on records are logged."""
    format: Literal["text", "json"] = "text"
    """Lines of text, or an object of JSON a line."""
    access: bool = False
    """Whether each request is a line of the log."""


class BackupSettings(Table):
    """Backups that the service makes by itself, for a library in a file
    ([operate.md](operate.md#scheduled-backups)).
    """

    folder: Path | None = None
    """The folder of backups; none are made without it."""
    hours: Annotated[float, Field(ge=0.001, le=24 * 366)] = 24.0
    """How long after the last backup the next one is due."""
    pictures: bool = False
    """Whether they have the picture files too."""
    keep_daily: Annotated[int, Field(ge=0, le=10_000)] = 7
    """Of how many days the last backup is kept."""
    keep_weekly: Annotated[int, Field(ge=0, le=10_000)] = 4
    """Of how many weeks the last backup is kept."""
    megabytes_per_second: Annotated[float, Field(gt=0, le=1_000_000)] = 50.0
    """How fast a backup reads at most, in 1,000,000 bytes, so that requests have the disk."""

    @field_validator("folder")
    @classmethod
    def _require_absolute(cls, folder: Path | None) -> Path | None:
        folder = None if folder is None else folder.expanduser()
        if folder is not None and not folder.is_absolute():
            raise ValueError(f"{folder} is not an absolute path.")
        return folder


class ObjectStoreSettings(Table):
    """The object store whose buckets may be repositories ([object-stores.md](object-stores.md)). What is not set is
    left to the variables of AWS's own tools.
    """

    buckets: Annotated[tuple[Bucket, ...], NoDecode, COMMAS] = ()
    """The buckets, and prefixes in them, that may be repositories, as in `s3://pictures/team`."""
    endpoint: Annotated[str, StringConstraints(pattern=r"^https?://[A-Za-z0-9.:\[\]-]+/?$")] | None = None
    """The address of the store; by default AWS's."""
    region: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,64}$")] | None = None
    """The region of the buckets."""
    access_key_id: SecretStr | None = None
    """The name of the key."""
    secret_access_key: SecretStr | None = None
    """The key."""
    session_token: SecretStr | None = None
    """The token of temporary keys."""
    path_style: bool | None = None
    """Whether the bucket is in the path of requests; by default if there is an endpoint."""
    poll_seconds: Annotated[float, Field(ge=1, le=31 * 86_400)] = 300.0
    """The time between two listings of a watched bucket."""


class ClusterSettings(Table):
    """The part of this host in a cluster: several hosts that serve one library, in one database on a server
    ([clusters.md](clusters.md)).
    """

    address: Annotated[str, StringConstraints(pattern=r"^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\]):[0-9]{1,5}$")] | None = None
    """Where the other hosts reach this one, as in `10.0.0.5:3011`; without it, the service is no cluster. A host that
    leads scans listens there, and at the next port for extensions. Only hosts use it, in a network of their own,
    because their connections are not encrypted."""
    role: Literal["all", "api", "scan", "extensions"] = "all"
    """What the host may lead; `api` for nothing."""
    lends_decoders: bool = True
    """Whether its decoders also read files for scans that another host leads."""


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
    """The address to listen on."""
    port: Annotated[int, Field(ge=0, le=65535)] = 3001
    """The port to listen on; 0 for any."""
    data_dir: Path = Field(default_factory=lambda: user_data_path("facetry", appauthor=False))
    """The data folder; by default the platform's folder for application data."""
    database_url: SecretStr | None = None
    """A database on a PostgreSQL server, as in `postgresql://facetry@db.example/facetry`; without it, a file of SQLite
    in the data folder ([scale.md](scale.md))."""
    vectors_url: SecretStr | None = None
    """A vector engine that has the indexes of vectors, pgvector or Milvus, as in `milvus://vectors.example:19530`;
    without it, files in the data folder ([scale.md](scale.md#vectors))."""
    vectors_token: SecretStr | None = None
    """The token of Milvus, or user and password as `user:password`."""
    api_secret: SecretStr | None = None
    """The master key, of at least 32 characters unless the server listens on loopback only; without it, the library
    has one of its own."""
    api_secret_file: Path | None = None
    """A file with the master key, in place of the key itself."""
    decoder: DecoderSettings = DecoderSettings()
    extensions: ExtensionRuntimeSettings = ExtensionRuntimeSettings()
    connections: ConnectionSettings = ConnectionSettings()
    log: LogSettings = LogSettings()
    workers: Annotated[int, Field(ge=1, le=256)] | Literal["auto"] = 1
    """The number of processes that answer requests; `auto` for one for each processor that the service may use. With
    more than one, there is a further process for everything else ([scale.md](scale.md))."""
    cluster: ClusterSettings = ClusterSettings()
    metrics_port: Annotated[int, Field(ge=0, le=65535)] | None = None
    """A port of the loopback address that serves the metrics without a key."""
    backup: BackupSettings = BackupSettings()
    object_stores: ObjectStoreSettings = ObjectStoreSettings()
    repositories_dir: Path | None = None
    """The folder for repositories that programs ensure; by default `repositories` in the data folder. In a cluster
    there is no default, because hosts have to share the folder."""
    public_url: (
        Annotated[str, StringConstraints(pattern=r"^https?://[A-Za-z0-9.:\[\]-]+(/[A-Za-z0-9._/-]*)?$")] | None
    ) = None
    """The start of media URLs; by default the address by which the client reached the service."""
    trusted_proxies: Annotated[tuple[Network, ...], NoDecode, COMMAS] = ()
    """Addresses and networks of proxies whose `X-Forwarded-` headers count."""
    root_path: Annotated[str, StringConstraints(pattern=ROOT_PATH, max_length=128)] = ""
    """The prefix before all paths, such as `/facetry`, if no trusted proxy names it."""
    origins: Annotated[tuple[Origin, ...], NoDecode, COMMAS] = ()
    """The origins of web pages that may use the service in browsers, besides its own, as in
    `https://pictures.example,http://localhost:5173`."""
    roots: Annotated[tuple[Path, ...], NoDecode] = ()
    """The folders in which repositories have to be, separated by colons as in PATH: `/srv/pictures:/mnt/camera`.
    Without any, all folders of pictures are permitted."""
    trash_days: Annotated[float, Field(gt=0, le=36_500)] = 30.0
    """After how many days deleted images are removed from the trash for good."""
    renditions_bytes: Annotated[int, Field(ge=0, le=2**50)] = 2 * 1024**3
    """The size of the cache of renditions; 0 for none."""
    renditions_bucket: Bucket | None = None
    """A bucket, or a prefix of one, in which the hosts of a cluster share renditions, as in `s3://thumbnails`
    ([object-stores.md](object-stores.md)). Without it, they do not."""
    reconcile_seconds: Annotated[int, Field(ge=0, le=31 * 86_400)] = 6 * 3600
    """How often a watched folder is scanned as a whole, which finds changes without a notification; 0 for never."""
    removal_share: Annotated[float, Field(ge=0, le=1)] = 0.25
    """A scan that would remove a larger share of a repository's images (and more than ten) waits for confirmation."""
    poll: bool = False
    """Whether watched folders are polled. Network shares need polling, because they send no notifications."""
    reread_buckets: bool = False
    """Whether an update reads known pictures in buckets again too, as it does those in folders; each is fetched once
    ([operate.md](operate.md#pictures-that-an-update-reads-again))."""

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
