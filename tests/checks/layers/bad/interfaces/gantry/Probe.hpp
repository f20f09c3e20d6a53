#pragma once
#include <performance/Timer.hpp>
