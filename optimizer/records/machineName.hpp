#pragma once

#include <string>

namespace records {

/// The processor of this machine and how many there are, as far as the system reports.
std::string machineName();

}  // namespace records
