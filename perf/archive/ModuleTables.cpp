#include "ModuleTables.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "Rows.hpp"
#include "Schema.hpp"

namespace gantry::perf {

namespace {

bool hasModules(base::Database& database) {
    return database.number("SELECT count(*) FROM checksum WHERE object = 'module'") > 0;
}

void bindText(base::Statement& row, int column, const std::string& text) {
    if (text.empty()) {
        row.bind(column, nullptr);
    } else {
        row.bind(column, std::string_view(text));
    }
}

class ModuleWriter final {
public:
    ModuleWriter(base::Database& database, NameWriter& names)
        : names_(names),
          modules_(database.prepare("INSERT INTO module VALUES (?, ?, ?, ?)")),
          fields_(database.prepare("INSERT INTO module_field VALUES (?, ?, ?, ?, ?)")),
          records_(database.prepare("INSERT INTO module_record VALUES (?, ?, ?, ?)")),
          values_(database.prepare("INSERT INTO module_value VALUES (?, ?, ?)")) {}

    void write(const ModuleRecords& module) {
        modules_.bind(0, module_);
        modules_.bind(1, std::string_view(module.name));
        modules_.bind(2, module.version);
        bindText(modules_, 3, module.partial);
        modules_.runToEnd();
        const std::int64_t firstField = field_;
        for (const ModuleField& field : module.fields) {
            fields_.insert(field_++, module_, std::string_view(field.name),
                           std::string_view(field.unit), nameOf(field.reduction));
        }
        for (const ModuleRecord& record : module.records) {
            write(record, firstField);
        }
        ++module_;
    }

private:
    void write(const ModuleRecord& record, std::int64_t firstField) {
        records_.bind(0, record_);
        records_.bind(1, module_);
        if (record.process >= 0) {
            records_.bind(2, record.process);
        } else {
            records_.bind(2, nullptr);
        }
        records_.bind(3, names_.idOf(record.name));
        records_.runToEnd();
        for (std::size_t f = 0; f < record.values.size(); ++f) {
            if (record.values[f] != 0) {
                values_.insert(record_, firstField + static_cast<std::int64_t>(f),
                               record.values[f]);
            }
        }
        ++record_;
    }

    NameWriter& names_;
    base::Statement modules_;
    base::Statement fields_;
    base::Statement records_;
    base::Statement values_;
    std::int64_t module_ = 0;
    std::int64_t field_ = 0;
    std::int64_t record_ = 0;
};

// Where a field or record of the tables is in the profile.
struct Place {
    std::size_t module;
    std::size_t index;
};

std::size_t placeAmong(const Rows& row, int column, std::size_t places, const char* what) {
    const auto place = row.whole<std::size_t>(column);
    if (place >= places) {
        row.fail(column, what);
    }
    return place;
}

// Ids are counted from 0 without a gap, so that they are places.
void requireNext(const Rows& row, int column, std::size_t next) {
    if (row.whole<std::size_t>(column) != next) {
        row.fail(column, "numbers from 0 without a gap");
    }
}

std::vector<Place> readFields(base::Database& database, const std::filesystem::path& path,
                              Profile& profile) {
    std::vector<Place> places;
    Rows fields(database, path, "module_field", "id, module_id, name, unit, reduction", "id");
    while (fields.next()) {
        requireNext(fields, 0, places.size());
        const std::size_t module =
            placeAmong(fields, 1, profile.modules.size(), "the id of a module");
        const std::optional<Reduction> reduction = reductionNamed(fields.text(4));
        if (!reduction) {
            fields.fail(4, "sum, min, max, first, last or none");
        }
        places.push_back({module, profile.modules[module].fields.size()});
        profile.modules[module].fields.push_back({fields.text(2), fields.text(3), *reduction});
    }
    return places;
}

std::vector<Place> readRecords(base::Database& database, const std::filesystem::path& path,
                               const ById<std::string>& names, Profile& profile) {
    std::vector<Place> places;
    Rows records(database, path, "module_record", "id, module_id, process_id, name_id", "id");
    while (records.next()) {
        requireNext(records, 0, places.size());
        const std::size_t place =
            placeAmong(records, 1, profile.modules.size(), "the id of a module");
        ModuleRecords& module = profile.modules[place];
        const std::string* const name = names.find(records.whole(3));
        if (name == nullptr) {
            records.fail(3, "the id of a name");
        }
        ModuleRecord record{*name, -1, std::vector<std::int64_t>(module.fields.size())};
        if (!records.isNull(2)) {
            record.process = static_cast<std::int32_t>(
                placeAmong(records, 2, profile.processes.size(), "the id of a process"));
        }
        places.push_back({place, module.records.size()});
        module.records.push_back(std::move(record));
    }
    return places;
}

}  // namespace

void writeModules(base::Database& database, const Profile& profile, NameWriter& names) {
    for (const SchemaObject& table : moduleTables()) {
        database.run(table.statement);
    }
    ModuleWriter writer(database, names);
    for (const ModuleRecords& module : profile.modules) {
        writer.write(module);
    }
}

void readModules(base::Database& database, const std::filesystem::path& path,
                 const ById<std::string>& names, Profile& profile) {
    if (!hasModules(database)) {
        return;
    }
    Rows modules(database, path, "module", "id, name, version, partial", "id");
    while (modules.next()) {
        requireNext(modules, 0, profile.modules.size());
        profile.modules.push_back({modules.text(1),
                                   modules.whole<std::uint32_t>(2),
                                   modules.isNull(3) ? "" : modules.text(3),
                                   {},
                                   {}});
    }
    const std::vector<Place> fields = readFields(database, path, profile);
    const std::vector<Place> records = readRecords(database, path, names, profile);
    Rows values(database, path, "module_value", "record_id, field_id, value",
                "record_id, field_id");
    while (values.next()) {
        const Place record =
            records[placeAmong(values, 0, records.size(), "the id of a record of a module")];
        const Place field =
            fields[placeAmong(values, 1, fields.size(), "the id of a field of a module")];
        if (record.module != field.module) {
            values.fail(1, "a field of the module of the record");
        }
        profile.modules[record.module].records[record.index].values[field.index] = values.whole(2);
    }
}

}  // namespace gantry::perf
