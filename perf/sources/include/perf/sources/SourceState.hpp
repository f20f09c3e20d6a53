#pragma once

#include <perf/archive/ArchivedSource.hpp>
#include <perf/model/SourceText.hpp>

#include <string>
#include <vector>

namespace gantry::perf {

/// The text of the file in the archive, and how the file of today differs; without a text there,
/// that of today, if it is a regular file. path: as the compiler knew it. created: when the run
/// ended, UTC as in Profile::created; shows that a file of which the archive has no text was
/// changed later. Reads the file of today once.
SourceText sourceText(const std::vector<ArchivedSource>& sources, const std::string& path,
                      const std::string& created);

/// Notes for each file with a text what became of it since the run: nothing, "the file has changed
/// since the run" or "the file is gone". Reads those of today whose size is the same.
void noteChanges(std::vector<ArchivedSource>& sources);

}  // namespace gantry::perf
