"""A Kubernetes API on loopback that validates each Job by the schemas of Kubernetes, and runs it as a process.

A pod has its volumes, a host name, a home and a temporary folder of its own in namespaces, and no variables but
those of its manifest. A folder that is "of a machine" is an empty one in a pod that mounts no volume there.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

import kubernetes_validate
import yaml

from testfix_pipeline_tests.celery_cluster import kill_group, start

VERSION = "1.32"
NAMESPACE = "default"
Manifest = dict[str, Any]
_PATH = re.compile(r"/(?:apis/batch|api)/v1/namespaces/[^/]+/(jobs|pods|events)(?:/([^/]+))?(?:/(status|log))?")


@dataclass
class Pod:
    """The pod of a Job. `reason` says why the cluster has ended it, if it has."""

    job: Manifest
    process: subprocess.Popen[bytes]
    log: Path
    began: str
    reason: str = ""

    @property
    def name(self) -> str:
        return str(self.job["metadata"]["name"])

    @property
    def container(self) -> Manifest:
        found: Manifest = self.job["spec"]["template"]["spec"]["containers"][0]
        return found

    @property
    def phase(self) -> str:
        code = self.process.poll()
        return "Running" if code is None else "Failed" if code or self.reason else "Succeeded"

    def job_status(self) -> Manifest:
        count = {"Running": "active", "Failed": "failed", "Succeeded": "succeeded"}[self.phase]
        ended = {"Failed": "Failed", "Succeeded": "Complete"}.get(self.phase)
        conditions = [{"type": ended, "status": "True"}] if ended else []
        return {"startTime": self.began, count: 1, "conditions": conditions}

    def pod(self) -> Manifest:
        code = self.process.poll()
        state: Manifest = {"running": {"startedAt": self.began}}
        if code is not None:
            why = "Completed" if code == 0 else "Error"
            state = {"terminated": {"exitCode": code if code >= 0 else 128 - code, "reason": why}}
        shown = {"name": self.container["name"], "image": self.container.get("image", ""), "imageID": ""}
        status = {
            "phase": self.phase,
            "startTime": self.began,
            "containerStatuses": [{**shown, "ready": code is None, "restartCount": 0, "state": state}],
            **({"reason": self.reason} if self.reason else {}),
        }
        meta = {"name": f"{self.name}-pod", "namespace": NAMESPACE, "labels": {"job-name": self.name}}
        spec = self.job["spec"]["template"]["spec"]
        return {"apiVersion": "v1", "kind": "Pod", "metadata": meta, "spec": spec, "status": status}


@dataclass
class Kubernetes:
    """A running cluster: what its pods may mount and read, which Jobs it has had, and which it refused.

    of_machine: folders of which each pod has an empty one.
    """

    folder: Path
    config_maps: Mapping[str, Mapping[str, str]]
    secrets: Mapping[str, Mapping[str, str]]
    of_machine: Sequence[Path]
    pods: dict[str, Pod] = field(default_factory=dict)
    deleted: dict[str, Pod] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    address: str = ""

    @property
    def kubeconfig(self) -> Path:
        """The file by which clients find it."""
        return self.folder / "kubeconfig"

    def every(self) -> list[Pod]:
        """The pods of all Jobs, also of deleted ones, oldest first."""
        return sorted([*self.deleted.values(), *self.pods.values()], key=lambda pod: pod.began)

    def create(self, job: Manifest) -> Pod:
        """Run a Job. Raises ValidationError where the schemas refuse it."""
        kubernetes_validate.validate(job, VERSION, strict=True)
        name = job["metadata"]["name"]
        own = self.folder / "pods" / name
        container = job["spec"]["template"]["spec"]["containers"][0]
        command = [*self._mounting(job, own), *container.get("command", []), *container.get("args", [])]
        made = start(command, own / "log", own, self._variables(container, own), inherit=False)
        self.pods[name] = Pod(job, made, own / "log", datetime.now(UTC).isoformat())
        return self.pods[name]

    def delete(self, name: str) -> None:
        """Delete a Job with its pod."""
        self.deleted[name] = self.pods.pop(name)
        kill_group(self.deleted[name].process)

    def evict(self, name: str) -> None:
        """End a pod as a node does that has no memory left; its Job stays, and has failed."""
        self.pods[name].reason = "Evicted"
        kill_group(self.pods[name].process)

    def end(self) -> None:
        """Kill what still runs."""
        for pod in self.every():
            kill_group(pod.process)

    def _mounting(self, job: Manifest, own: Path) -> list[str]:
        """The beginning of a pod's command: its mounts."""
        spec = job["spec"]["template"]["spec"]
        volumes = {volume["name"]: volume for volume in spec.get("volumes", [])}
        mounts = spec["containers"][0].get("volumeMounts", [])
        mounted = {mount["mountPath"] for mount in mounts}
        pairs = [
            (self._empty(own / "machine", path), str(path)) for path in self.of_machine if str(path) not in mounted
        ]
        pairs.append((self._empty(own, Path("tmp")), "/var/tmp"))
        pairs += [(self._source(volumes[mount["name"]], mount, own), mount["mountPath"]) for mount in mounts]
        lines = [
            f"if [ -d {source} ]; then mkdir -p {target}; else mkdir -p $(dirname {target}); touch {target}; fi; "
            f"mount --bind {source} {target}"
            for source, target in ((shlex.quote(source), shlex.quote(target)) for source, target in pairs)
        ]
        script = " && ".join(['echo "$HOSTNAME" > /proc/sys/kernel/hostname', *lines, 'exec "$@"'])
        return ["unshare", "--uts", "--mount", "--propagation", "private", "sh", "-c", script, "sh"]

    def _source(self, volume: Manifest, mount: Manifest, own: Path) -> str:
        """What a volume is on this machine."""
        place = own / "volumes" / volume["name"]
        if "hostPath" in volume:
            place = Path(volume["hostPath"]["path"])
        elif "configMap" in volume:
            place.mkdir(parents=True, exist_ok=True)
            for name, content in self.config_maps[volume["configMap"]["name"]].items():
                (place / name).write_text(content)
        else:
            assert volume["emptyDir"] is not None, volume
            place.mkdir(parents=True, exist_ok=True)
        return str(place / mount["subPath"] if mount.get("subPath") else place)

    @staticmethod
    def _empty(own: Path, path: Path) -> str:
        place = own / path.name
        place.mkdir(parents=True, exist_ok=True)
        return str(place)

    def _variables(self, container: Manifest, own: Path) -> dict[str, str]:
        given = {"HOME": self._empty(own, Path("home")), "HOSTNAME": own.name}
        given["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        for source in container.get("envFrom", []):
            given |= self.secrets[source["secretRef"]["name"]]
        for variable in container.get("env", []):
            secret = variable.get("valueFrom", {}).get("secretKeyRef")
            value = self.secrets[secret["name"]][secret["key"]] if secret else variable.get("value", "")
            given[variable["name"]] = value
        return given


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    cluster: ClassVar[Kubernetes]
    lock: ClassVar[threading.Lock]

    def log_message(self, *_arguments: Any) -> None:
        """Say nothing."""

    def _answer(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with self.lock:
            status, answer = self._answered(json.loads(content or b"null"))
        data = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_DELETE = _answer

    def _answered(self, body: Any) -> tuple[int, Manifest]:
        address = urlsplit(self.path)
        if address.path == "/version":
            return 200, {"major": "1", "minor": VERSION.partition(".")[2], "gitVersion": f"v{VERSION}.0"}
        found = _PATH.fullmatch(address.path)
        if found is None:
            return _failure(404, "NotFound", self.path)
        kind, name, _part = found.groups()
        if kind == "events":
            return 200, {"apiVersion": "v1", "kind": "EventList", "metadata": {}, "items": []}
        if self.command == "POST":
            return self._created(body)
        if name is None:
            wanted = parse_qs(address.query).get("labelSelector", [""])[0].partition("job-name=")[2]
            return 200, _listed(kind, [pod for pod in self.cluster.pods.values() if pod.name == (wanted or pod.name)])
        key = name.removesuffix("-pod") if kind == "pods" else name
        pod = self.cluster.pods.get(key)
        if pod is None:
            return _failure(404, "NotFound", name)
        if self.command == "DELETE":
            self.cluster.delete(key)
            return 200, {"kind": "Status", "status": "Success"}
        return 200, _shown(kind, pod)

    def _created(self, job: Manifest) -> tuple[int, Manifest]:
        if job["metadata"]["name"] in self.cluster.pods:
            return _failure(409, "AlreadyExists", job["metadata"]["name"])
        try:
            return 201, _shown("jobs", self.cluster.create(job))
        except kubernetes_validate.ValidationError as error:
            self.cluster.refused.append(str(error.message))
            return _failure(422, "Invalid", str(error.message))


def _shown(kind: str, pod: Pod) -> Manifest:
    if kind == "pods":
        return pod.pod()
    meta = {**pod.job["metadata"], "namespace": NAMESPACE, "uid": pod.name, "creationTimestamp": pod.began}
    shown = {"apiVersion": "batch/v1", "kind": "Job", "metadata": meta, "spec": pod.job["spec"]}
    return {**shown, "status": pod.job_status()}


def _listed(kind: str, pods: Sequence[Pod]) -> Manifest:
    of = "PodList" if kind == "pods" else "JobList"
    return {"apiVersion": "v1", "kind": of, "metadata": {}, "items": [_shown(kind, pod) for pod in pods]}


def _failure(code: int, reason: str, message: str) -> tuple[int, Manifest]:
    return code, {"kind": "Status", "status": "Failure", "reason": reason, "message": message, "code": code}


@contextmanager
def kubernetes(
    folder: Path,
    config_maps: Mapping[str, Mapping[str, str]],
    secrets: Mapping[str, Mapping[str, str]],
    of_machine: Sequence[Path],
) -> Iterator[Kubernetes]:
    """A cluster until the block ends."""
    cluster = Kubernetes(folder, config_maps, secrets, of_machine)
    handler = type("Handler", (_Handler,), {"cluster": cluster, "lock": threading.Lock()})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    cluster.address = f"http://127.0.0.1:{server.server_port}"
    named = {"cluster": {"server": cluster.address}, "context": {"cluster": "here", "user": "here"}, "user": {}}
    config = {"apiVersion": "v1", "kind": "Config", "current-context": "here"}
    parts = {f"{kind}s": [{"name": "here", kind: content}] for kind, content in named.items()}
    cluster.kubeconfig.write_text(yaml.safe_dump({**config, **parts}))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield cluster
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        cluster.end()
