#!/usr/bin/env python3
"""Exports a traced MPI program and gives the messages to programs that others wrote.

    check_messages.py FORMAT GANTRY MPIRUN PROGRAM RANKS FOLDER

FORMAT is otf2 or perfetto: the messages that Python's otf2 or protoc finds are those of `gantry trace --messages`. Or it is otf2-roots:
the roots of collective calls and the one-sided operations that Python's otf2 finds are those that PROGRAM prints. Exit status 77: a
program that the check needs is not installed.
"""
import csv
import io
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from check_export import Skip, need

READER = """
import sys, otf2
sent, received = [], []
with otf2.reader.open(sys.argv[1]) as trace:
    for location, event in trace.events:
        rank = int(str(location.group.name).split()[1])
        if isinstance(event, otf2.events.MpiSend):
            sent.append((rank, event.receiver, event.msg_tag, event.msg_length, event.communicator.name))
        elif isinstance(event, otf2.events.MpiRecv):
            received.append((event.sender, rank, event.msg_tag, event.msg_length, event.communicator.name))
    for one in trace.definitions.regions:
        if one.name.startswith("MPI_"):
            print("region", one.name, str(one.region_role), str(one.paradigm), sep="\\t")
for kind, found in (("sent", sent), ("received", received)):
    for row in found:
        print(kind, *row, sep="\\t")
"""


ROOTS = """
import sys, otf2

def rank(of):
    return int(str(of.group.name).split()[1])

def member(comm, place):
    return rank(comm.group.members[place])

with otf2.reader.open(sys.argv[1]) as trace:
    for location, event in trace.events:
        if isinstance(event, otf2.events.MpiCollectiveEnd):
            root = -1 if event.root == 0xffffffff else member(event.communicator, event.root)
            print("collective", rank(location), str(event.collective_op).split(".")[-1], root, sep="\\t")
        elif isinstance(event, (otf2.events.RmaPut, otf2.events.RmaGet)):
            print("put" if isinstance(event, otf2.events.RmaPut) else "get", rank(location), member(event.win.comm, event.remote),
                  event.bytes, sep="\\t")
"""


def run(*words, folder, environment=None):
    done = subprocess.run([str(word) for word in words], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def measured(gantry, mpirun, program, ranks, folder):
    """The archive of a traced run, and what the program printed."""
    for file in folder.glob("mpirun*"):
        file.unlink()
    environment = dict(os.environ, GANTRY_SEGMENT_DIR=str(folder / "segments"), OMPI_ALLOW_RUN_AS_ROOT="1",
                       OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")
    archive = folder / "mpirun.gantry"
    printed = run(gantry, "exec", "--quiet", "--trace", "full", "--output", archive, "--", mpirun, "-n", ranks, program,
                  folder=folder, environment=environment)
    return archive, printed


def messages_of(gantry, archive, folder):
    """As (from, to, tag, bytes, communicator)."""
    text = run(gantry, "trace", "--messages", "--csv", archive, folder=folder)
    messages = Counter((row["from"], row["to"], row["tag"], row["bytes [B]"], row["communicator"])
                       for row in csv.DictReader(io.StringIO(text)))
    assert sum(messages.values()) >= 8, text
    return messages


def exported_to_otf2(gantry, archive, folder):
    if "otf2" not in run(gantry, "export", "--list", folder=folder):
        raise Skip("gantry was built without the OTF2 library (package libopen-trace-format2-dev)")
    need("otf2-print", "otf2-tools")
    target = folder / "run.otf2"
    subprocess.run(["rm", "-rf", str(target)], check=True)
    run(gantry, "export", "--to", "otf2", "--output", target, archive, folder=folder)
    return target / "traces.otf2"


def check_otf2(gantry, archive, _, folder):
    messages = messages_of(gantry, archive, folder)
    target = exported_to_otf2(gantry, archive, folder)
    printed = run("otf2-print", target, folder=folder)
    read = run("/usr/bin/python3", "-c", READER, target, folder=folder)
    print(read[:1500])
    rows = [line.split("\t") for line in read.splitlines()]
    for kind in ("sent", "received"):
        found = Counter(tuple(row[1:]) for row in rows if row[0] == kind)
        # Ranks of a message are places in its communicator; here each communicator has all ranks in their order, or names them.
        assert sum(found.values()) == sum(messages.values()), (kind, found, messages)
        assert Counter(row[2:] for row in found.elements()) == Counter(row[2:] for row in messages.elements()), (kind, found)
        if len({row[4] for row in messages}) == 1:
            assert found == messages, (kind, found, messages)
    assert printed.count("\nMPI_SEND ") == printed.count("\nMPI_RECV ") == sum(messages.values())
    roles = {row[1]: (row[2], row[3]) for row in rows if row[0] == "region"}
    assert any("POINT2POINT" in role and "MPI" in paradigm for role, paradigm in roles.values()), roles


def check_otf2_roots(gantry, archive, said, folder):
    read = run("/usr/bin/python3", "-c", ROOTS, exported_to_otf2(gantry, archive, folder), folder=folder)
    print(read)
    expected = Counter(line for line in said.splitlines() if line.split("\t")[0] in ("collective", "put", "get"))
    assert sum(expected.values()) >= 20, said
    # The calls that the program makes for itself, such as that which splits a communicator, have no root.
    found = Counter(line for line in read.splitlines() if line in expected or not line.endswith("\t-1"))
    assert found == expected, (found - expected, expected - found)


def check_perfetto(gantry, archive, _, folder):
    messages = messages_of(gantry, archive, folder)
    target = folder / "run.pftrace"
    run(gantry, "export", "--to", "perfetto", "--output", target, archive, folder=folder)
    proto = Path(__file__).parents[2] / "perf" / "exporters" / "perfetto"
    with open(target, "rb") as content:
        done = subprocess.run([need("protoc", "protobuf-compiler"), f"--proto_path={proto}", "--decode=perfetto.protos.Trace",
                               "trace.proto"], stdin=content, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    begun, ended = Counter(), Counter()
    for packet in done.stdout.split("\npacket {"):
        for number in re.findall(r"^ *flow_ids: (\d+)", packet, re.MULTILINE):
            assert re.search("TYPE_SLICE_BEGIN|TYPE_INSTANT", packet)
            begun[number] += 1
        for number in re.findall(r"^ *terminating_flow_ids: (\d+)", packet, re.MULTILINE):
            ended[number] += 1
    print(f"{len(begun)} flows of {sum(messages.values())} messages")
    assert begun == ended and set(begun.values()) == {1}, (begun, ended)
    assert len(begun) == sum(messages.values())


def main():
    name, gantry, mpirun, program, ranks, folder = sys.argv[1:]
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        archive, printed = measured(gantry, mpirun, program, ranks, folder)
        {"otf2": check_otf2, "otf2-roots": check_otf2_roots, "perfetto": check_perfetto}[name](gantry, archive, printed, folder)
    except Skip as missing:
        print(f"skipped: {missing}")
        return 77
    return 0


if __name__ == "__main__":
    sys.exit(main())
