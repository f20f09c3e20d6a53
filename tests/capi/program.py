"""A program in Python that measures itself; prints what it sees of that."""
import threading

import gantry


@gantry.timed
def assemble(size):
    gantry.timer("assemble.inner").parameter("outside", 1)
    return size


@gantry.timed(name="solver", group="numerics")
def solve(depth):
    """Solves."""
    return solve(depth - 1) if depth else 0


def in_a_thread():
    gantry.name_thread("worker")
    with gantry.timer("threaded"):
        pass


assert assemble(7) == 7
assert solve(2) == 0 and solve.__doc__ == "Solves."
try:
    with gantry.timer("failing"):
        raise KeyError("kept")
except KeyError:
    pass
with gantry.timer("outer") as nothing:
    gantry.timer("outer").parameter("size", 10)
    gantry.event("value", per_call_path=True).trigger(2.5)
thread = threading.Thread(target=in_a_thread)
thread.start()
thread.join()
before = gantry.enable_group("numerics", False)
solve(1)
groups = gantry.enable_groups("num*", True)
gantry.fact("grid", "100 x 100")
values = gantry.timer("solver", __name__, "numerics").values()
document = gantry.snapshot()
print(
    gantry.measuring(),
    before,
    groups,
    values and (values["calls"], values["running"], values["wall"][0] >= values["wall"][1]),
    document and document["version"],
)
