#pragma once
#include <allowed.h>
#include <common/Common.hpp>
