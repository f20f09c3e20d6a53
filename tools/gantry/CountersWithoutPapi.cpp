#include "Finding.hpp"

namespace gantry::tools {

std::vector<Finding> counterFindings() {
    return {{"PAPI", "not built in", "install the package libpapi-dev and build again"}};
}

}  // namespace gantry::tools
