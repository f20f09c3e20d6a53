#include <quadrature/refine.hpp>

#include "../components/quadrature/refine.hpp"
