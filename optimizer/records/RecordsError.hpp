#pragma once

#include <base/InputError.hpp>
#include <gantry/Error.hpp>

namespace records {

/// A tuning store or a decision log cannot be used: which file, what is wrong, and how to fix it. A
/// file that another program holds is Kind::File.
class RecordsError final : public gantry::base::InputError {
public:
    using InputError::InputError;
};

/// Does the work of a port's method and returns its result. A RecordsError leaves it as the
/// gantry::Error that ports may throw, with the same text.
template <class Work>
auto inPort(Work work) {
    try {
        return work();
    } catch (const RecordsError& error) {
        throw gantry::Error(gov::cca::CCAExceptionType::Unexpected, error.what());
    }
}

}  // namespace records
