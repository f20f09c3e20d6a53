#pragma once

#include <scaffold/NewComponent.hpp>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace gantry::scaffold {

/// What a source begins with for one provided port: include or import lines, methods, and for C++
/// members.
struct PortSkeleton {
    std::vector<std::string> includes;
    std::string methods;
    std::string members;
};

/// Where the parts of Gantry are that skeletons are made of.
struct Installation {
    std::filesystem::path sidlc;  ///< the program
    std::filesystem::path share;  ///< the folder with sidl/ and samples/
};

/// The first bodies of the methods of every known port type: those that were written for it, where
/// there are some and their needs are met, else the ones that sidlc makes, which say that they are
/// not written yet.
class PortSkeletons final {
public:
    /// Has sidlc read Gantry's interfaces and the given files. Throws std::runtime_error with
    /// sidlc's messages where it refuses one. Runs a process and reads what it writes into a
    /// temporary folder.
    PortSkeletons(Installation installation, const std::vector<std::string>& sidlFiles,
                  const std::string& language);

    /// Throws std::invalid_argument naming the known types where this is none.
    void requireKnown(const std::string& type) const;
    /// Of a known type, for that component.
    [[nodiscard]] PortSkeleton of(const std::string& type, const NewComponent& component) const;

private:
    Installation installation_;
    std::string language_;
    // What sidlc wrote for each type.
    std::map<std::string, std::string> generated_;  ///< by type
};

}  // namespace gantry::scaffold
