#include "SourceTables.hpp"

#include <base/compression/Compressor.hpp>
#include <base/hash/Fnv1a.hpp>
#include <base/text/Hex.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "Rows.hpp"
#include "Schema.hpp"

namespace gantry::perf {

namespace {

using Text = std::shared_ptr<const std::string>;

// Writes each text once: by its digest, and by its bytes where two have the same digest.
class TextWriter final {
public:
    explicit TextWriter(base::Database& database)
        : texts_(database.prepare("INSERT INTO source_text VALUES (?, ?, ?, ?)")) {}

    std::int64_t idOf(const std::string& digest, const std::string& text) {
        const auto [first, last] = known_.equal_range(digest);
        const auto same = std::find_if(
            first, last, [&](const auto& entry) { return *entry.second.text == text; });
        if (same != last) {
            return same->second.id;
        }
        std::string packed;
        const bool isPacked = compressor_.pack(text, packed);
        texts_.insert(next_, std::string_view(digest), text.size(),
                      std::string_view(isPacked ? packed : text));
        known_.emplace(digest, Known{next_, &text});
        return next_++;
    }

private:
    struct Known {
        std::int64_t id;
        const std::string* text;
    };

    base::Statement texts_;
    base::Compressor compressor_;
    std::multimap<std::string, Known> known_;
    std::int64_t next_ = 0;
};

Text textIn(const Rows& row) {
    const auto size = row.whole<std::int64_t>(2);
    if (size < 0 || size > kMostSourceBytes) {
        row.fail(2, "0 to " + std::to_string(kMostSourceBytes));
    }
    std::string stored = row.text(3);
    std::string text;
    if (stored.size() == static_cast<std::size_t>(size)) {
        text = std::move(stored);
    } else if (!base::canUnpack()) {
        row.fail(3, "a text that is not compressed, as this Gantry was built without libzstd-dev");
    } else if (stored.size() > static_cast<std::size_t>(size) ||
               !base::unpack(stored, static_cast<std::size_t>(size), text)) {
        row.fail(3, "a text of " + std::to_string(size) + " bytes, compressed by Zstandard");
    }
    if (row.text(1) != sourceDigest(text)) {
        row.fail(1, "the digest of the text, " + sourceDigest(text));
    }
    return std::make_shared<const std::string>(std::move(text));
}

std::vector<Text> readTexts(base::Database& database, const std::filesystem::path& path) {
    std::vector<Text> texts;
    std::int64_t all = 0;
    Rows rows(database, path, "source_text", "id, digest, size, bytes", "id");
    while (rows.next()) {
        if (rows.whole<std::size_t>(0) != texts.size()) {
            rows.fail(0, "numbers from 0 without a gap");
        }
        texts.push_back(textIn(rows));
        all += static_cast<std::int64_t>(texts.back()->size());
        if (all > kMostSourcesBytes) {
            rows.fail(2, "at most " + std::to_string(kMostSourcesBytes) + " in all");
        }
    }
    return texts;
}

ArchivedSource sourceIn(const Rows& row, const std::vector<Text>& texts) {
    ArchivedSource source{row.text(0), row.whole(1), row.whole(2)};
    // Of a file that was left out often no more than a part of its name is known.
    if (row.isNull(3) ? source.path.empty() || source.path.find('\0') != std::string::npos
                      : !isSourcePath(source.path)) {
        row.fail(0, "an absolute path without '.' and '..'");
    }
    if (source.bytes < 0) {
        row.fail(1, "0 or more");
    }
    if (row.isNull(3) == row.isNull(4)) {
        row.fail(4, row.isNull(3) ? "why there is no text" : "NULL, as there is a text");
    }
    if (row.isNull(3)) {
        source.leftOut = row.text(4);
        return source;
    }
    const auto text = row.whole<std::size_t>(3);
    if (text >= texts.size()) {
        row.fail(3, "the id of a text");
    }
    source.text = texts[text];
    source.digest = sourceDigest(*source.text);
    return source;
}

}  // namespace

std::string sourceDigest(std::string_view text) {
    return base::toHex(base::fnv1a(text));
}

bool isSourcePath(std::string_view path) {
    if (!path.starts_with('/') || path.find('\0') != std::string_view::npos) {
        return false;
    }
    while (!path.empty()) {
        path.remove_prefix(1);
        const std::string_view name = path.substr(0, path.find('/'));
        if (name.empty() || name == "." || name == "..") {
            return false;
        }
        path.remove_prefix(name.size());
    }
    return true;
}

const ArchivedSource* sourceAt(const std::vector<ArchivedSource>& sources, std::string_view path) {
    const auto found = std::find_if(sources.begin(), sources.end(),
                                    [&](const auto& source) { return source.path == path; });
    return found == sources.end() ? nullptr : &*found;
}

const std::vector<SchemaObject>& sourceTables() {
    static const std::vector<SchemaObject> tables{{"source_text", R"(CREATE TABLE source_text (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL,   -- FNV-1a, 64 bit, of the text; 16 hexadecimal digits
    size INTEGER NOT NULL,  -- of the text in bytes
    bytes BLOB NOT NULL     -- the text, compressed by Zstandard; as it is where they are `size`
))"},
                                                  {"source_file", R"(CREATE TABLE source_file (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,            -- absolute, by debugging information, without '.' and '..'
    size INTEGER NOT NULL,         -- of the file in bytes, at the end of the run; 0: not known
    modified_ns INTEGER NOT NULL,  -- when it was changed last, ns since 1970; 0: not known
    text_id INTEGER REFERENCES source_text,  -- NULL: left out
    left_out TEXT                  -- why; NULL where it is not
))"}};
    return tables;
}

void writeSources(base::Database& database, const std::vector<ArchivedSource>& sources) {
    if (sources.empty()) {
        return;
    }
    for (const SchemaObject& table : sourceTables()) {
        database.run(table.statement);
    }
    TextWriter texts(database);
    base::Statement files = database.prepare("INSERT INTO source_file VALUES (?, ?, ?, ?, ?, ?)");
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const ArchivedSource& source = sources[i];
        files.bind(0, i);
        files.bind(1, std::string_view(source.path));
        files.bind(2, source.bytes);
        files.bind(3, source.modifiedNs);
        if (source.text) {
            files.bind(4, texts.idOf(source.digest, *source.text));
            files.bind(5, nullptr);
        } else {
            files.bind(4, nullptr);
            files.bind(5, std::string_view(source.leftOut));
        }
        files.runToEnd();
    }
}

std::vector<ArchivedSource> sourcesIn(base::Database& database, const std::filesystem::path& path) {
    std::vector<ArchivedSource> sources;
    if (database.number("SELECT count(*) FROM checksum WHERE object = 'source_file'") == 0) {
        return sources;
    }
    const std::vector<Text> texts = readTexts(database, path);
    Rows rows(database, path, "source_file", "path, size, modified_ns, text_id, left_out", "id");
    while (rows.next()) {
        sources.push_back(sourceIn(rows, texts));
    }
    return sources;
}

}  // namespace gantry::perf
