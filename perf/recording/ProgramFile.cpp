#include <perf/recording/ProgramFile.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace gantry::perf {

namespace {

enum class Linking { Dynamic, Static, OtherMachine, NoProgram };

Linking linkingOf(std::ifstream& file) {
    Elf64_Ehdr header{};
    file.read(reinterpret_cast<char*>(&header), sizeof header);
    if (!file || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
        return Linking::NoProgram;
    }
    constexpr unsigned char kOurClass = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
    if (header.e_ident[EI_CLASS] != kOurClass) {
        return Linking::OtherMachine;
    }
    for (unsigned i = 0; i < header.e_phnum; ++i) {
        Elf64_Phdr part{};
        file.seekg(static_cast<std::streamoff>(header.e_phoff + std::uint64_t{i} * sizeof part));
        file.read(reinterpret_cast<char*>(&part), sizeof part);
        if (file && part.p_type == PT_INTERP) {
            return Linking::Dynamic;
        }
    }
    return Linking::Static;
}

std::string scriptText(std::ifstream& file) {
    file.clear();
    file.seekg(0);
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
        const std::filesystem::path file = std::filesystem::path(folder) / word;
        if (::access(file.c_str(), X_OK) == 0) {
            return file;
        }
    }
    return {};
}

std::string whyNotMeasured(const std::filesystem::path& program) {
    std::ifstream file(program, std::ios::binary);
    struct stat status {};
    if (!file || ::stat(program.c_str(), &status) != 0) {
        return "its file cannot be read to tell why";
    }
    if ((status.st_mode & (S_ISUID | S_ISGID)) != 0) {
        return "it runs with the rights of its owner (set-user-ID), and the system loads nothing "
               "into such a program; run a copy without that";
    }
    switch (linkingOf(file)) {
        case Linking::NoProgram:
            return scriptText(file);
        case Linking::Static:
            return "it is statically linked, and nothing can be loaded into such a program; link "
                   "it dynamically";
        case Linking::OtherMachine:
            return "it is a program for another kind of processor than Gantry";
        case Linking::Dynamic:
            break;
    }
    return "it may have ended before its start-up was over, replaced its environment, or found no "
           "room for a segment";
}

}  // namespace gantry::perf
