#include <performance/Timer.hpp>

#include <mpi.h>
