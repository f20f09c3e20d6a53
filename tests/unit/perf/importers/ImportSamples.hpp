#pragma once

#include <base/InputError.hpp>
#include <perf/importers/Importer.hpp>
#include <perf/model/Flat.hpp>

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "ImportFiles.hpp"
#include "ProfileSamples.hpp"

namespace gantry::perf::samples {

/// What a file of that content holds: its only part, or its first one.
inline Profile imported(const std::string& format, const std::string& content) {
    const ImportFile file(format + ".file", content);
    std::vector<ImportedPart> parts = importerNamed(format).read(file);
    REQUIRE_FALSE(parts.empty());
    return std::move(parts.front().profile);
}

/// What is said of a file that is refused; empty where it is read. The kind has to be Damaged.
inline std::string refusal(const std::string& format, const std::string& content) {
    try {
        (void)imported(format, content);
        return {};
    } catch (const base::InputError& error) {
        CHECK((error.kind() == base::InputError::Kind::Damaged));
        return error.what();
    }
}

/// The call paths of a thread: "main;solve 2 calls 12".
inline std::vector<std::string> pathsOf(const Profile& profile, std::size_t thread = 0) {
    std::vector<std::string> names;
    std::vector<std::string> lines;
    for (const CallPathNode& node : profile.threads.at(thread).nodes) {
        const std::string above =
            node.parent < 0 ? "" : names[static_cast<std::size_t>(node.parent)] + ";";
        names.push_back(above + profile.timers[node.timer].name);
        lines.push_back(names.back() + " " + std::to_string(node.calls) + " " +
                        std::to_string(node.inclusive[0]));
    }
    return lines;
}

}  // namespace gantry::perf::samples
