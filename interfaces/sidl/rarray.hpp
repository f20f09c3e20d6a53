#pragma once

#include <array>
#include <cstddef>

namespace sidl {

/// A SIDL rarray argument: a view of the caller's memory, column-major, dense, with lower bounds 0.
/// It owns nothing and is valid for the call it was passed to. Access is not checked. Elements have
/// the order of Fortran: the first index runs fastest.
template <class T, int N = 1>
class rarray final {
    static_assert(N >= 1 && N <= 7, "SIDL arrays have 1 to 7 dimensions");

public:
    using Shape = std::array<int, N>;

    rarray() = default;
    /// The lengths are not negative; first may be null if one of them is 0.
    rarray(T* first, const Shape& lengths) : first_(first), lengths_(lengths) {}

    /// Of one dimension, counted from 0.
    [[nodiscard]] int length(int dimension = 0) const noexcept {
        return lengths_[static_cast<std::size_t>(dimension)];
    }
    /// The first element; the others follow without gaps.
    [[nodiscard]] T* data() const noexcept { return first_; }

    /// The element at these indices, each counted from 0.
    template <class... Index>
    T& operator()(Index... index) const noexcept {
        static_assert(sizeof...(Index) == N, "one index for each dimension");
        const Shape indices{static_cast<int>(index)...};
        std::ptrdiff_t offset = 0;
        for (std::size_t d = N; d-- > 0;) {
            offset = offset * lengths_[d] + indices[d];
        }
        return first_[offset];
    }
    /// The same for one dimension.
    T& operator[](int index) const noexcept requires(N == 1) { return first_[index]; }

private:
    T* first_ = nullptr;
    Shape lengths_{};
};

}  // namespace sidl
