#pragma once

#include <perf/model/RankMerger.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace gantry::perf {

/// Bytes that are no part: what is wrong with them.
class PartError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A part of a run as bytes, for other processes of the same run: some ten bytes for each call
/// path, a twentieth of its JSON document. It is not a file format: a reader of another version
/// refuses it. The bytes do not depend on the byte order of the machine.
std::string encodePart(const RankPart& part);

/// The inverse. Throws PartError for bytes that are cut short, contradict themselves, or come from
/// another version; the references in the result are sound.
RankPart decodePart(std::string_view bytes);

/// The same of a block of columns, which who keeps it passes on unread. Empty bytes: no block.
std::string encodeBlock(const RankBlock& block);
RankBlock decodeBlock(std::string_view bytes);

}  // namespace gantry::perf
