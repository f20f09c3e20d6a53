#include "../components/quadrature/refine.hpp"
#include <quadrature/refine.hpp>
