#pragma once

#include <string>
#include <vector>

namespace gantry::scaffold {

/// A port a new component is to have.
struct NewPort {
    std::string name;
    std::string type;  ///< as SIDL names it, for example "numeric.FunctionPort"
};

/// A component whose folder is to be made. Made by newComponent(), which has checked the names.
struct NewComponent {
    std::string className;   ///< as scripts name it, for example "thermo.HeatRod"
    std::string folder;      ///< below the folder of all components, for example "thermo/heat_rod"
    std::string targetName;  ///< that of the shared object, for example "thermo_heat_rod"
    std::string language;    ///< "cxx", "c", "fortran" or "python"
    std::vector<NewPort> provides;
    std::vector<NewPort> uses;
    std::vector<std::string> sidlFiles;

    /// "heat_rod", the last part of the folder.
    [[nodiscard]] std::string folderName() const;
    /// "HeatRod".
    [[nodiscard]] std::string simpleName() const;
    /// "thermo::HeatRod".
    [[nodiscard]] std::string cppName() const;
    /// "thermo".
    [[nodiscard]] std::string cppNamespace() const;
    /// "heatRod", for scripts.
    [[nodiscard]] std::string instanceName() const;
    /// The name of the first uses port of that type; empty where there is none.
    [[nodiscard]] std::string usesPortOf(const std::string& type) const;
};

/// The ports of words such as "function:numeric.FunctionPort". Throws std::invalid_argument for any
/// other word.
std::vector<NewPort> readPorts(const std::vector<std::string>& words);

/// name is a class with its package: thermo.HeatRod gives the folder thermo/heat_rod. Or it is the
/// name of a folder: heat_rod gives heat_rod.HeatRod. Throws std::invalid_argument where a name
/// cannot be used, or two ports have the same one. language: cxx, c, fortran or python.
NewComponent newComponent(const std::string& name, const std::string& language,
                          std::vector<NewPort> provides, std::vector<NewPort> uses);

}  // namespace gantry::scaffold
