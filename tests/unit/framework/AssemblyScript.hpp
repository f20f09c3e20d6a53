#pragma once

#include <base/files/TemporaryFolder.hpp>
#include <framework/ScriptInterpreter.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <unistd.h>

#include "embedding.hpp"

namespace gantry::framework::test {

/// An empty folder that goes with the test.
class Folder final {
public:
    [[nodiscard]] std::string file(const std::string& name) const {
        return (path_ / name).string();
    }
    [[nodiscard]] std::string text(const std::string& name) const {
        std::ostringstream text;
        text << std::ifstream(path_ / name).rdbuf();
        return text.str();
    }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name) << text;
    }
    [[nodiscard]] std::size_t numFiles() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_),
                                                      std::filesystem::directory_iterator()));
    }

private:
    base::TemporaryFolder folder_{"gantry-test"};
    std::filesystem::path path_ = folder_.path();
};

/// Scripts on one assembly, and a folder for their files.
struct AssemblyScript {
    Embedding embedding{{"monitored_caller", "good_counter", "caller"}};
    Folder folder;
    std::ostringstream output;
    ScriptInterpreter interpreter{embedding.framework, output};

    std::string shown(const std::string& text) {
        output.str("");
        std::istringstream stream(text);
        interpreter.run(stream, "test.rc");
        return output.str();
    }
    std::string errorOf(const std::string& text) {
        try {
            shown(text);
        } catch (const ScriptError& error) {
            return error.what();
        }
        FAIL("the script did not stop");
        return {};
    }
    void assemble() {
        shown(
            "create fixtures.MonitoredCaller caller\ncreate fixtures.Counter counter\n"
            "connect caller target counter count\nproperty caller colour light blue\n"
            "port-property caller target weight double 2.5");
    }
};

}  // namespace gantry::framework::test
