#pragma once

#include <framework/Framework.hpp>

#include <filesystem>
#include <set>
#include <string>

namespace gantry::framework {

/// Which instances may still be made after the first go of a script, judged by its text before
/// that: a name that nobody can bring about any more is a typing error. Doubtful cases count as
/// possible.
///
///     const LaterInstances later(assembly, "solve.bld", false);
///     if (!assembly.instance(name) && !later.mayCome(name)) { refuse(name); }
class LaterInstances final {
public:
    /// Reads the script where it is a regular file, and the files it names. anybody: others can
    /// make instances, too, such as a control socket.
    LaterInstances(const Framework& assembly, const std::filesystem::path& script, bool anybody);

    /// Whether an instance of that name may be made. Names are compared without the numbers at
    /// their ends, as an instance without a name gets one with a number.
    [[nodiscard]] bool mayCome(const std::string& name) const;
    /// Whether any instance may be made.
    [[nodiscard]] bool anyMayCome() const { return unknown_; }

private:
    bool unknown_ = false;
    std::set<std::string> stems_;  // of the names in the text
};

}  // namespace gantry::framework
