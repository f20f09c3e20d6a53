#pragma once

#include <perf/importers/reading/ImportedProfile.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf {

/// A column of the rows in "data".
struct CaliperColumn {
    enum class Use { None, Path, Rank, Value };

    Use use = Use::None;
    std::string name;
    std::string unit;
    int shift = 0;  ///< by which power of ten a value is multiplied to be in that unit
    ImportedProfile::Values values = ImportedProfile::Values::Own;
};

struct CaliperNode {
    std::string label;
    std::optional<std::size_t> parent{};  ///< a smaller place
};

/// What a json-split file has beside its rows, which come before.
struct CaliperTables {
    std::size_t data = 0;  ///< where the rows begin
    std::vector<CaliperColumn> columns;
    std::vector<CaliperNode> nodes;
    std::vector<std::pair<std::string, std::string>> facts;
};

/// Throws base::InputError.
CaliperTables readCaliperTables(const ImportFile& file);

}  // namespace gantry::perf
