"""Hosts on one machine: network namespaces on a bridge, which can be cut off. Everything ends with this process.

It needs a network namespace of its own, as root: `unshare --net python -m …`.
"""

from __future__ import annotations

import ctypes
import signal
import subprocess
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

BRIDGE: Final = "facetry0"
NETWORK: Final = "10.77.0"
"""The first three numbers of all addresses."""
OWN_ADDRESS: Final = f"{NETWORK}.254"
_DIES_WITH_PARENT: Final = 1
"""PR_SET_PDEATHSIG of prctl."""


@dataclass(frozen=True, slots=True)
class Machine:
    """A network namespace with an address. `holder` is a process that keeps it."""

    address: str
    interface: str
    holder: subprocess.Popen[bytes]

    @property
    def prefix(self) -> list[str]:
        """What stands before a command that is to run there."""
        return ["nsenter", "--target", str(self.holder.pid), "--net"]


class Network:
    """The bridge and its machines, within the context."""

    def __init__(self) -> None:
        self._machines: list[Machine] = []

    def __enter__(self) -> Self:
        _run("ip", "link", "set", "lo", "up")
        _run("ip", "link", "add", BRIDGE, "type", "bridge")
        _run("ip", "link", "set", BRIDGE, "up")
        _run("ip", "address", "add", f"{OWN_ADDRESS}/24", "dev", BRIDGE)
        return self

    def __exit__(
        self, _: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for machine in self._machines:
            machine.holder.kill()
            machine.holder.wait()

    def add(self, number: int) -> Machine:
        """A new machine, with this number as the last of its address."""
        holder = subprocess.Popen(
            ["unshare", "--net", "sh", "-c", "echo; exec sleep infinity"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            preexec_fn=die_with_parent,  # one call of the kernel
        )
        assert holder.stdout is not None
        holder.stdout.readline()
        machine = Machine(f"{NETWORK}.{number}", f"facetry{number}", holder)
        self._machines.append(machine)
        pid = str(holder.pid)
        _run("ip", "link", "add", machine.interface, "type", "veth", "peer", "name", "eth0", "netns", pid)
        _run(*machine.prefix, "ip", "link", "set", "lo", "up")
        _run(*machine.prefix, "ip", "address", "add", f"{machine.address}/24", "dev", "eth0")
        _run(*machine.prefix, "ip", "link", "set", "eth0", "up")
        _run("ip", "link", "set", machine.interface, "up")
        self.connect(machine)
        return machine

    def cut_off(self, machine: Machine) -> None:
        """Lose all packets from and to a machine, without a word to anybody."""
        _run("ip", "link", "set", machine.interface, "nomaster")

    def connect(self, machine: Machine) -> None:
        """Connect a machine with the others."""
        _run("ip", "link", "set", machine.interface, "master", BRIDGE)


def die_with_parent() -> None:
    """For a process that was just forked: end it when the process that has forked it ends."""
    ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGKILL)


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"
