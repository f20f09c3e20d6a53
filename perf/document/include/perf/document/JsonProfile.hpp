#pragma once

#include <base/InputError.hpp>
#include <perf/model/Profile.hpp>

#include <string>
#include <string_view>

namespace gantry::perf {

/// A text or file is not a profile this program can read: what is wrong and at which place of the
/// document.
class ProfileFormatError final : public base::InputError {
public:
    using InputError::InputError;
};

/// The version of the document that toJson() writes and the newest that fromJson() reads.
inline constexpr int kProfileVersion = 2;

/// The profile as a JSON document, described in docs/formats/profile.md. Nothing is lost:
/// fromJson() gives an equal profile. Ends with a line feed. Builds the whole document in memory:
/// some hundred bytes for each call path. Texts that are not UTF-8 are written in hexadecimal;
/// infinities and NaN as null.
std::string toJson(const Profile& profile);

/// Reads such a document, of this version or an older one. Every reference in it is checked, so the
/// result can be used without further tests. Members that are not known are ignored. Throws
/// ProfileFormatError for anything that is damaged, cut short, contradictory or of a newer version.
/// The whole document is in memory while it is read.
Profile fromJson(std::string_view text);

}  // namespace gantry::perf
