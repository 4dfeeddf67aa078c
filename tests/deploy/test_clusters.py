"""The files for clusters: manifests of Kubernetes and the compose file fit the settings, the image and each other."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from pydantic import BaseModel

from facetry.cli import command_parser
from facetry.cluster.roles import ROLES, address_of
from facetry.settings import Settings
from tests.support.services.proxies import DEPLOY

KUBERNETES: Final = DEPLOY / "kubernetes"
PAGE: Final = (DEPLOY.parent / "docs" / "kubernetes.md").read_text()
DESCRIPTION: Final[dict[str, Any]] = json.loads((DEPLOY.parent / "generated" / "openapi.json").read_text())
COMPOSE: Final[dict[str, Any]] = yaml.safe_load((DEPLOY / "compose.cluster.yaml").read_text())
MANIFESTS: Final[dict[tuple[str, str], dict[str, Any]]] = {
    (document["kind"], document["metadata"]["name"]): document
    for path in sorted(KUBERNETES.rglob("*.yaml"))
    if path.name != "kustomization.yaml"
    for document in yaml.safe_load_all(path.read_text())
}
CONTROLLERS: Final = {"hosts": ("StatefulSet", "facetry"), "api": ("Deployment", "facetry-api")}
PODS: Final = {**CONTROLLERS, "upgrade": ("Job", "facetry-upgrade")}
HOSTS: Final = ("host-1", "host-2", "host-3")
PUBLIC_PORT, PEER_PORT = 3001, 3011
PEER_PORTS: Final = {role: int(address_of(f":{PEER_PORT}", role).removeprefix(":")) for role in ROLES}
KEY: Final = "k" * 40
OTHER_VARIABLES: Final = {"POD_IP", "PGPASSWORD"}
"""Variables that are no settings: one that others refer to, and one of the driver of PostgreSQL."""


def pod(name: str) -> dict[str, Any]:
    """The description of pods."""
    found: dict[str, Any] = MANIFESTS[PODS[name]]["spec"]["template"]["spec"]
    return found


def container(name: str) -> dict[str, Any]:
    (found,) = pod(name)["containers"]
    return dict(found)


def variables(name: str) -> dict[str, str]:
    """The environment of pods, with made-up values for secrets and for the address of the pod."""
    described = container(name)
    found: dict[str, str] = {}
    for source in described["envFrom"]:
        found |= MANIFESTS["ConfigMap", source["configMapRef"]["name"]]["data"]
    for entry in described["env"]:
        value = entry.get("value")
        if value is None:
            value = "10.1.2.3" if "fieldRef" in entry["valueFrom"] else "secret"
        found[entry["name"]] = re.sub(r"\$\((\w+)\)", lambda match: found[match[1]], value)
    return found


def setting_names(model: type[BaseModel], prefix: str = "FACETRY_") -> Iterator[str]:
    """The variables of all settings."""
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from setting_names(field.annotation, f"{prefix}{name.upper()}__")
        else:
            yield f"{prefix}{name.upper()}"


NAMES: Final = frozenset(setting_names(Settings))


def settings_from(environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings that a process has with these variables. Fails if one of them is no setting."""
    assert set(environment) - NAMES <= OTHER_VARIABLES
    (tmp_path / "api-secret").write_text(KEY)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    if "FACETRY_API_SECRET_FILE" in environment:
        monkeypatch.setenv("FACETRY_API_SECRET_FILE", str(tmp_path / "api-secret"))
    return Settings()


@pytest.mark.parametrize(("name", "role"), [("hosts", "all"), ("api", "api")])
def test_pods_have_the_settings_of_a_host(
    name: str, role: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_from(variables(name), tmp_path, monkeypatch)
    assert (settings.cluster.address, settings.cluster.role) == (f"10.1.2.3:{PEER_PORT}", role)
    assert settings.database_url is not None
    assert settings.master_secret() == KEY
    assert settings.workers == 2


def test_the_upgrade_has_the_database_and_needs_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_from(variables("upgrade"), tmp_path, monkeypatch)
    hosts = MANIFESTS["ConfigMap", "facetry-settings"]["data"]["FACETRY_DATABASE_URL"]
    assert settings.database_url is not None
    assert settings.database_url.get_secret_value() == hosts
    assert settings.master_secret() is None


@pytest.mark.parametrize("name", PODS)
def test_arguments_are_those_of_the_command(name: str) -> None:
    parsed = command_parser().parse_args(container(name)["args"])
    buckets = MANIFESTS["ConfigMap", "facetry-settings"]["data"]["FACETRY_OBJECT_STORES__BUCKETS"].split(",")
    assert getattr(parsed, "paths", []) == (buckets if name == "hosts" else [])


@pytest.mark.parametrize("name", PODS)
def test_pods_are_confined(name: str) -> None:
    """By the profile `restricted` of Kubernetes, which the namespace enforces, and a root that cannot be written."""
    described, security = container(name), pod(name)["securityContext"]
    user = re.search(r"^USER (\d+):(\d+)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert user is not None
    assert (security["runAsUser"], security["runAsGroup"]) == (int(user[1]), int(user[2]))
    assert security["runAsNonRoot"] is True
    assert security["seccompProfile"] == {"type": "RuntimeDefault"}
    assert described["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert MANIFESTS["Namespace", "facetry"]["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"
    assert pod(name)["automountServiceAccountToken"] is False
    assert {"requests", "limits"} <= set(described["resources"])


@pytest.mark.parametrize("name", PODS)
def test_no_variable_of_a_service_is_taken_for_a_setting(name: str) -> None:
    """Kubernetes would set FACETRY_PORT to an address, for the Service `facetry`."""
    assert ("Service", "facetry") in MANIFESTS
    assert pod(name)["enableServiceLinks"] is False


@pytest.mark.parametrize("name", CONTROLLERS)
def test_what_is_written_is_in_volumes(name: str) -> None:
    mounts = {mount["mountPath"]: mount["name"] for mount in container(name)["volumeMounts"]}
    claims = MANIFESTS[PODS[name]]["spec"].get("volumeClaimTemplates", [])
    volumes = {each["name"] for each in pod(name)["volumes"]} | {each["metadata"]["name"] for each in claims}
    assert set(mounts.values()) == volumes
    folder = variables(name)["FACETRY_DATA_DIR"]
    assert str(Path(folder).parent) in mounts
    assert "/tmp" in mounts  # noqa: S108  # of the pod
    assert str(Path(variables(name)["FACETRY_API_SECRET_FILE"]).parent) in mounts


@pytest.mark.parametrize("name", PODS)
def test_secrets_are_in_the_template_and_nowhere_else(name: str) -> None:
    keys = set(MANIFESTS["Secret", "facetry"]["stringData"])
    used = {item["key"] for volume in pod(name)["volumes"] for item in volume.get("secret", {}).get("items", [])}
    used |= {
        entry["valueFrom"]["secretKeyRef"]["key"]
        for entry in container(name)["env"]
        if "secretKeyRef" in entry.get("valueFrom", {})
    }
    assert used <= keys
    assert set(MANIFESTS["Secret", "facetry"]["stringData"].values()) == {""}
    assert keys <= set(re.findall(r"--from-(?:file|literal)=([\w.-]+)", PAGE))
    assert not [line for line in variables("upgrade") if "SECRET" in line]


@pytest.mark.parametrize("name", CONTROLLERS)
def test_probes_ask_for_what_the_service_has(name: str) -> None:
    described = container(name)
    ports = {port["name"]: port["containerPort"] for port in described["ports"]}
    assert ports == {"http": PUBLIC_PORT, "scans": PEER_PORTS["scan"], "extensions": PEER_PORTS["extensions"]}
    asked = {kind: described[f"{kind}Probe"]["httpGet"] for kind in ("startup", "readiness", "liveness")}
    assert {kind: probe["path"] for kind, probe in asked.items()} == {
        "startup": "/readyz",
        "readiness": "/readyz",
        "liveness": "/livez",
    }
    assert {probe["path"] for probe in asked.values()} <= set(DESCRIPTION["paths"])
    assert {probe["port"] for probe in asked.values()} == {"http"}


@pytest.mark.parametrize("name", CONTROLLERS)
def test_pods_have_time_to_end(name: str) -> None:
    unit = (DEPLOY / "facetry.service").read_text()
    stop = re.search(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert stop is not None
    pause = int(container(name)["lifecycle"]["preStop"]["exec"]["command"][1])
    assert pod(name)["terminationGracePeriodSeconds"] > pause + int(stop[1])


def test_ports_of_services_policies_and_image_are_the_same() -> None:
    exposed = re.findall(r"^EXPOSE (\d+)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert exposed == [str(PUBLIC_PORT)] == [str(Settings.model_fields["port"].default)]
    (public,) = MANIFESTS["Service", "facetry"]["spec"]["ports"]
    peers = MANIFESTS["Service", "facetry-peers"]["spec"]["ports"]
    assert (public["port"], public["targetPort"]) == (PUBLIC_PORT, "http")
    assert [each["port"] for each in peers] == list(PEER_PORTS.values())
    assert [each["targetPort"] for each in peers] == ["scans", "extensions"]
    assert MANIFESTS["StatefulSet", "facetry"]["spec"]["serviceName"] == "facetry-peers"
    (rule,) = MANIFESTS["Ingress", "facetry"]["spec"]["rules"]
    (path,) = rule["http"]["paths"]
    assert path["backend"]["service"] == {"name": "facetry", "port": {"name": "http"}}
    everybody, own = MANIFESTS["NetworkPolicy", "facetry"]["spec"]["ingress"]
    assert "from" not in everybody
    assert [each["port"] for each in everybody["ports"]] == [PUBLIC_PORT]
    assert [each["port"] for each in own["ports"]] == list(PEER_PORTS.values())
    assert own["from"] == [{"podSelector": {"matchLabels": {"app.kubernetes.io/name": "facetry"}}}]


def test_labels_select_the_pods_that_they_should() -> None:
    labels = {name: MANIFESTS[key]["spec"]["template"]["metadata"]["labels"] for name, key in PODS.items()}

    def selected(selector: dict[str, str]) -> set[str]:
        return {name for name, own in labels.items() if selector.items() <= own.items()}

    for name, key in CONTROLLERS.items():
        assert selected(MANIFESTS[key]["spec"]["selector"]["matchLabels"]) == {name}
        (spread,) = pod(name)["topologySpreadConstraints"]
        assert selected(spread["labelSelector"]["matchLabels"]) == {name}
    assert selected(MANIFESTS["Service", "facetry"]["spec"]["selector"]) == {"hosts", "api"}
    assert selected(MANIFESTS["Service", "facetry-peers"]["spec"]["selector"]) == {"hosts"}
    assert selected(MANIFESTS["NetworkPolicy", "facetry"]["spec"]["podSelector"]["matchLabels"]) == {"hosts", "api"}
    assert selected(MANIFESTS["PodDisruptionBudget", "facetry"]["spec"]["selector"]["matchLabels"]) == {"hosts"}
    assert selected(MANIFESTS["PodDisruptionBudget", "facetry-api"]["spec"]["selector"]["matchLabels"]) == {"api"}
    target = MANIFESTS["HorizontalPodAutoscaler", "facetry-api"]["spec"]["scaleTargetRef"]
    assert (target["kind"], target["name"]) == CONTROLLERS["api"]
    assert "replicas" not in MANIFESTS[CONTROLLERS["api"]]["spec"]
    assert MANIFESTS[CONTROLLERS["hosts"]]["spec"]["replicas"] >= 2


def test_kustomizations_name_the_files_that_are_applied() -> None:
    main = yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text())
    files = {path.name for path in KUBERNETES.glob("*.yaml")} - {"kustomization.yaml"}
    assert set(main["resources"]) == files - {"secret.yaml", "ingress.yaml", "autoscaler.yaml"}
    for folder in (KUBERNETES, KUBERNETES / "upgrade"):
        (component,) = yaml.safe_load((folder / "kustomization.yaml").read_text())["components"]
        assert (folder / component).samefile(KUBERNETES / "image")
    (image,) = yaml.safe_load((KUBERNETES / "image" / "kustomization.yaml").read_text())["images"]
    assert {container(name)["image"] for name in PODS} == {image["name"]}
    assert {document["metadata"].get("namespace", "facetry") for document in MANIFESTS.values()} == {"facetry"}


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="there is no kubectl")
@pytest.mark.parametrize(("folder", "count"), [("", 9), ("upgrade", 1)])
def test_kustomize_builds_them(folder: str, count: int) -> None:
    command = ["kubectl", "kustomize", str(KUBERNETES / folder)]
    built = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert built.returncode == 0, built.stderr
    assert len(list(yaml.safe_load_all(built.stdout))) == count
    assert set(re.findall(r"image: (\S+)", built.stdout)) == {"registry.example/facetry:1"}


def test_the_page_names_every_file() -> None:
    paths = {str(path.relative_to(DEPLOY.parent)) for path in KUBERNETES.glob("*.yaml")}
    paths -= {"deploy/kubernetes/kustomization.yaml"}
    assert {Path(path).name for path in paths} <= set(re.findall(r"`([\w.-]+\.yaml)`", PAGE))
    for path in re.findall(r"(?:--kustomize|--filename) (\S+)", PAGE):
        assert (DEPLOY.parent / path).exists(), path


def test_hosts_of_the_compose_file_have_the_settings_of_a_cluster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = COMPOSE["services"]
    addresses = set()
    for name in HOSTS:
        environment = {key: str(value) for key, value in services[name]["environment"].items()}
        settings = settings_from(environment, tmp_path, monkeypatch)
        address = settings.cluster.address
        assert address is not None
        host, _, port = address.partition(":")
        assert (services[name]["networks"]["peers"]["aliases"], port) == ([host], str(PEER_PORT))
        addresses.add(address)
        monkeypatch.delenv("FACETRY_CLUSTER__ROLE", raising=False)
        assert command_parser().parse_args(services[name]["command"]).paths == ["/pictures"]
        assert f"{name}:/var/lib/facetry" in services[name]["volumes"]
    assert len(addresses) == len(HOSTS)
    assert settings_from(services["upgrade"]["environment"], tmp_path, monkeypatch).database_url is not None


def test_parts_of_the_compose_file_fit_together() -> None:
    services = COMPOSE["services"]
    assert services["nginx"]["depends_on"] == list(HOSTS)
    upstream = re.findall(r"server ([\w-]+):(\d+) ", (DEPLOY / "nginx.cluster.conf").read_text())
    assert upstream == [(name, str(PUBLIC_PORT)) for name in HOSTS]
    for name, service in services.items():
        assert set(service.get("secrets", [])) <= set(COMPOSE["secrets"]), name
        assert set(service["networks"]) <= set(COMPOSE["networks"]), name
        for volume in service.get("volumes", []):
            source = volume.rpartition(":ro")[0].rpartition(":")[0] if volume.endswith(":ro") else volume.split(":")[0]
            assert source.startswith(("./", "${PICTURES")) or source in COMPOSE["volumes"], volume
    assert "peers" not in services["nginx"]["networks"]
    assert COMPOSE["networks"]["peers"]["internal"] is True
    (network,) = COMPOSE["networks"]["front"]["ipam"]["config"]
    assert {services[name]["environment"]["FACETRY_TRUSTED_PROXIES"] for name in HOSTS} == {network["subnet"]}
    assert set(services["postgresql"]["secrets"]) == {"database-password"}


def test_the_command_of_the_compose_file_reads_the_password(tmp_path: Path) -> None:
    """The shell of the image runs it, with the program and the file elsewhere."""
    (tmp_path / "password").write_text("opensesame\n")
    (tmp_path / "facetry").write_text('#!/bin/sh\necho "$PGPASSWORD" "$@"\n')
    (tmp_path / "facetry").chmod(0o755)
    service = COMPOSE["services"]["upgrade"]
    shell, option, script, *rest = service["entrypoint"]
    script = script.replace("$$", "$").replace("/run/secrets/database-password", str(tmp_path / "password"))
    script = script.replace("/opt/facetry/bin/facetry", str(tmp_path / "facetry"))
    done = subprocess.run(
        [shell, option, script, *rest, *service["command"]], capture_output=True, text=True, check=True, timeout=20
    )
    assert done.stdout == "opensesame upgrade\n"
