#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// How the values of one field become one where several records are of the same thing, such as a
/// file that all ranks opened. First and Last are of moments: the earliest and the latest, where 0
/// stands for never. None: such values mean nothing together.
enum class Reduction : std::uint8_t { Sum, Min, Max, First, Last, None };

/// "sum", "min", "max", "first", "last" or "none", as modules and archives have it.
std::string_view nameOf(Reduction reduction) noexcept;
/// The inverse of nameOf(); nothing for any other text.
std::optional<Reduction> reductionNamed(std::string_view name) noexcept;

/// One field of the records of a module.
struct ModuleField {
    std::string name;
    std::string unit;
    Reduction reduction = Reduction::Sum;

    friend bool operator==(const ModuleField&, const ModuleField&) = default;
};

/// What one process knows of one thing, such as a file.
struct ModuleRecord {
    std::string name;           ///< any bytes
    std::int32_t process = -1;  ///< place in Profile::processes; -1: not known
    /// As many as there are fields. Moments are in ns since the measurement began, never below 1;
    /// 0: it did not happen.
    std::vector<std::int64_t> values;

    friend bool operator==(const ModuleRecord&, const ModuleRecord&) = default;
};

/// All records of one module, and what they mean: enough for a reader who does not know the module.
struct ModuleRecords {
    std::string name;
    std::uint32_t version = 0;  ///< of the meaning of its fields
    std::string partial;        ///< what is missing, and what helps; empty where nothing is
    std::vector<ModuleField> fields;
    std::vector<ModuleRecord> records;

    friend bool operator==(const ModuleRecords&, const ModuleRecords&) = default;
};

/// The place of the field of that name; nothing where there is none. Looks at each field.
std::optional<std::size_t> fieldOf(const ModuleRecords& module, std::string_view name) noexcept;

/// Adds the modules of other processes to those of a run: `processes` is what their places in
/// Profile::processes are raised by. Modules of another version or with other fields stay apart.
void addModules(std::vector<ModuleRecords>& modules, std::vector<ModuleRecords> further,
                std::int32_t processes);

/// One record for each name, in the order of their first appearance, reduced as each field says.
/// The process is -1 where there were several. Costs a look at each value.
std::vector<ModuleRecord> reducedByName(const ModuleRecords& module);

}  // namespace gantry::perf
