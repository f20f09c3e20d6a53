#include <perf/importers/Importer.hpp>
#include <perf/importers/reading/Decimal.hpp>
#include <perf/importers/reading/ImportedProfile.hpp>
#include <perf/importers/reading/JsonCursor.hpp>

#include <map>
#include <optional>
#include <unordered_map>

#include "CaliperTables.hpp"

namespace gantry::perf {

namespace {

bool recognises(std::string_view beginning) {
    const std::vector<std::string> names = firstNames(beginning);
    return !names.empty() && names.front() != "[" &&
           (hasName(names, "column_metadata") || names.front() == "data");
}

class Reader final {
public:
    explicit Reader(const ImportFile& file) : file_(file), tables_(readCaliperTables(file)) {}

    std::vector<ImportedPart> read() {
        JsonCursor json(file_, tables_.data);
        json.enterArray();
        while (json.nextElement()) {
            readRow(json);
        }
        std::vector<ImportedPart> parts;
        for (auto& [rank, profile] : profiles_) {
            // In the order of the ranks, as profiles_ is sorted; -1, where no row has a rank, is
            // alone.
            parts.push_back({profile.finish()});
            if (rank >= 0) {
                parts.back().rank = static_cast<std::uint32_t>(rank);
            }
        }
        if (parts.empty()) {
            file_.failInText(tables_.data, "there is no row in 'data'");
        }
        return parts;
    }

private:
    // What a row says, as far as it is kept.
    struct Row {
        std::int64_t rank = -1;
        std::optional<std::size_t> path{};
        std::vector<std::pair<std::size_t, std::string_view>> values;
    };

    void readRow(JsonCursor& json) {
        Row row;
        const std::size_t place = json.offset();
        std::size_t column = 0;
        json.enterArray();
        while (json.nextElement()) {
            if (column == tables_.columns.size()) {
                json.fail("the row has more cells than there are columns; the file is damaged");
            }
            readCell(json, column, row);
            ++column;
        }
        add(row, place);
    }

    void readCell(JsonCursor& json, std::size_t column, Row& row) {
        using Use = CaliperColumn::Use;
        const Use use = tables_.columns[column].use;
        if (json.kind() != JsonCursor::Kind::Number || use == Use::None) {
            json.skip();
            return;
        }
        const std::size_t place = json.offset();
        const std::string_view number = json.number();
        if (use == Use::Value) {
            row.values.emplace_back(column, number);
            return;
        }
        const std::optional<std::uint64_t> whole = countNumber(number);
        if (!whole || (use == Use::Path && *whole >= tables_.nodes.size()) ||
            (use == Use::Rank && *whole > kMostRank)) {
            file_.failInText(place, use == Use::Path ? "there is no such node; the file is damaged"
                                                     : "this is not a rank; the file is damaged");
        }
        if (use == Use::Path) {
            row.path = static_cast<std::size_t>(*whole);
        } else {
            row.rank = static_cast<std::int64_t>(*whole);
        }
    }

    ImportedProfile& profileOf(std::int64_t rank) {
        const auto [entry, isNew] = profiles_.try_emplace(rank, file_);
        if (isNew) {
            // All ranks have the same metrics, whatever their rows say.
            for (const CaliperColumn& column : tables_.columns) {
                if (column.use == CaliperColumn::Use::Value) {
                    entry->second.at(tables_.data);
                    entry->second.metric(column.name, column.unit, column.values);
                }
            }
            for (const auto& [key, text] : tables_.facts) {
                entry->second.addFact(key, text);
            }
        }
        return entry->second;
    }

    // The paths of rows share nodes: what was met before need not be gone up again.
    ImportedProfile::Node nodeOf(const Row& row, std::size_t thread, ImportedProfile& profile) {
        auto& known = known_[row.rank];
        std::vector<std::size_t> path;
        std::optional<std::size_t> at = row.path;
        while (at && known.count(*at) == 0) {
            path.push_back(*at);
            at = tables_.nodes[*at].parent;
        }
        ImportedProfile::Node node = at ? known.at(*at) : ImportedProfile::kTop;
        for (; !path.empty(); path.pop_back()) {
            node = profile.child(thread, node, profile.timer(tables_.nodes[path.back()].label));
            known.emplace(path.back(), node);
        }
        return node;
    }

    void add(const Row& row, std::size_t place) {
        if (!row.path) {
            return;  // what is of no region
        }
        ImportedProfile& profile = profileOf(row.rank);
        profile.at(place);
        const std::size_t thread =
            profile.thread("", row.rank < 0 ? std::string() : "rank " + std::to_string(row.rank));
        const ImportedProfile::Node node = nodeOf(row, thread, profile);
        for (const auto& [column, number] : row.values) {
            const CaliperColumn& what = tables_.columns[column];
            // Decimal digits are shifted, not multiplied as doubles: no rounding.
            const std::optional<std::int64_t> value = scaledDecimal(number, what.shift);
            if (!value) {
                profile.fail("the value of '" + what.name + "' is beyond 2^63");
            }
            profile.add(thread, node, profile.metric(what.name, what.unit, what.values), *value);
        }
    }

    static constexpr std::uint64_t kMostRank = 10'000'000;

    const ImportFile& file_;
    CaliperTables tables_;
    std::map<std::int64_t, ImportedProfile> profiles_;
    std::unordered_map<std::int64_t, std::unordered_map<std::size_t, ImportedProfile::Node>> known_;
};

std::vector<ImportedPart> read(const ImportFile& file) {
    return Reader(file).read();
}

}  // namespace

Importer caliperImporter() {
    return {"caliper", "Caliper's json-split: hatchet-region-profile and other channels",
            "string columns except the call path; inclusive values if there are exclusive ones",
            recognises, read};
}

}  // namespace gantry::perf
