# Numbers around the ring by mpi4py: 10 messages of 80 bytes from each rank, and 10 reductions.
import array

from mpi4py import MPI

world = MPI.COMM_WORLD
out = array.array("d", [0.0] * 10)
into = array.array("d", [0.0] * 10)
for turn in range(10):
    world.Sendrecv(out, (world.rank + 1) % world.size, 0, into, (world.rank - 1) % world.size, 0)
    world.allreduce(1)
