#pragma once
#include <performance/proxy/TimerProxy.hpp>
