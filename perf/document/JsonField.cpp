#include "JsonField.hpp"

#include <base/text/Hex.hpp>
#include <perf/document/JsonProfile.hpp>

#include <limits>

namespace gantry::perf {

namespace {

// Enough to recognise the value; it may be megabytes long.
constexpr std::size_t kShownCharacters = 40;

std::string shown(const nlohmann::json& json) {
    // Escaped to ASCII: the value is foreign and goes to a terminal. Invalid UTF-8 is replaced
    // instead of throwing a second error.
    std::string text = json.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    if (text.size() > kShownCharacters) {
        text = text.substr(0, kShownCharacters) + "...";
    }
    return text;
}

}  // namespace

std::string JsonField::place() const {
    if (above_ == nullptr) {
        return {};
    }
    const std::string above = above_->place();
    // An element of an array; the empty name is a valid name of a member.
    if (name_.data() == nullptr) {
        return above + '[' + std::to_string(index_) + ']';
    }
    return above.empty() ? std::string(name_) : above + '.' + std::string(name_);
}

void JsonField::fail(const std::string& message, base::InputError::Kind kind) const {
    const std::string where = place();
    throw ProfileFormatError(kind, "profile: " + (where.empty() ? "" : where + ": ") + message);
}

void JsonField::expected(const std::string& what) const {
    fail("expected " + what + ", found " + shown(json_));
}

std::optional<JsonField> JsonField::optional(std::string_view name) const {
    if (!json_.is_object()) {
        expected("an object");
    }
    const auto member = json_.find(name);
    if (member == json_.end()) {
        return std::nullopt;
    }
    return JsonField(*member, *this, name);
}

JsonField JsonField::operator[](std::string_view name) const {
    const std::optional<JsonField> member = optional(name);
    if (!member) {
        fail("the member '" + std::string(name) + "' is missing");
    }
    return *member;
}

std::size_t JsonField::size() const {
    if (!json_.is_array()) {
        expected("an array");
    }
    return json_.size();
}

JsonField JsonField::operator[](std::size_t index) const {
    return {json_[index], *this, index};
}

std::string JsonField::text() const {
    if (json_.is_string()) {
        return json_.get<std::string>();
    }
    // A text that is not UTF-8, see text() in JsonValue.hpp.
    if (json_.is_object() && json_.size() == 1 && json_.contains("hex") &&
        json_["hex"].is_string()) {
        if (std::optional<std::string> bytes =
                base::fromHex(json_["hex"].get_ref<const std::string&>())) {
            return *std::move(bytes);
        }
    }
    expected("a text");
}

bool JsonField::boolean() const {
    if (!json_.is_boolean()) {
        expected("true or false");
    }
    return json_.get<bool>();
}

double JsonField::real() const {
    if (json_.is_number()) {
        return json_.get<double>();
    }
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (json_ == "inf") {
        return kInfinity;
    }
    if (json_ == "-inf") {
        return -kInfinity;
    }
    if (json_ == "nan") {
        return std::numeric_limits<double>::quiet_NaN();
    }
    expected("a number");
}

std::int64_t JsonField::integer(std::int64_t least, std::int64_t most) const {
    // The library converts a number above it without a word, to a negative one.
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const bool fits = json_.is_number_unsigned() ? json_.get<std::uint64_t>() <= kMost
                                                 : json_.is_number_integer();
    if (fits) {
        if (const auto value = json_.get<std::int64_t>(); value >= least && value <= most) {
            return value;
        }
    }
    // An index into an empty list.
    if (most < least) {
        expected("nothing, as there is nothing to refer to");
    }
    expected("a whole number between " + std::to_string(least) + " and " + std::to_string(most));
}

std::uint64_t JsonField::count() const {
    if (!json_.is_number_unsigned()) {
        expected("a whole number that is not negative");
    }
    return json_.get<std::uint64_t>();
}

}  // namespace gantry::perf
