#include "Header.hpp"

namespace {
long* local() {
    return 0;
}
}  // namespace

long* fourth = local();
