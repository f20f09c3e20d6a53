#pragma once

#include <exception>
#include <utility>

namespace integrators {

/// Carries an exception across C code: the callback that the C library calls keeps it, and the
/// caller of the library rethrows it afterwards. No exception may unwind C frames. One thread at a
/// time.
class KeptException final {
public:
    /// Returns what call returns. If call throws, keeps the exception and returns 0; from then on
    /// it returns 0 without calling, so that the library finishes quickly.
    template <class Call>
    double value(const Call& call) noexcept {
        if (!thrown_) {
            try {
                return call();
            } catch (...) {
                thrown_ = std::current_exception();
            }
        }
        return 0;
    }
    [[nodiscard]] bool thrown() const noexcept { return thrown_ != nullptr; }
    /// Throws the kept exception, if there is one. Call it once the C library has returned.
    void rethrow() const {
        if (thrown_) {
            std::rethrow_exception(thrown_);
        }
    }

private:
    std::exception_ptr thrown_;
};

}  // namespace integrators
