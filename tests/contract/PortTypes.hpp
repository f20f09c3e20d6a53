#pragma once

#include <string>
#include <vector>

namespace contract {

/// The port types that have a suite in this folder, which is called "contract.TYPE", in
/// alphabetical order. Before the suites are run.
std::vector<std::string> portTypes();

}  // namespace contract
