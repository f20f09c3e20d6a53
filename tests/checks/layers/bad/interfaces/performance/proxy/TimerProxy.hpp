#pragma once
#include <gantry/Probe.hpp>
