#include "Header.hpp"

#include "Made.hpp"

int* second = nullptr;
