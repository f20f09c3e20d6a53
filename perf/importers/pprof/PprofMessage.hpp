#pragma once

#include <perf/importers/reading/ImportFile.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gantry::perf {

/// A kind of value that every sample has, by places in the table of strings.
struct PprofValueType {
    std::string_view type;
    std::string_view unit;
};

struct PprofFunction {
    std::string_view name;
    std::string_view file;
};

/// A place in a program: the function there, and those it was inlined into behind it.
struct PprofLocation {
    std::vector<PprofFunction> functions;
    std::string_view object;  ///< the file that was mapped there
    std::uint64_t address = 0;
};

/// A profile.proto message as far as it is used. The texts are parts of the file; samples are read
/// one by one, by their bytes.
struct PprofMessage {
    std::vector<PprofValueType> types;
    std::vector<std::string_view> samples;
    std::unordered_map<std::uint64_t, PprofLocation> locations;
    std::vector<std::string_view> strings;
    std::vector<std::string_view> comments;
    std::int64_t timeNanos = 0;
    std::int64_t durationNanos = 0;
};

/// Throws base::InputError.
PprofMessage readPprof(const ImportFile& file);

/// Whether the bytes begin as such a message; the last field may be cut.
bool looksLikePprof(std::string_view beginning);

}  // namespace gantry::perf
