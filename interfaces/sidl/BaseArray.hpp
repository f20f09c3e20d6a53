#pragma once

namespace sidl {

/// Any array, whatever its element type and dimension: the C++ form of `array<>`. The elements are
/// reached by a cast to sidl::array of the right element type and dimension.
class [[gnu::visibility("default")]] BaseArray {
public:
    virtual ~BaseArray() = default;
    /// 1 to 7.
    [[nodiscard]] virtual int dimension() const noexcept = 0;
    /// The number of elements in one dimension, counted from 0.
    [[nodiscard]] virtual int length(int dimension) const noexcept = 0;

protected:
    BaseArray() = default;
    BaseArray(const BaseArray&) = default;
    BaseArray& operator=(const BaseArray&) = default;
};

}  // namespace sidl
