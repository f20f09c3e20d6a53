#include <gov/cca/Type.hpp>

#include <cmath>
#include <limits>
#include <random>

#include "AssemblyScript.hpp"
#include "values/TypeMap.hpp"

TEST_SUITE_BEGIN("framework.document.AssemblyDocument");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

/// Assemblies that nobody thought of.
class RandomAssembly final {
public:
    RandomAssembly(Framework& framework, unsigned seed) : framework_(framework), random_(seed) {}

    void make(bool forLines) {
        forLines_ = forLines;
        std::vector<std::string> counters;
        for (int i = 0; i < number(1, 6); ++i) {
            counters.push_back(word() + std::to_string(i));
            framework_.createInstance("fixtures.Counter", counters.back());
            setProperties(counters.back());
        }
        for (int i = 0; i < number(0, 6); ++i) {
            const std::string name = "user" + std::to_string(i) + word();
            framework_.createInstance("fixtures.MonitoredCaller", name);
            setProperties(name);
            setPortProperties(name);
            if (number(0, 3) > 0) {
                framework_.connect({name, "target",
                                    counters[static_cast<std::size_t>(
                                        number(0, static_cast<int>(counters.size()) - 1))],
                                    "count"},
                                   number(0, 1) == 0 ? Guard::Guarded : Guard::AsDeclared);
            }
        }
    }

private:
    int number(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }

    std::string word() {
        const std::vector<std::string> parts{"a", "B", "\"",     "\\", "/", "~", "\u00e4", "<&>",
                                             "{", "}", "\u20ac", ",",  "0", ".", "$",      "#"};
        std::string text = "n";
        for (int i = 0; i < number(0, 8); ++i) {
            text += parts[static_cast<std::size_t>(number(0, static_cast<int>(parts.size()) - 1))];
        }
        return text;
    }
    std::string text() {
        return forLines_ ? word() + " " + word() : word() + "\n\t " + word() + '\x01';
    }

    void setProperties(const std::string& instance) {
        const auto builder = framework_.builderService();
        const auto id = builder->getComponentID(instance);
        const auto map = builder->getComponentProperties(id);
        for (int i = 0; i < number(0, 3); ++i) {
            map->putString("text" + std::to_string(i), text());
        }
        if (!forLines_) {
            map->putDouble("real", std::ldexp(number(-1000, 1000), number(-60, 60)));
        }
        builder->setComponentProperties(id, map);
    }

    void setPortProperties(const std::string& instance) {
        const auto builder = framework_.builderService();
        const auto id = builder->getComponentID(instance);
        const auto map = builder->getPortProperties(id, "target");
        map->putDouble("real", 1.0 / number(1, 1000));
        map->putFloat("single", 1.0F / static_cast<float>(number(1, 1000)));
        map->putLong("long", (std::int64_t{1} << 62) + number(0, 1000));
        map->putBool("flag", number(0, 1) == 1);
        map->putDcomplex("complex", {1.0 / number(1, 9), -2.5});
        map->putIntArray("whole", sidl::array<std::int32_t>(std::vector{number(-9, 9), 2, 3}));
        map->putDoubleArray("none", sidl::array<double>(std::vector<double>{}));
        if (!forLines_) {
            map->putStringArray(
                "texts", sidl::array<std::string>(std::vector{text(), std::string(), text()}));
            map->putDouble("infinite", std::numeric_limits<double>::infinity());
        }
        builder->setPortProperties(id, "target", map);
    }

    Framework& framework_;
    std::mt19937 random_;
    bool forLines_ = false;
};

/// A document with one place changed.
std::string documentWith(const std::string& instances, const std::string& connections = "") {
    return R"({"format": "gantry-assembly", "version": 1, "instances": [)" + instances +
           R"(], "connections": [)" + connections + "]}";
}

constexpr const char* kCounter = R"({"name": "c", "class": "fixtures.Counter"})";
constexpr const char* kCaller = R"({"name": "u", "class": "fixtures.MonitoredCaller"})";

}  // namespace

TEST_CASE("saving and loading gives the same assembly, in both forms") {
    const unsigned first = std::random_device{}();
    for (unsigned seed = first; seed != first + 40; ++seed) {
        const std::string ending = seed % 2 == 0 ? ".json" : ".rc";
        CAPTURE(seed);
        CAPTURE(ending);
        AssemblyScript script;
        RandomAssembly(script.embedding.framework, seed).make(ending == ".rc");
        script.shown("save " + script.folder.file("first" + ending) + "\nnuke all");

        script.shown("load " + script.folder.file("first" + ending));
        script.shown("save " + script.folder.file("second" + ending));

        CHECK(script.folder.text("first" + ending).size() > 10);
        CHECK(script.folder.text("second" + ending) == script.folder.text("first" + ending));
    }
}

TEST_CASE_FIXTURE(AssemblyScript, "the JSON form shows instances, their values, and connections") {
    assemble();
    shown("save " + folder.file("a.json"));
    const std::string text = folder.text("a.json");

    CHECK(text.find("\"format\": \"gantry-assembly\",\n \"version\": 1,") != std::string::npos);
    for (const char* part : {"\"name\": \"caller\"", "\"class\": \"fixtures.MonitoredCaller\"",
                             "\"value\": \"light blue\"", "\"value\": 2.5",
                             "\"usesPort\": \"target\"", "\"provider\": \"counter\""}) {
        CAPTURE(part);
        CHECK(text.find(part) != std::string::npos);
    }
}

TEST_CASE_FIXTURE(AssemblyScript, "a document that cannot be built leaves the assembly as it was") {
    assemble();
    const std::string before = shown("display state");
    const std::string connection =
        R"({"user": "u", "usesPort": "target", "provider": "c", "providesPort": )";
    const std::vector<std::pair<std::string, std::string>> cases{
        {documentWith(std::string(kCounter) + R"(, {"name": "x", "class": "fixtures.Cuonter"})"),
         "at /instances/1: there is no component class 'fixtures.Cuonter'"},
        {documentWith(std::string(kCounter) +
                      R"(, {"name": "caller", "class": "fixtures.Counter"})"),
         "at /instances/1: instance 'caller' exists already"},
        {documentWith(std::string(kCounter) + ", " + kCaller, connection + "\"cuont\"}"),
         "at /connections/0: instance 'c' has no provides port 'cuont'; did you mean 'count'?"},
        {documentWith(std::string(kCounter) + ", " + kCaller,
                      connection + "\"count\"}, " + connection + "\"count\"}"),
         "at /connections/1: uses port 'u.target' is already connected"},
        {documentWith(R"({"name": "c", "class": "fixtures.Counter", "parameters": )"
                      R"({"count": {"n": {"type": "int", "value": 1}}}})"),
         "at /instances/0: port 'c.count' has no parameters"},
    };
    for (const auto& [eachDocument, message] : cases) {
        const auto& document = eachDocument;
        CAPTURE(document);
        folder.write("bad.json", document);
        const std::string error = errorOf("load " + folder.file("bad.json"));
        CAPTURE(error);
        CHECK(error.find("test.rc:1:6: error: '" + folder.file("bad.json") + "': " + message) == 0);
        CHECK(shown("display state") == before);
    }
}

TEST_CASE_FIXTURE(AssemblyScript,
                  "a document that is damaged, newer or wrong is refused with the place") {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "this is not JSON: parse error at line 1, column 1"},
        {"{\n \"format\": \"gantry-assembly\",\n \"version\": }",
         "parse error at line 3, column 13"},
        {"[]", "at /: this is not a saved assembly"},
        {R"({"format": "gantry-profile", "version": 1})", "at /: this is not a saved assembly"},
        {R"({"format": "gantry-assembly", "version": 2})",
         "at /version: it was written by a newer"},
        {R"({"format": "gantry-assembly", "version": "1"})", "at /version: a version is a whole"},
        {R"({"format": "gantry-assembly", "version": 1})", "at /: 'instances' is missing"},
        {R"({"format": "gantry-assembly", "version": 1, "instances": {}, "connections": []})",
         "at /instances: a list is needed here"},
        {R"({"format": "gantry-assembly", "version": 1, "instances": [], "conections": []})",
         "at /conections: 'conections' is not known here; did you mean 'connections'?"},
        {documentWith(R"({"name": "c"})"), "at /instances/0: 'class' is missing"},
        {documentWith(R"({"name": 5, "class": "x"})"), "at /instances/0/name: a text is needed"},
        {documentWith(R"({"name": "", "class": "x"})"), "at /instances/0/name: an instance needs"},
        {documentWith(std::string(kCounter) + "," + kCounter),
         "at /instances/1/name: instance 'c'"},
        {documentWith(kCounter, R"({"user": "d", "usesPort": "p", "provider": "c",)"
                                R"( "providesPort": "q"})"),
         "at /connections/0/user: there is no instance 'd' in this document; did you mean 'c'?"},
        {documentWith(R"({"name": "c", "class": "x", "properties": )"
                      R"({"a/b": {"type": "int", "value": "many"}}})"),
         "at /instances/0/properties/a~1b/value: 'many' is not a value of type int"},
        {documentWith(R"({"name": "c", "class": "x", "properties": {"k": {"type": "integer",)"
                      R"( "value": 1}}})"),
         "at /instances/0/properties/k/type: unknown type 'integer'"},
        {documentWith(R"({"name": "c", "class": "x", "properties": {"k": {"type": "intArray",)"
                      R"( "value": 1}}})"),
         "at /instances/0/properties/k/value: a list is needed here"},
    };
    for (const auto& [eachDocument, message] : cases) {
        const auto& document = eachDocument;
        CAPTURE(document);
        folder.write("bad.json", document);
        const std::string error = errorOf("load " + folder.file("bad.json"));
        CAPTURE(error);
        CHECK(error.find(message) != std::string::npos);
        CHECK(shown("arena").empty());
    }
    CHECK(errorOf("load " + folder.file("none.json")).find("cannot be read") != std::string::npos);
    std::filesystem::create_directory(folder.file("folder.json"));
    CHECK(errorOf("load " + folder.file("folder.json")).find("cannot be read") !=
          std::string::npos);
}

TEST_CASE_FIXTURE(AssemblyScript, "what is not UTF-8 is not spoiled but refused") {
    shown("create fixtures.Counter c\nproperty c colour \xff\xfe");

    CHECK(errorOf("save " + folder.file("a.json")).find("is not UTF-8") != std::string::npos);
    CHECK(folder.numFiles() == 0);
}

TEST_SUITE_END();
