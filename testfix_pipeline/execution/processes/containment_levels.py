"""The levels of containment and what each one covers."""

from __future__ import annotations

FULL = "bubblewrap"
SUBREAPER = "subreaper"
DEGRADED = "process group (degraded)"

COVERS = {
    FULL: "own namespaces: no network, no other processes, homes hidden, everything but the worktree read-only; "
    "limits on time, memory, processes, output and disk; everything ended",
    SUBREAPER: "limits on time, memory, processes, output and disk, no secrets in the environment, everything ended; "
    "network and files are as open as to you",
    DEGRADED: "limits on time and output, no secrets in the environment; what leaves its group may survive; "
    "network and files are as open as to you",
}
