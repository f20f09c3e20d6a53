#include <perf/model/Profile.hpp>
#include <performance/Timer.hpp>

#include <dlfcn.h>
#include <mpi.h>
#include <sys/stat.h>
#include <vector>
