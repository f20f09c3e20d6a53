#pragma once

#include <base/InputError.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gantry::perf {

/// One value of a JSON document together with the way that led to it, so that an error can name the
/// place. The place is only put into words when there is an error. A field must not outlive the one
/// it came from. Every reading function throws ProfileFormatError that names the place if the value
/// is of another type or out of range. The document outlives the field.
class JsonField final {
public:
    explicit JsonField(const nlohmann::json& document) : json_(document) {}

    /// A member that must be there.
    JsonField operator[](std::string_view name) const;

    /// A member that may be missing.
    std::optional<JsonField> optional(std::string_view name) const;

    /// Number of elements of an array.
    std::size_t size() const;

    /// An element of an array; index below size().
    JsonField operator[](std::size_t index) const;

    /// A string, or an object {"hex": digits} for bytes that are not UTF-8; see text() in
    /// JsonValue.hpp.
    std::string text() const;
    /// true or false.
    bool boolean() const;
    /// A number, or "nan", "inf" or "-inf".
    double real() const;
    /// A whole number from least to most.
    std::int64_t integer(std::int64_t least, std::int64_t most) const;
    /// A whole number of 64 bits that is not negative.
    std::uint64_t count() const;

    /// integer() in the type of the limits.
    template <class Integer>
    Integer whole(Integer least, Integer most) const {
        return static_cast<Integer>(
            integer(static_cast<std::int64_t>(least), static_cast<std::int64_t>(most)));
    }

    /// Throws ProfileFormatError: "profile: PLACE: MESSAGE".
    [[noreturn]] void fail(const std::string& message,
                           base::InputError::Kind kind = base::InputError::Kind::Damaged) const;

private:
    JsonField(const nlohmann::json& json, const JsonField& above, std::string_view name)
        : json_(json), above_(&above), name_(name) {}
    JsonField(const nlohmann::json& json, const JsonField& above, std::size_t index)
        : json_(json), above_(&above), index_(index) {}

    [[noreturn]] void expected(const std::string& what) const;
    std::string place() const;

    const nlohmann::json& json_;
    const JsonField* above_ = nullptr;
    std::string_view name_;
    std::size_t index_ = 0;
};

}  // namespace gantry::perf
