#pragma once

#include <base/InputError.hpp>

#include <string>
#include <vector>

namespace gantry::tools {

/// Says on standard error what libraries note beside their results.
void printNote(const std::string& note);

/// Says on standard error which files were left out of a result that is made of the others. Returns
/// the exit status: that of the gravest error, kDone without any.
int reportLeftOut(const std::vector<base::InputError>& unreadable);

}  // namespace gantry::tools
