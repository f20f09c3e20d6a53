#include "ChangeFile.hpp"

#include <stdexcept>

#include "Printable.hpp"

namespace gantry::tools {

ChangeFile::ChangeFile(framework::Framework& assembly, const std::filesystem::path& file,
                       const std::string& script)
    : assembly_(assembly), file_(file), stream_(file, std::ios::binary | std::ios::trunc) {
    stream_ << "#!ccaffeine\n# Every change of the assembly of " << printable(script)
            << "; run as a script it builds the assembly again.\n"
            << std::flush;
    if (!stream_) {
        throw std::runtime_error("'" + file_.string() +
                                 "' can not be written; name a file in a folder that exists");
    }
    assembly_.observeChanges([this](const framework::Change& change) {
        stream_ << framework::toScript(change) << std::flush;
    });
}

ChangeFile::~ChangeFile() {
    assembly_.observeChanges(nullptr);
}

void ChangeFile::end() {
    assembly_.observeChanges(nullptr);
    stream_.close();
    if (!stream_) {
        throw std::runtime_error("not all changes could be written to '" + file_.string() +
                                 "'; is the disk full?");
    }
}

}  // namespace gantry::tools
