#pragma once

#include <exception>
#include <utility>

namespace integrators {

/// Keeps what a function throws while C code calls it, which no exception may pass.
class KeptException final {
public:
    /// What call returns; 0 after something was thrown, without calling any more.
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
    /// Throws what was kept.
    void rethrow() const {
        if (thrown_) {
            std::rethrow_exception(thrown_);
        }
    }

private:
    std::exception_ptr thrown_;
};

}  // namespace integrators
