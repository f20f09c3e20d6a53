#include "OtherFile.hpp"

#include <base/text/Printable.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <system_error>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;
using std::string_view_literals::operator""sv;

constexpr std::size_t kHead = 4096;

// What a file of a kind begins with, and the words behind "it is".
struct Kind {
    std::string_view beginning;
    const char* what;
    const char* command;  ///< with FILE for its name; empty: none reads it
};

constexpr std::array kKinds{
    Kind{"GANTRYSG"sv, "the segment of a process", "gantry recover FILE` makes an archive of it"},
    Kind{"GANTRYTR"sv, "a trace", "gantry trace FILE` reads it"},
    Kind{"\x7f"
         "ELF"sv,
         "a program or shared object", "gantry exec -- FILE` measures a program"},
    Kind{"#!ccaffeine"sv, "an assembly script", "gantry run FILE` runs it"},
    Kind{"{\"format\":\"gantry-decisions\""sv, "the decision log of a tuner",
         "gantry tuning log FILE` reads it"},
    Kind{"#!"sv, "a script", "gantry exec -- FILE` measures it"}};

// JSON documents of Gantry, by the value of their "format".
constexpr std::array kDocuments{
    Kind{"gantry-run"sv, "the report of a run as JSON",
         "gantry run --archive FILE` keeps what it measured"},
    Kind{"gantry-report"sv, "a report as JSON", "gantry report` reads what it was made of"},
    Kind{"gantry-exec"sv, "the report of gantry exec as JSON",
         "gantry report` reads the archive that it names"},
    Kind{"gantry-assembly"sv, "an assembly", "load FILE` in a script builds it"},
    Kind{"gantry-tuning"sv, "an export of a tuning store", "gantry tuning` reads the store"}};

// Opening a pipe or a device would take from it what someone else is to read.
std::string headOf(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) {
        return {};
    }
    std::string head(kHead, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(stream.gcount()));
    return head;
}

std::string sentence(const Kind& kind, const fs::path& file) {
    std::string command = kind.command;
    if (const std::size_t at = command.find("FILE"); at != std::string::npos) {
        command.replace(at, 4, base::printable(file.string()));
    }
    return std::string("it is ") + kind.what + ", not a profile; `" + command;
}

std::optional<std::string> describeDatabase(const std::string& head) {
    constexpr std::size_t kApplicationId = 68;
    constexpr std::string_view kStore = "GNTT";
    constexpr std::string_view kArchive = "GNTY";
    const std::string_view application =
        std::string_view(head).substr(std::min(kApplicationId, head.size())).substr(0, 4);
    if (application == kArchive) {
        return std::nullopt;
    }
    return application == kStore ? "it is a tuning store, not a profile; `gantry tuning show"
                                 : "it is an SQLite database of another program; `sqlite3";
}

}  // namespace

std::optional<std::string> describeOtherFile(const fs::path& file) {
    const std::string head = headOf(file);
    if (head.empty()) {
        std::error_code error;
        return fs::is_regular_file(file, error) ? std::optional<std::string>("it is empty")
                                                : std::nullopt;
    }
    for (const Kind& kind : kKinds) {
        if (head.starts_with(kind.beginning)) {
            return sentence(kind, file);
        }
    }
    if (head.starts_with("SQLite format 3")) {
        const std::optional<std::string> text = describeDatabase(head);
        return text ? std::optional(*text + " " + base::printable(file.string()) + "` reads it")
                    : std::nullopt;
    }
    for (const Kind& kind : kDocuments) {
        // With and without indentation.
        for (const char* const space : {"", " "}) {
            const std::string field =
                std::string("\"format\":") + space + '"' + std::string(kind.beginning) + '"';
            if (head.find(field) != std::string::npos) {
                return sentence(kind, file);
            }
        }
    }
    return std::nullopt;
}

}  // namespace gantry::perf
