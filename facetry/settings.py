"""Settings: from flags, the environment, and `facetry.toml` in the data folder, in that order."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Self

from platformdirs import user_data_path
from pydantic import BaseModel, ConfigDict, Field, SecretStr, StringConstraints, field_validator, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from facetry.auth import is_key
from facetry.imaging.protocol import Limits

FILE_NAME = "facetry.toml"


class Decoder(BaseModel):
    """Caps on reading one picture, and how many are read at once, in `workers` processes: by default one for each
    processor.

    A picture may take `memory_bytes` of address space, but one at a time; those that are read beside it take at most
    160 MiB each. With two workers and the server the defaults stay below 1 GB.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    workers: Annotated[int, Field(ge=1, le=256)] | None = None
    max_pixels: Annotated[int, Field(ge=1, le=2**31)] = 120_000_000
    max_bytes: Annotated[int, Field(ge=1, le=2**40)] = 256 * 1024**2
    memory_bytes: Annotated[int, Field(ge=128 * 1024**2, le=2**44)] = 672 * 1024**2
    seconds: Annotated[float, Field(gt=0, le=3600)] = 20.0

    def limits(self) -> Limits:
        """The caps, as the decoder processes take them."""
        return Limits(
            max_pixels=self.max_pixels,
            max_bytes=self.max_bytes,
            memory_bytes=self.memory_bytes,
            seconds=self.seconds,
        )


class Extensions(BaseModel):
    """How extensions are run and fed.

    One that is not connected `connect_seconds` after its start counts as hung. An event that it could not take is sent
    again `retry_seconds` later, then after twice as long and so on, `attempts` times in all; it may take
    `answer_seconds` for one that tells of something, and `work_seconds` for one that asks for work. The log forgets
    what is older than `log_days`, once enabled extensions have it. A `fence` keeps programs from reading the library's
    own folder and from writing outside of theirs, where the kernel can build one.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    connect_seconds: Annotated[float, Field(gt=0, le=3600)] = 60.0
    attempts: Annotated[int, Field(ge=1, le=100)] = 5
    retry_seconds: Annotated[float, Field(gt=0, le=3600)] = 1.0
    answer_seconds: Annotated[float, Field(gt=0, le=86_400)] = 60.0
    work_seconds: Annotated[float, Field(gt=0, le=86_400)] = 600.0
    log_days: Annotated[float, Field(gt=0, le=36_500)] = 7.0
    fence: bool = False


class Settings(BaseSettings):
    """All settings of a server. In the environment: `FACETRY_PORT`, `FACETRY_DECODER__SECONDS` and so on."""

    model_config = SettingsConfigDict(
        env_prefix="FACETRY_",
        env_nested_delimiter="__",
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,  # a secret that is refused must not be printed
    )

    host: Annotated[str, StringConstraints(min_length=1, max_length=255)] = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 3001
    data_dir: Path = Field(default_factory=lambda: user_data_path("facetry", appauthor=False))
    api_secret: SecretStr | None = None
    api_secret_file: Path | None = None
    decoder: Decoder = Decoder()
    extensions: Extensions = Extensions()
    repositories_dir: Path | None = None
    """Where folders are made for repositories that clients ensure; None for `repositories` in the data folder."""
    public_url: (
        Annotated[str, StringConstraints(pattern=r"^https?://[A-Za-z0-9.:\[\]-]+(/[A-Za-z0-9._/-]*)?$")] | None
    ) = None
    """What media URLs begin with; None for `http://` and the host that a request names."""
    renditions_bytes: Annotated[int, Field(ge=0, le=2**50)] = 2 * 1024**3
    reconcile_seconds: Annotated[int, Field(ge=0, le=31 * 86_400)] = 6 * 3600
    """How often a watched folder is scanned as a whole, lest a missed notification go unnoticed; 0 for never."""
    removal_share: Annotated[float, Field(ge=0, le=1)] = 0.25
    """A scan that would forget a larger share of a repository's images (and more than ten) asks first."""
    poll: bool = False
    """Whether watched folders are polled: for network shares, which send no notifications."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003  # neither of these two is read
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Flags before the environment before the file, which lies in the folder that flags or environment name."""
        named = {**env_settings(), **init_settings()}.get("data_dir")
        folder = Path(str(named)) if named else user_data_path("facetry", appauthor=False)
        file = TomlConfigSettingsSource(settings_cls, folder.expanduser() / FILE_NAME)
        if "data_dir" in file():
            raise ValueError(f"{FILE_NAME} lies in the data folder and cannot name another one: remove data_dir.")
        return init_settings, env_settings, file

    @field_validator("data_dir", "api_secret_file", "repositories_dir")
    @classmethod
    def _absolute(cls, path: Path | None) -> Path | None:
        return None if path is None else path.expanduser().absolute()

    @model_validator(mode="after")
    def _one_usable_secret(self) -> Self:
        if self.api_secret is not None and self.api_secret_file is not None:
            raise ValueError("FACETRY_API_SECRET and FACETRY_API_SECRET_FILE are both given; one is enough.")
        secret = self.master_secret()
        if secret is not None and not is_key(secret):
            raise ValueError(
                "The master key must be 1 to 512 visible ASCII characters without a comma, for it travels in a header."
            )
        return self

    @property
    def workers(self) -> int | None:
        """How many decoder processes; None for one for each processor."""
        return self.decoder.workers

    def decoder_limits(self) -> Limits:
        """The caps on reading one picture."""
        return self.decoder.limits()

    def master_secret(self) -> str | None:
        """The operator's own master key; None when there is none, and the library keeps one of its own."""
        if self.api_secret is not None:
            return self.api_secret.get_secret_value()
        if self.api_secret_file is None:
            return None
        try:
            return self.api_secret_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"FACETRY_API_SECRET_FILE cannot be read: {error}") from None
