#pragma once

#include <tuning/Reason.hpp>
#include <tuning/Status.hpp>

#include <optional>
#include <string>

namespace records {

/// Reasons and statuses as they are spelled in files and tables.
std::string nameOf(tuning::Reason reason);
std::string nameOf(tuning::Status status);
std::optional<tuning::Reason> reasonOf(const std::string& name);
std::optional<tuning::Status> statusOf(const std::string& name);

}  // namespace records
