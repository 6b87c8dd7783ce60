"""The files of deploy/, as far as they can be judged without a container: forms, names, ports, commands, settings."""

import io
import json
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import check_jsonschema
import jsonschema
import kubernetes_validate
import pytest
import yaml

from testfix_pipeline.core.shipped_files import shipped
from testfix_pipeline.registry.registered_projects import Registry

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
KUBERNETES = DEPLOY / "kubernetes"
SETTINGS = ("run_monitoring", "run_retries", "retention")


def read(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text())


def manifests() -> list[dict[str, Any]]:
    files = [path for path in sorted(KUBERNETES.glob("*.yaml")) if path.name != "values.yaml"]
    return [one for file in files for one in yaml.safe_load_all(file.read_text())]


def of_kind(kind: str) -> dict[str, dict[str, Any]]:
    return {one["metadata"]["name"]: one for one in manifests() if one["kind"] == kind}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = read("compose.yaml")
    return found


def test_the_compose_file_is_one(compose: dict[str, Any]) -> None:
    schemas = Path(check_jsonschema.__file__).parent / "builtin_schemas" / "vendor"
    schema = json.loads((schemas / "compose-spec.json").read_text())
    jsonschema.validate(compose, schema)


def test_services_use_what_the_compose_file_has(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert set(services) == {"code", "webserver", "daemon", "worker", "database", "broker"}
    for name, service in services.items():
        assert set(service.get("networks", [])) <= set(compose["networks"]), name
        assert set(service.get("depends_on", [])) <= set(services), name
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).is_file(), volume
    ours = [services[name] for name in ("code", "webserver", "daemon", "worker")]
    assert {one["image"] for one in ours} == {"testfix:0.1.0"}
    assert all(one["environment"]["DAGSTER_HOME"] == "/var/lib/testfix" for one in ours)
    assert [name for name, one in services.items() if "ports" in one] == ["webserver"]
    assert services["webserver"]["ports"] == ["127.0.0.1:3000:3000"]
    assert compose["networks"]["inside"]["internal"] is True


def test_no_password_stands_in_a_file(compose: dict[str, Any]) -> None:
    named = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    example = dict(line.split("=") for line in (DEPLOY / "example.env").read_text().splitlines() if "=" in line)
    assert named == set(example) and not any(example.values())
    for secret in of_kind("Secret").values():
        assert not any(secret["stringData"].values()), secret["metadata"]["name"]
    assert "password" not in json.dumps(yaml.safe_load((KUBERNETES / "values.yaml").read_text())).lower().replace(
        "generatepostgresqlpasswordsecret", ""
    )


@pytest.mark.parametrize("service", ["code", "webserver", "daemon", "worker"])
def test_the_programs_take_the_options_that_they_are_given(compose, service, monkeypatch) -> None:
    monkeypatch.setenv("TESTFIX_CELERY_BROKER", "redis://127.0.0.1:9/0")
    command = list(compose["services"][service]["command"])
    assert helped(command) == 0
    with_typo = [
        one.replace("--w", "--no-such-w").replace("--q", "--no-such-q").replace("--h", "--no-h") for one in command
    ]
    assert helped(with_typo) != 0
    if service == "code":
        assert helped(compose["services"]["code"]["healthcheck"]["test"][1:]) == 0


def helped(command: list[str]) -> int:
    """The exit code of a program of our environment with these options, which only shows its help.

    In this process, but for celery: loading its application makes a process one that executes steps.
    """
    if command[0] == "celery":
        program = str(Path(sys.executable).with_name(command[0]))
        return subprocess.run([program, *command[1:], "--help"], capture_output=True, check=False).returncode
    (entry,) = entry_points(group="console_scripts", name=command[0])
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        patched.setattr(sys, "argv", [*command, "--help"])
        with pytest.raises(SystemExit) as end:
            entry.load()()
    return int(end.value.code or 0)


def test_the_workspace_names_the_code_location_and_its_port(compose: dict[str, Any]) -> None:
    (server,) = (one["grpc_server"] for one in read("workspace.yaml")["load_from"])
    command = compose["services"][server["host"]]["command"]
    assert command[command.index("--port") + 1] == str(server["port"])
    assert command[command.index("--module-name") + 1] == server["location_name"] == "testfix_pipeline.definitions"


def test_the_settings_differ_from_a_homes_only_where_they_must() -> None:
    ours, homes = read("dagster.yaml"), yaml.safe_load(shipped("dagster.yaml").read_text())
    assert {name: ours[name] for name in SETTINGS} == {name: homes[name] for name in SETTINGS}
    limits = ours["concurrency"]["runs"]["tag_concurrency_limits"]
    assert limits == homes["concurrency"]["runs"]["tag_concurrency_limits"]


def test_what_git_ignores_is_not_copied_into_an_image() -> None:
    """`COPY . .` would take environments, histories and `.env`; patterns are of the top unless they begin with `**`."""
    ignored = {line.strip("/") for line in (ROOT / ".gitignore").read_text().splitlines()}
    left_out = (ROOT / ".dockerignore").read_text().splitlines()
    assert ignored | {".git"} <= {line.removeprefix("**/") for line in left_out}
    assert "**/__pycache__" in left_out and "**/.workflow" in left_out


def test_the_container_file_copies_what_is_there_and_exposes_the_ports(compose: dict[str, Any]) -> None:
    text = (DEPLOY / "Containerfile").read_text()
    for source in re.findall(r"^COPY (\S+) ", text, re.MULTILINE):
        assert (ROOT / source).exists(), source
    assert "--require-hashes -r requirements.lock" in text and "\nUSER 1000\n" in text
    # its user may not write byte code: each process would compile what it imports, a minute of it in a code location
    assert "--compile-bytecode" in text
    (uv,) = re.findall(r"^UV_VERSION := (\S+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert f"\nARG UV_VERSION={uv}\n" in text
    exposed = set(re.findall(r"^EXPOSE (.+)$", text, re.MULTILINE)[0].split())
    assert exposed == {"3000", "4000"}
    assert compose["services"]["code"]["build"]["dockerfile"] == "deploy/Containerfile"
    home = compose["services"]["code"]["environment"]["DAGSTER_HOME"]
    assert f"DAGSTER_HOME={home}" in text


@pytest.mark.parametrize("one", manifests(), ids=lambda one: f"{one['kind']} {one['metadata']['name']}")
def test_a_manifest_has_no_field_that_kubernetes_does_not_know(one: dict[str, Any]) -> None:
    kubernetes_validate.validate(one, "1.32", strict=True)
    misspelt = {**one, "metadata": {**one["metadata"], "lables": {}}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(misspelt, "1.32", strict=True)


def test_manifests_name_each_other() -> None:
    values = yaml.safe_load((KUBERNETES / "values.yaml").read_text())
    claims, maps, secrets = of_kind("PersistentVolumeClaim"), of_kind("ConfigMap"), of_kind("Secret")
    accounts, text = of_kind("ServiceAccount"), json.dumps([values, manifests()])
    assert set(re.findall(r'"claimName": "([\w-]+)"', text)) == set(claims)
    # the chart makes the one with Dagster's own settings
    assert set(re.findall(r'"configMap": \{"name": "([\w-]+)"', text)) == {*maps, "testfix-dagster-instance"}
    assert set(re.findall(r'"(?:secretRef|secretKeyRef)": \{"name": "([\w-]+)"', text)) <= set(secrets)
    assert {one["name"] for one in values["dagsterDaemon"]["envSecrets"]} <= set(secrets)
    assert values["global"]["postgresqlSecretName"] in secrets
    assert set(re.findall(r'"serviceAccountName": "([\w-]+)"', text)) == set(accounts)
    assert values["postgresql"]["postgresqlHost"] in of_kind("Service")
    for kind in ("Deployment", "StatefulSet"):
        for one in of_kind(kind).values():
            labels = one["spec"]["template"]["metadata"]["labels"]
            assert one["spec"]["selector"]["matchLabels"].items() <= labels.items()
            mounted = {mount["name"] for each in containers(one) for mount in each.get("volumeMounts", [])}
            known = {volume["name"] for volume in one["spec"]["template"]["spec"].get("volumes", [])}
            known |= {claim["metadata"]["name"] for claim in one["spec"].get("volumeClaimTemplates", [])}
            assert mounted <= known


def containers(one: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = one["spec"]["template"]["spec"]["containers"]
    return found


def test_images_and_commands_are_those_of_the_compose_file(compose: dict[str, Any]) -> None:
    values = yaml.safe_load((KUBERNETES / "values.yaml").read_text())
    (worker,) = containers(of_kind("Deployment")["testfix-worker"])
    assert worker["command"] == compose["services"]["worker"]["command"]
    image = values["dagsterWebserver"]["image"]
    assert worker["image"] == f"{image['repository']}:{image['tag']}"
    (deployment,) = values["dagster-user-deployments"]["deployments"]
    assert deployment["image"] == values["dagsterDaemon"]["image"] == image
    (database,) = containers(of_kind("StatefulSet")["testfix-database"])
    assert database["image"] == compose["services"]["database"]["image"]
    (broker,) = containers(of_kind("Deployment")["testfix-broker"])
    assert broker["image"] == compose["services"]["broker"]["image"]
    assert (
        values["postgresql"]["postgresqlScheme"] == read("dagster.yaml")["storage"]["postgres"]["postgres_db"]["scheme"]
    )


def test_what_runs_the_projects_code_may_do_little() -> None:
    values = yaml.safe_load((KUBERNETES / "values.yaml").read_text())
    run = values["runLauncher"]["config"]["k8sRunLauncher"]["runK8sConfig"]
    labels = {run["podTemplateSpecMetadata"]["labels"]["testfix"]}
    worker = of_kind("Deployment")["testfix-worker"]["spec"]["template"]
    labels.add(worker["metadata"]["labels"]["testfix"])
    policies = of_kind("NetworkPolicy")
    for policy in policies.values():
        (expression,) = policy["spec"]["podSelector"]["matchExpressions"]
        assert set(expression["values"]) == labels == {"run", "worker"}
        assert policy["spec"]["policyTypes"] == ["Egress"]
    assert policies["testfix-deny-egress"]["spec"]["egress"] == []
    every = [rule for policy in policies.values() for rule in policy["spec"]["egress"]]
    assert every and all(rule["to"] and rule["ports"] for rule in every), "an empty list would allow all"
    assert not any("0.0.0.0/0" in json.dumps(rule) for rule in every)
    for pod in (run["podSpecConfig"], worker["spec"]):
        assert pod["serviceAccountName"] == "testfix-worker" and pod["automountServiceAccountToken"] is False
        assert pod["securityContext"]["runAsNonRoot"] is True
    (binding,) = of_kind("RoleBinding").values()
    assert [one["name"] for one in binding["subjects"]] == ["testfix"]
    allowed = {resource for rule in of_kind("Role")["testfix"]["rules"] for resource in rule["resources"]}
    assert allowed == {"jobs", "jobs/status", "pods", "pods/log", "pods/status", "events"}


def test_the_example_registry_is_one(tmp_path: Path) -> None:
    file = tmp_path / "projects.yaml"
    file.write_text(of_kind("ConfigMap")["testfix-registry"]["data"]["projects.yaml"])
    registry = Registry.load(file)
    (entry,) = registry.entries
    assert entry.in_window and entry.executor == "celery" and not registry.broken
    replicas = of_kind("Deployment")["testfix-worker"]["spec"]["replicas"]
    assert registry.window.at_once == replicas
    assert read("dagster.yaml")["concurrency"]["runs"]["max_concurrent_runs"] >= registry.window.at_once
