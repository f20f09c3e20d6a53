#include <common/Common.hpp>

#include "../components/common/Common.hpp"
