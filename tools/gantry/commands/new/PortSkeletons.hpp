#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "NewComponent.hpp"

namespace gantry::tools {

/// What a source begins with for one provided port: include or import lines, methods, and for C++
/// members.
struct PortSkeleton {
    std::vector<std::string> includes;
    std::string methods;
    std::string members;
};

/// The first bodies of the methods of every known port type: those that were written for it, where
/// there are some and their needs are met, else the ones that sidlc makes, which say that they are
/// not written yet.
class PortSkeletons final {
public:
    /// Has sidlc read Gantry's interfaces and the given files. Throws std::runtime_error with
    /// sidlc's messages where it refuses one.
    PortSkeletons(const std::vector<std::string>& sidlFiles, const std::string& language);

    /// Throws std::runtime_error naming the known types where this is none.
    void requireKnown(const std::string& type) const;
    /// Of a known type, for that component.
    [[nodiscard]] PortSkeleton of(const std::string& type, const NewComponent& component) const;

private:
    std::string language_;
    std::map<std::string, std::string> generated_;  ///< by type
};

}  // namespace gantry::tools
