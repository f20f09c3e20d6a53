#pragma once

#include <string>

namespace records {

/// The processor of this machine and the number of processors, as far as the system reports them.
std::string machineName();

}  // namespace records
