#include "a/A.hpp"
