#include <framework/Framework.hpp>
#include <performance/Timer.hpp>

#include <allowed.h>

#include "common/Common.hpp"
#include "other/Other.hpp"
