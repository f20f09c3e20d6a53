#pragma once

#include <gantry/Error.hpp>

#include <filesystem>
#include <string>

namespace records {

/// An error of a tuning store or a decision log: which file, what is wrong, and how to fix it.
class RecordsError final : public gantry::Error {
public:
    enum class Cause {
        File,     ///< it cannot be read or written
        Damaged,  ///< it is something else, or not as it was written
        Newer,    ///< it was written by a newer Gantry
        Locked,   ///< another program holds it
    };

    RecordsError(Cause cause, const std::filesystem::path& file, const std::string& what)
        : Error(gov::cca::CCAExceptionType::Unexpected, file.string() + ": " + what),
          cause_(cause) {}

    [[nodiscard]] Cause cause() const noexcept { return cause_; }

private:
    Cause cause_;
};

}  // namespace records
