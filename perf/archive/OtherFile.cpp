#include <perf/archive/OtherFile.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHead = 4096;

struct Beginning {
    std::string_view bytes;
    OtherFile what;
};

constexpr std::array kBeginnings{
    Beginning{"GANTRYSG", OtherFile::Segment},
    Beginning{"GANTRYTR", OtherFile::Trace},
    Beginning{"\x7f"
              "ELF",
              OtherFile::Program},
    Beginning{"#!ccaffeine", OtherFile::AssemblyScript},
    Beginning{"{\"format\":\"gantry-decisions\"", OtherFile::DecisionLog},
    Beginning{"#!", OtherFile::Script}};

// JSON documents of Gantry, by the value of their "format".
constexpr std::array kDocuments{Beginning{"gantry-run", OtherFile::RunReport},
                                Beginning{"gantry-report", OtherFile::Report},
                                Beginning{"gantry-exec", OtherFile::ProgramReport},
                                Beginning{"gantry-assembly", OtherFile::Assembly},
                                Beginning{"gantry-tuning", OtherFile::TuningExport}};

const char* nameOf(OtherFile what) {
    switch (what) {
        case OtherFile::Empty:
            return "empty";
        case OtherFile::Segment:
            return "the segment of a process";
        case OtherFile::Trace:
            return "a trace";
        case OtherFile::Program:
            return "a program or shared object";
        case OtherFile::Script:
            return "a script";
        case OtherFile::AssemblyScript:
            return "an assembly script";
        case OtherFile::Assembly:
            return "an assembly";
        case OtherFile::DecisionLog:
            return "the decision log of a tuner";
        case OtherFile::TuningStore:
            return "a tuning store";
        case OtherFile::TuningExport:
            return "an export of a tuning store";
        case OtherFile::RunReport:
            return "the report of a run as JSON";
        case OtherFile::Report:
            return "a report as JSON";
        case OtherFile::ProgramReport:
            return "the report of a measured program as JSON";
        case OtherFile::Database:
            break;
    }
    return "an SQLite database of another program";
}

std::string sentenceOf(OtherFile what) {
    return std::string("it is ") + nameOf(what) +
           (what == OtherFile::Empty ? "" : ", not a profile");
}

// Opening a pipe or a device would take from it what someone else is to read.
std::optional<std::string> headOf(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) {
        return std::nullopt;
    }
    std::string head(kHead, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(stream.gcount()));
    return head;
}

std::optional<OtherFile> databaseIn(std::string_view head) {
    constexpr std::size_t kApplicationId = 68;
    constexpr std::string_view kStore = "GNTT";
    constexpr std::string_view kArchive = "GNTY";
    const std::string_view application =
        head.substr(std::min(kApplicationId, head.size())).substr(0, 4);
    if (application == kArchive) {
        return std::nullopt;
    }
    return application == kStore ? OtherFile::TuningStore : OtherFile::Database;
}

std::optional<OtherFile> documentIn(std::string_view head) {
    for (const Beginning& document : kDocuments) {
        // With and without indentation.
        for (const char* const space : {"", " "}) {
            const std::string field =
                std::string("\"format\":") + space + '"' + std::string(document.bytes) + '"';
            if (head.find(field) != std::string_view::npos) {
                return document.what;
            }
        }
    }
    return std::nullopt;
}

}  // namespace

OtherFileError::OtherFileError(OtherFile what, const fs::path& file)
    : InputError(Kind::WrongKind, file, sentenceOf(what)), what_(what), file_(file) {}

std::optional<OtherFile> otherFile(const fs::path& file) {
    const std::optional<std::string> head = headOf(file);
    if (!head) {
        return std::nullopt;
    }
    if (head->empty()) {
        return OtherFile::Empty;
    }
    for (const Beginning& beginning : kBeginnings) {
        if (head->starts_with(beginning.bytes)) {
            return beginning.what;
        }
    }
    return head->starts_with("SQLite format 3") ? databaseIn(*head) : documentIn(*head);
}

}  // namespace gantry::perf
