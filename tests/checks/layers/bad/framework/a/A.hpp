#pragma once
#include "b/B.hpp"
