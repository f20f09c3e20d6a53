#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <map>
#include <string>

namespace gantry::perf {

/// A function of Python: its name with those of what it is defined in, as far as the interpreter
/// knows them; its file; and the line that it begins in. Without a file: what stands for several.
struct PythonFunction {
    std::string name;
    std::string file;
    std::string line;
};

/// Those of one process, by their numbers in its call stacks.
using PythonFunctions = std::map<std::uint32_t, PythonFunction>;

/// Reads the records of the module "python".
PythonFunctions pythonFunctionsIn(const ModuleRecords& module);

/// Removes these records from a profile and returns what they name; empty where there are none.
/// What found no room in them is noted in Profile::partial, and the number of all calls in its
/// context.
PythonFunctions takePythonFunctions(Profile& profile);

/// Where the function is, short: FILE:LINE, a file of a library of Python as it is imported
/// ("json/decoder.py:332"), and one below `folder` as it is called there.
std::string shortPlace(const PythonFunction& function, const std::string& folder);

}  // namespace gantry::perf
