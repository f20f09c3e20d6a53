#include <perf/recording/ModuleFacts.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <vector>

#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

using Names = std::vector<std::string>;

// A module that says of itself what the text has.
class OneModule final {
public:
    explicit OneModule(const std::string& text) {
        std::ofstream(file()).close();
        std::ofstream(folder_.path / "regions.txt") << text;
    }

    [[nodiscard]] std::filesystem::path file() const { return folder_.path / "regions.so"; }
    [[nodiscard]] ModuleFacts facts() const { return moduleFacts(file()); }
    [[nodiscard]] ModuleLoading loading(const Names& asked = {}) const {
        return loadingOf({file()}, asked, {"/bin/sh"});
    }

private:
    TestFolder folder_;
};

// Set as long as it lives.
class Variable final {
public:
    Variable(const char* name, const std::string& value) : name_(name) {
        ::setenv(name, value.c_str(), 1);
    }
    ~Variable() { ::unsetenv(name_); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    const char* name_;
};

}  // namespace

TEST_SUITE_BEGIN("perf.recording.ModuleFacts");

TEST_CASE("a module says what it is, for which programs, and by which variables it is found") {
    const ModuleFacts facts =
        OneModule(
            "what it measures\ntitle Two Words\nfor libx.so*\nfor liby.so*\nsets A_TOOL\n"
            "yields OLD_TOOL\nruntime libquiet.so* libloud.so.5\nnew word\n\n")
            .facts();
    CHECK(facts.description == "what it measures");
    CHECK(facts.title == "Two Words");
    CHECK(facts.measures == Names{"libx.so*", "liby.so*"});
    CHECK(facts.sets == Names{"A_TOOL"});
    CHECK(facts.yields == Names{"OLD_TOOL"});
    CHECK(facts.silentRuntime == "libquiet.so*");
    CHECK(facts.runtime == "libloud.so.5");
}

TEST_CASE("a module without a text says nothing and is for no program by itself") {
    const ModuleFacts facts = moduleFacts("/nonexistent/regions.so");
    CHECK(facts.description.empty());
    CHECK_FALSE(isForProgram(facts, librariesOf({"/bin/sh"})));
}

TEST_CASE("a module is for a program that needs one of its libraries, also behind a launcher") {
    const ModuleFacts facts = OneModule("it\nfor libnone.so*\nfor libc.so*\n").facts();
    CHECK(isForProgram(facts, librariesOf({"/bin/sh"})));
    CHECK(isForProgram(facts,
                       librariesOf({"/nonexistent/launcher", "-n", "4", "/bin/sh", "-c", "exit"})));
    CHECK_FALSE(isForProgram(facts, librariesOf({"/nonexistent/program"})));
    CHECK_FALSE(isForProgram(OneModule("it\nfor libnone.so*\n").facts(), librariesOf({"/bin/sh"})));
}

TEST_CASE("an argument that is a pipe is not opened, and no library a program") {
    const TestFolder folder;
    const std::string pipe = (folder.path / "pipe").string();
    REQUIRE(::mkfifo(pipe.c_str(), 0700) == 0);
    std::filesystem::copy_file("/bin/sh", folder.path / "data");
    std::filesystem::permissions(folder.path / "data", std::filesystem::perms::owner_read);
    CHECK(librariesOf({pipe, (folder.path / "data").string(), "-c"}).empty());
}

TEST_CASE("the variables of a module name it in the program") {
    const OneModule module("it\ntitle Regions\nsets GANTRY_TEST_TOOL\n");
    const ModuleLoading loading = module.loading();
    CHECK(loading.libraries == std::vector{module.file()});
    CHECK(loading.names == Names{"regions"});
    CHECK(loading.titles == Names{"Regions"});
    CHECK(loading.environment.at("GANTRY_TEST_TOOL") == module.file().string());
    CHECK(loading.messages.empty());
}

TEST_CASE(
    "of modules that set one variable, one that was asked for is loaded, else the first one") {
    const TestFolder folder;
    const auto module = [&folder](const std::string& name, const std::string& variable) {
        std::ofstream(folder.path / (name + ".txt")) << "it\nsets " << variable << '\n';
        return folder.path / (name + ".so");
    };
    const std::vector modules{module("a", "GANTRY_ONE"), module("b", "GANTRY_ONE"),
                              module("c", "GANTRY_TWO"), module("d", "GANTRY_ONE")};
    const auto namesFor = [&modules](const Names& asked) {
        return loadingOf(modules, asked, {"/bin/sh"}).names;
    };
    CHECK(namesFor({}) == Names{"a", "c"});
    CHECK(namesFor({"usual", "b"}) == Names{"b", "c"});
    CHECK(namesFor({"a", "d"}) == Names{"c", "d"});
    CHECK(loadingOf(modules, {"b"}, {"/bin/sh"}).environment.at("GANTRY_ONE") == modules[1]);
}

TEST_CASE("a module gives way to a tool that the user has named by any of its variables") {
    for (const char* const name : {"GANTRY_TEST_TOOL", "GANTRY_TEST_OLD_TOOL"}) {
        CAPTURE(name);
        const Variable variable(name, "/home/tool.so");
        const ModuleLoading loading =
            OneModule("it\nsets GANTRY_TEST_TOOL\nyields GANTRY_TEST_OLD_TOOL\n").loading();
        CHECK(loading.libraries.empty());
        CHECK(loading.environment.empty());
        CHECK(loading.messages ==
              Names{std::string("the module regions is left out: ") + name +
                    " names a tool of yours, /home/tool.so; without it, the module measures"});
    }
}

TEST_CASE("a module gives way to a tool that the program's arguments name") {
    const OneModule module("it\nyields --tool-lib\n");
    const ModuleLoading loading =
        loadingOf({module.file()}, {}, {"/bin/sh", "--tool-libs=/home/tool.so"});
    CHECK(loading.libraries.empty());
    CHECK(loading.messages ==
          Names{"the module regions is left out: the program's argument "
                "--tool-libs=/home/tool.so names a tool of yours; without it, the module "
                "measures"});
    CHECK(loadingOf({module.file()}, {}, {"/bin/sh", "--tool"}).libraries.size() == 1);
}

TEST_CASE("a module that an outer exec has named already is not a tool of the user's") {
    const OneModule module("it\nsets GANTRY_TEST_TOOL\n");
    const Variable variable("GANTRY_TEST_TOOL", module.file().string());
    CHECK(module.loading().libraries == std::vector{module.file()});
}

TEST_CASE("a runtime that announces nothing is replaced only for a module that was asked for") {
    const TestFolder folder;
    std::ofstream(folder.path / "libloud.so.5").close();
    const OneModule module("it\ntitle It\nruntime libc.so* libloud.so.5\n");
    const Variable path("LD_LIBRARY_PATH", "/nonexistent:" + folder.path.string());
    CHECK(module.loading().libraries == std::vector{module.file()});
    const ModuleLoading loading = module.loading({"usual", "regions"});
    CHECK(loading.libraries == std::vector{module.file(), folder.path / "libloud.so.5"});
    CHECK(loading.titles == Names{"It (with libloud.so.5 in place of libc)"});
}

TEST_CASE("a missing runtime is reported") {
    const ModuleLoading loading =
        OneModule("it\nruntime libc.so* libnowhere.so.5\n").loading({"regions"});
    CHECK(loading.libraries.size() == 1);
    REQUIRE(loading.messages.size() == 1);
    CHECK(loading.messages[0] ==
          "libc announces nothing to the module regions, and libnowhere.so.5, which does and can "
          "replace it, was not found: install it, or add its folder to LD_LIBRARY_PATH");
}

TEST_SUITE_END();
