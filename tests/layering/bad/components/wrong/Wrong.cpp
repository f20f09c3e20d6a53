#include <framework/Framework.hpp>
