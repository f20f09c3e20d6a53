#include <perf/model/ModuleRecords.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace gantry::perf {

namespace {

constexpr std::array<std::string_view, 6> kReductions{"sum", "min", "max", "first", "last", "none"};

std::int64_t reduced(Reduction reduction, std::int64_t a, std::int64_t b) noexcept {
    switch (reduction) {
        case Reduction::Sum: {
            std::int64_t sum = 0;
            return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
        }
        case Reduction::Min:
            return std::min(a, b);
        case Reduction::Max:
        case Reduction::Last:
            return std::max(a, b);
        case Reduction::First:
            return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b);
        case Reduction::None:
            return a == b ? a : 0;
    }
    return 0;
}

bool areAlike(const ModuleRecords& a, const ModuleRecords& b) {
    return a.name == b.name && a.version == b.version && a.fields == b.fields;
}

}  // namespace

std::string_view nameOf(Reduction reduction) noexcept {
    return kReductions[static_cast<std::size_t>(reduction)];
}

std::optional<Reduction> reductionNamed(std::string_view name) noexcept {
    const auto* const found = std::find(kReductions.begin(), kReductions.end(), name);
    return found == kReductions.end()
               ? std::nullopt
               : std::optional(static_cast<Reduction>(found - kReductions.begin()));
}

std::optional<std::size_t> fieldOf(const ModuleRecords& module, std::string_view name) noexcept {
    const auto found =
        std::find_if(module.fields.begin(), module.fields.end(),
                     [name](const ModuleField& field) { return field.name == name; });
    return found == module.fields.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - module.fields.begin()));
}

void addModules(std::vector<ModuleRecords>& modules, std::vector<ModuleRecords> further,
                std::int32_t processes) {
    for (ModuleRecords& next : further) {
        for (ModuleRecord& record : next.records) {
            record.process += record.process >= 0 ? processes : 0;
        }
        const auto known = std::find_if(modules.begin(), modules.end(),
                                        [&next](const auto& each) { return areAlike(each, next); });
        if (known == modules.end()) {
            modules.push_back(std::move(next));
            continue;
        }
        std::move(next.records.begin(), next.records.end(), std::back_inserter(known->records));
        if (!next.partial.empty() && known->partial.find(next.partial) == std::string::npos) {
            known->partial += (known->partial.empty() ? "" : "; ") + next.partial;
        }
    }
}

std::vector<ModuleRecord> reducedByName(const ModuleRecords& module) {
    std::vector<ModuleRecord> records;
    std::unordered_map<std::string_view, std::size_t> placeOf;
    for (const ModuleRecord& record : module.records) {
        const auto [place, isNew] = placeOf.try_emplace(record.name, records.size());
        if (isNew) {
            records.push_back(record);
            continue;
        }
        ModuleRecord& known = records[place->second];
        known.process = known.process == record.process ? known.process : -1;
        for (std::size_t f = 0; f < module.fields.size(); ++f) {
            known.values[f] =
                reduced(module.fields[f].reduction, known.values[f], record.values[f]);
        }
    }
    return records;
}

}  // namespace gantry::perf
