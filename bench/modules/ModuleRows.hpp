#pragma once

#include <string>
#include <vector>

namespace gantry::bench {

/// One operation, bare and measured, in batches that took turns.
struct ModuleRow {
    const char* name;
    std::vector<double> bareNs;
    std::vector<double> measuredNs;
    std::vector<double> extraNs;  ///< what the module adds to one call
    double goalNs;                ///< of extraNs; 0: none
};

/// Prints rows to standard output as they come, as a table or as one JSON document: medians, their
/// ratio, and the time added.
class ModuleRows final {
public:
    /// added: the title of the column of extraNs.
    ModuleRows(bool json, const char* added);
    ~ModuleRows();
    ModuleRows(const ModuleRows&) = delete;
    ModuleRows& operator=(const ModuleRows&) = delete;

    void print(const ModuleRow& row);

private:
    bool json_;
    bool isFirst_ = true;
};

/// Runs this program again under `gantry exec`, which is in the folder of this program, and removes
/// the archive. options: of gantry exec; launcher: words before the program, such as mpirun;
/// words: the arguments of the program. Returns the exit status; a failure is reported on standard
/// error.
int runMeasured(const std::vector<std::string>& options, const std::vector<std::string>& launcher,
                const std::vector<std::string>& words);

}  // namespace gantry::bench
