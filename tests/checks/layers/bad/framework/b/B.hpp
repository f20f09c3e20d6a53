#pragma once
#include "c/C.hpp"
