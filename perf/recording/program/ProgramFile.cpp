#include <base/files/ElfFile.hpp>
#include <base/files/FileError.hpp>
#include <perf/recording/ProgramFile.hpp>

#include <algorithm>
#include <cstdlib>
#include <elf.h>
#include <fstream>
#include <optional>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace gantry::perf {

namespace {

// Only a program with a dynamic linker looks at LD_PRELOAD.
bool isDynamic(const base::ElfFile& program) {
    return std::any_of(
        program.segments().begin(), program.segments().end(),
        [](const base::ElfFile::Segment& segment) { return segment.type == PT_INTERP; });
}

std::string scriptText(const std::filesystem::path& program) {
    std::ifstream file(program, std::ios::binary);
    std::string line;
    std::getline(file, line);
    if (line.rfind("#!", 0) != 0) {
        return "it is neither a program nor a script that names its interpreter";
    }
    const std::string printed = line.substr(2, 60);
    return "it is a script, and its interpreter (" + printed +
           ") did not report; give the program that the script runs instead";
}

}  // namespace

std::filesystem::path programFile(const std::string& word) {
    if (word.find('/') != std::string::npos) {
        return word;
    }
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "/bin:/usr/bin");
    for (std::string folder; std::getline(folders, folder, ':');) {
        std::filesystem::path file = std::filesystem::path(folder) / word;
        if (::access(file.c_str(), X_OK) == 0) {
            return file;
        }
    }
    return {};
}

std::string whyNotMeasured(const std::filesystem::path& program) {
    using State = base::ElfFile::State;
    struct stat status {};
    std::optional<base::ElfFile> file;
    try {
        file.emplace(program);
    } catch (const base::FileError&) {
        return "its file cannot be read to tell why";
    }
    // Before the kind of the file: the dynamic linker ignores entries of LD_PRELOAD with a slash in
    // such a program.
    if (::stat(program.c_str(), &status) == 0 && (status.st_mode & (S_ISUID | S_ISGID)) != 0) {
        return "it runs with the rights of its owner (set-user-ID), and the system loads nothing "
               "into such a program; run a copy without that";
    }
    switch (file->state()) {
        case State::NotElf:
            return scriptText(program);
        case State::OtherMachine:
            return "it is a program for another kind of processor than Gantry";
        case State::Damaged:
            return "its file is damaged, or not copied to its end; copy or build it again";
        case State::Whole:
            break;
    }
    if (!isDynamic(*file)) {
        return "it is statically linked, and nothing can be loaded into such a program; link "
               "it dynamically";
    }
    // Nothing in the file speaks against it; what is left happened at run time.
    return "it may have ended before its start-up was over, replaced its environment, or found no "
           "room for a segment";
}

}  // namespace gantry::perf
