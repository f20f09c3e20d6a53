#include <perf/segment/detail/EventSums.hpp>
