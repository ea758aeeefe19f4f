# SPDX-License-Identifier: Apache-2.0
"""A Slurm cluster of one machine: munged, slurmctld and slurmd with their own ports, sockets and folders, which the test starts and ends. It needs
neither a service manager nor cgroups nor special rights."""

import getpass
import os
import shutil
import subprocess
import unittest

from programs import TIMEOUT, Program, lasting_ports, wait_until

PLACES = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol")
CPUS = 2
MAX_ARRAY_SIZE = 4  # MaxArraySize

CONFIGURATION = """\
ClusterName=test
SlurmctldHost=localhost(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
SlurmctldPort={controller_port}
SlurmdPort={node_port}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1
ReturnToService=2
MaxArraySize={array}
KillWait=5
NodeName=localhost NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def program(name):
    found = shutil.which(name, path=PLACES)
    if not found:
        raise unittest.SkipTest(f"there is no {name} (Debian: slurm-wlm, munge)")
    return found


class Cluster:
    """A cluster in `folder`; with `environment` Slurm's commands use it."""

    def __init__(self, folder):
        self.programs = {name: program(name) for name in PROGRAMS}
        self.folder, self.running = folder, []
        for name in ("state", "spool", "munge"):
            os.makedirs(os.path.join(folder, name))
        os.chmod(folder, 0o755)
        with open(os.open(self.path("munge", "key"), os.O_WRONLY | os.O_CREAT, 0o400), "wb") as file:
            file.write(os.urandom(1024))
        controller, node = lasting_ports(2)
        with open(self.path("slurm.conf"), "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(user=getpass.getuser(), folder=folder, controller_port=controller, node_port=node,
                                            array=MAX_ARRAY_SIZE, cpus=CPUS))
        self.environment = {**os.environ, "SLURM_CONF": self.path("slurm.conf"), "PATH": PLACES}

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def _start(self, name, *arguments):
        self.running.append(Program([self.programs[name], *arguments], self.folder, env=self.environment))

    def __enter__(self):
        self._start("munged", "--foreground", f"--key-file={self.path('munge', 'key')}", f"--socket={self.path('munge', 'socket')}",
                    f"--pid-file={self.path('munge', 'pid')}", f"--log-file={self.path('munge', 'log')}", f"--seed-file={self.path('munge', 'seed')}")  # fmt: skip
        wait_until(lambda: os.path.exists(self.path("munge", "socket")) or self._ended(), "munged")
        self._start("slurmctld", "-D", "-c")
        self._start("slurmd", "-D", "-N", "localhost", "-c")
        wait_until(lambda: "IDLE" in self.printed("scontrol", "show", "node", "localhost") or self._ended(), "a node that is ready")
        if self._ended():
            reported = [one.printed().splitlines()[-1:] for one in self.running]
            self.__exit__()
            raise AssertionError(f"Slurm is installed and does not start: {reported}")
        return self

    def _ended(self):
        return any(one.ended() for one in self.running)

    def __exit__(self, *_):
        for one in reversed(self.running):
            one.stop()
            one.close()

    def printed(self, name, *arguments):
        """The output of one of Slurm's commands."""
        return subprocess.run([self.programs[name], *arguments], env=self.environment, capture_output=True, text=True, timeout=TIMEOUT, check=False).stdout

    def jobs(self, state):
        """The names of all jobs in this state."""
        return self.printed("squeue", "-h", "-r", "-t", state, "-o", "%F_%K").split()
