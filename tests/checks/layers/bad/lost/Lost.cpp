#include <string>
#include <mpi.h>
