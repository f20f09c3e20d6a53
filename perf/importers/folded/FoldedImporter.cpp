#include <perf/importers/Importer.hpp>
#include <perf/importers/reading/Decimal.hpp>
#include <perf/importers/reading/ImportedProfile.hpp>
#include <perf/importers/reading/TextLines.hpp>

#include <optional>

namespace gantry::perf {

namespace {

struct FoldedLine {
    std::string_view stack;
    std::int64_t value = 0;
};

std::optional<FoldedLine> parse(std::string_view line) {
    line = trimmed(line);
    const std::size_t blank = line.find_last_of(" \t");
    if (blank == std::string_view::npos) {
        return std::nullopt;
    }
    const std::optional<std::int64_t> value = scaledDecimal(line.substr(blank + 1), 0);
    return value ? std::optional(FoldedLine{trimmed(line.substr(0, blank)), *value}) : std::nullopt;
}

// Some writers begin with comments.
bool isComment(std::string_view line) {
    return line == "#" || line.starts_with("# ") || line.starts_with("// ");
}

// The first whole lines are folded stacks; of a very long first line all that can be said is that
// it has semicolons.
bool recognises(std::string_view beginning) {
    if (beginning.find('\0') != std::string_view::npos || beginning.find_first_of("{[\"<") == 0) {
        return false;
    }
    TextLines lines(beginning);
    std::string_view line;
    int seen = 0;
    while (seen < 3 && lines.next(line)) {
        if (line.starts_with('\t') || line.starts_with(' ')) {
            return false;
        }
        if (trimmed(line).empty() || isComment(line)) {
            continue;
        }
        const bool isCut = !lines.isWhole() && beginning.size() >= 4096;
        if (isCut) {
            return seen > 0 || line.find(';') != std::string_view::npos;
        }
        if (!parse(line)) {
            return false;
        }
        ++seen;
    }
    return seen > 0;
}

std::vector<ImportedPart> read(const ImportFile& file) {
    ImportedProfile profile(file);
    const std::size_t metric = profile.metric("samples", "samples");
    const std::size_t thread = profile.thread("", "");
    TextLines lines(file.bytes());
    for (std::string_view line; lines.next(line);) {
        if (trimmed(line).empty() || isComment(line)) {
            continue;
        }
        profile.at(lines.offset());
        const std::optional<FoldedLine> folded = parse(line);
        if (!folded) {
            profile.fail(
                "expected a line that ends with a number, such as 'main;solve 12'; the file does "
                "not contain folded stacks, or is damaged");
        }
        ImportedProfile::Node node = ImportedProfile::kTop;
        for (std::size_t at = 0; at <= folded->stack.size();) {
            const std::size_t end = std::min(folded->stack.find(';', at), folded->stack.size());
            node = profile.child(thread, node, profile.timer(folded->stack.substr(at, end - at)));
            at = end + 1;
        }
        profile.add(thread, node, metric, folded->value);
    }
    std::vector<ImportedPart> parts;
    parts.push_back({profile.finish()});
    return parts;
}

}  // namespace

Importer foldedImporter() {
    return {"folded", "folded stacks: stackcollapse-*.pl, inferno, bpftrace, async-profiler", "",
            recognises, read};
}

}  // namespace gantry::perf
