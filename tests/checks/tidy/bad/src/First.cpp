#include "Header.hpp"

int* first = 0;
