#include "CaliperTables.hpp"

#include <perf/importers/reading/Decimal.hpp>
#include <perf/importers/reading/JsonCursor.hpp>

#include <algorithm>
#include <string_view>

namespace gantry::perf {

namespace {

// Facts are for people: long ones, such as lists of libraries, are left out.
constexpr std::size_t kMostFact = 200;

struct Metadata {
    bool isValue = false;
    std::string alias;
    std::string unit;
};

class TableReader final {
public:
    explicit TableReader(const ImportFile& file) : file_(file) {}

    CaliperTables read() {
        JsonCursor json(file_);
        json.enterObject();
        for (std::string name; json.nextMember(name);) {
            if (name == "data") {
                // Rows are read in a second pass, when columns and nodes are known: these may
                // come after the data.
                tables_.data = json.offset();
                json.skip();
            } else if (name == "columns") {
                readNames(json);
            } else if (name == "column_metadata") {
                readMetadata(json);
            } else if (name == "nodes") {
                readNodes(json);
            } else {
                readFact(json, name);
            }
        }
        json.end();
        if (tables_.data == 0 || names_.empty() || metadata_.size() != names_.size()) {
            file_.failInText(0,
                             "the document lacks 'data', 'columns' or metadata for each column; "
                             "write it again with Caliper's json-split");
        }
        describeColumns();
        return std::move(tables_);
    }

private:
    void readNames(JsonCursor& json) {
        json.enterArray();
        while (json.nextElement()) {
            names_.push_back(json.text());
        }
    }

    void readMetadata(JsonCursor& json) {
        json.enterArray();
        while (json.nextElement()) {
            Metadata& metadata = metadata_.emplace_back();
            json.enterObject();
            for (std::string member; json.nextMember(member);) {
                const bool isText = json.kind() == JsonCursor::Kind::Text;
                if (member == "is_value") {
                    // JsonCursor gives no truth values; the literal's first bytes say it.
                    metadata.isValue = file_.bytes().substr(json.offset()).starts_with("true");
                    json.skip();
                } else if (member == "attribute.alias" && isText) {
                    metadata.alias = json.text();
                } else if (member == "attribute.unit" && isText) {
                    metadata.unit = json.text();
                } else {
                    json.skip();
                }
            }
        }
    }

    void readNodes(JsonCursor& json) {
        json.enterArray();
        while (json.nextElement()) {
            CaliperNode node;
            json.enterObject();
            for (std::string member; json.nextMember(member);) {
                if (member == "label") {
                    node.label = json.numberOrText();
                } else if (member == "parent" && json.kind() == JsonCursor::Kind::Number) {
                    const std::size_t place = json.offset();
                    const std::optional<std::uint64_t> parent = countNumber(json.number());
                    if (!parent || *parent >= tables_.nodes.size()) {
                        file_.failInText(place,
                                         "a node must follow its parent, but no such parent "
                                         "precedes this one; the file is damaged");
                    }
                    node.parent = static_cast<std::size_t>(*parent);
                } else {
                    json.skip();
                }
            }
            checkDepth(node, json);
            tables_.nodes.push_back(std::move(node));
        }
    }

    // Rows go up from their node, each time.
    void checkDepth(const CaliperNode& node, JsonCursor& json) {
        const std::int32_t depth = node.parent ? depths_[*node.parent] + 1 : 1;
        if (depth > ImportedProfile::kMostDepth) {
            json.fail("nodes are nested more than " + std::to_string(ImportedProfile::kMostDepth) +
                      " deep");
        }
        depths_.push_back(depth);
    }

    void readFact(JsonCursor& json, const std::string& name) {
        if (json.kind() != JsonCursor::Kind::Text) {
            json.skip();
            return;
        }
        std::string text = json.text();
        if (text.size() <= kMostFact) {
            tables_.facts.emplace_back(name, std::move(text));
        }
    }

    void describeColumns() {
        const auto isInclusive = [](const std::string& name) {
            return name.find("inclusive") != std::string::npos ||
                   name.find("(inc)") != std::string::npos || name.ends_with(" (I)");
        };
        // Where both are there, the exclusive ones are kept: the others follow from them.
        bool hasExclusive = false;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            tables_.columns.push_back(describe(names_[i], metadata_[i]));
            CaliperColumn& column = tables_.columns.back();
            if (isInclusive(names_[i]) || isInclusive(column.name)) {
                column.values = ImportedProfile::Values::Whole;
            }
            hasExclusive =
                hasExclusive || (column.use == CaliperColumn::Use::Value && column.unit == "ns" &&
                                 column.values == ImportedProfile::Values::Own);
        }
        usePath();
        for (CaliperColumn& column : tables_.columns) {
            if (hasExclusive && column.unit == "ns" &&
                column.values == ImportedProfile::Values::Whole) {
                column.use = CaliperColumn::Use::None;
            }
        }
    }

    // Without the usual name, the first column of texts is taken for the path.
    void usePath() {
        using Use = CaliperColumn::Use;
        const auto isPath = [](const CaliperColumn& column) { return column.use == Use::Path; };
        if (std::any_of(tables_.columns.begin(), tables_.columns.end(), isPath)) {
            return;
        }
        for (std::size_t i = 0; i < metadata_.size(); ++i) {
            if (!metadata_[i].isValue) {
                tables_.columns[i].use = Use::Path;
                return;
            }
        }
    }

    static CaliperColumn describe(const std::string& name, const Metadata& metadata) {
        using Use = CaliperColumn::Use;
        CaliperColumn column;
        column.name = metadata.alias.empty() ? name : metadata.alias;
        if (!metadata.isValue) {
            column.use = name == "path" ? Use::Path : Use::None;
        } else if (name == "mpi.rank" || name == "rank") {
            column.use = Use::Rank;
            // That column is Caliper's own numbering, not a measured value.
        } else if (name != "Node order") {
            column.use = Use::Value;
            setUnit(column, name, metadata.unit);
        }
        return column;
    }

    static void setUnit(CaliperColumn& column, const std::string& name, const std::string& unit) {
        const bool isTime = unit == "sec" || unit == "s" || name.find("time") != std::string::npos;
        const bool isMicroseconds = unit == "usec" || unit == "us";
        const bool isNanoseconds = unit == "nsec" || unit == "ns";
        if (isTime || isMicroseconds || isNanoseconds) {
            column.unit = "ns";
            column.shift = isNanoseconds ? 0 : isMicroseconds ? 3 : 9;
        } else {
            column.unit = unit.empty() ? "count" : unit;
        }
    }

    const ImportFile& file_;
    CaliperTables tables_;
    std::vector<std::string> names_;
    std::vector<Metadata> metadata_;
    std::vector<std::int32_t> depths_;
};

}  // namespace

CaliperTables readCaliperTables(const ImportFile& file) {
    return TableReader(file).read();
}

}  // namespace gantry::perf
