#pragma once

#include <pybind11/pybind11.h>

#include <stdexcept>
#include <string>

namespace gantry::python {

/// A value of the wrong type or range. The text continues a sentence that begins with the value's
/// name, for example "is str, not a number". Each layer puts the name of its value in front:
/// "argument 'x' has an element 3 that is str, not a number".
///
///     try {
///         return Conversion<T>::take(item);
///     } catch (const Mismatch& mismatch) {
///         throw Mismatch("has an element 3 that " + std::string(mismatch.what()),
///         mismatch.kind());
///     }
class Mismatch final : public std::runtime_error {
public:
    /// Type: a TypeError of Python; Range: an OverflowError. By which the error of Python is
    /// chosen.
    enum class Kind { Type, Range };

    /// text continues a sentence that begins with the name of the value: "is str, not a number".
    explicit Mismatch(const std::string& text, Kind kind = Kind::Type)
        : std::runtime_error(text), kind_(kind) {}

    /// Decides which exception Python gets.
    [[nodiscard]] Kind kind() const noexcept { return kind_; }

private:
    Kind kind_;
};

/// "str" for a text, and so on. Needs the Gil. For a class written in Python without its module.
inline std::string typeNameOf(pybind11::handle value) {
    return Py_TYPE(value.ptr())->tp_name;
}

}  // namespace gantry::python
