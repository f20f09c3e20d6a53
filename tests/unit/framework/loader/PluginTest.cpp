#include <gantry/plugin.hpp>

#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.loader.Plugin");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

/// Creating className from a fixture fails with all these texts and leaves nothing behind.
void checkRefused(const std::string& name, const std::string& className,
                  const std::vector<std::string>& texts) {
    Embedding embedding({name});

    const Complaint complaint =
        complaintOf([&] { embedding.framework.createInstance(className, "broken"); });

    CAPTURE(complaint.note);
    for (const std::string& text : texts) {
        CAPTURE(text);
        CHECK(complaint.names(text));
    }
    CHECK(complaint.note.find('\n') == std::string::npos);
    CHECK(embedding.framework.instances().empty());
    CHECK(embedding.framework.connections().empty());
    CHECK(embedding.framework.palette().empty());
}

}  // namespace

TEST_CASE("a component is listed with its ports without being started") {
    const Embedding embedding({"caller"});

    const auto classes = embedding.framework.availableClasses();

    REQUIRE(classes.size() == 1);
    CHECK(classes[0].name == "fixtures.Caller");
    CHECK(classes[0].version == "1.0");
    CHECK(classes[0].summary == "calls the port it uses");
    REQUIRE(classes[0].ports.size() == 3);
    CHECK(classes[0].ports[0].provided);
    CHECK_FALSE(classes[0].ports[2].provided);
    CHECK(classes[0].ports[2].required);
    CHECK(embedding.framework.palette().empty());
}

TEST_CASE("a file that is not a shared object is refused") {
    checkRefused("not_a_library", "fixtures.NotALibrary",
                 {"not_a_library.so", "cannot be loaded", "check that it is a shared object"});
    const Embedding embedding({"not_a_library"});
    std::vector<RejectedLibrary> rejected;
    (void)embedding.framework.availableClasses(&rejected);
    REQUIRE(rejected.size() == 1);
    CHECK(rejected[0].reason.find("file descriptor") == std::string::npos);
}

TEST_CASE("a shared object without the contract's functions is refused") {
    checkRefused("no_symbols", "fixtures.NoSymbols",
                 {"no_symbols.so", "is not a component", "cca_describe"});
    checkRefused("missing_create", "fixtures.MissingCreate", {"missing_create.so", "cca_create"});
}

TEST_CASE("a shared object of another ABI number is refused") {
    checkRefused("wrong_abi", "fixtures.WrongAbi",
                 {"wrong_abi.so", "ABI number " + std::to_string(gantry::kPluginAbi + 1),
                  "has " + std::to_string(gantry::kPluginAbi)});
}

TEST_CASE("a class without a name is refused") {
    checkRefused("unnamed_class", "fixtures.Unnamed", {"unnamed_class.so", "without a name"});
}

TEST_CASE("a description that names a port twice is refused") {
    checkRefused("duplicate_port", "fixtures.DuplicatePort",
                 {"duplicate_port.so", "port 'go' twice"});
}

TEST_CASE("a parameter that is described wrongly is refused") {
    checkRefused("unnamed_parameter", "fixtures.UnnamedParameter",
                 {"unnamed_parameter.so", "without a key"});
    checkRefused("unknown_parameter_type", "fixtures.UnknownParameterType",
                 {"'configuration.count'", "type 'integer'"});
    checkRefused("no_default", "fixtures.NoDefault", {"'configuration.count'", "default"});
    checkRefused("half_bounds", "fixtures.HalfBounds", {"'configuration.count'", "one bound"});
}

TEST_CASE("a constructor that throws is reported with its text") {
    checkRefused("throws_in_constructor", "fixtures.ThrowsInConstructor",
                 {"fixtures.ThrowsInConstructor", "no licence for this constructor"});
}

TEST_CASE("a setServices that throws is reported with its text") {
    checkRefused("throws_in_set_services", "fixtures.ThrowsInSetServices",
                 {"'broken'", "fixtures.ThrowsInSetServices", "no licence for these services"});
}

TEST_CASE("a described provides port that is not added is reported") {
    checkRefused("undelivered_port", "fixtures.UndeliveredPort", {"'go'", "did not add it"});
}

TEST_CASE("a port that is added with another type than described is refused") {
    checkRefused("wrong_port_type", "fixtures.WrongPortType",
                 {"broken.go", "numeric.FunctionPort", kGo});
}

TEST_CASE("what a component built before it gave up is undone") {
    Embedding embedding({"half_built", "good_counter"});
    embedding.joinUser("user");

    const Complaint complaint =
        complaintOf([&] { embedding.framework.createInstance("fixtures.HalfBuilt", "half"); });

    CHECK(complaint.reason == gov::cca::CCAExceptionType::BadPortInfo);
    CHECK(complaint.names("the second half is missing"));
    REQUIRE(embedding.framework.instances().size() == 1);
    CHECK(embedding.framework.instances()[0].name == "user");
    CHECK(embedding.framework.connections().empty());
    CHECK(embedding.framework.palette().empty());
}

TEST_CASE("rejected files are listed with the reason") {
    const Embedding embedding({"good_counter", "wrong_abi", "not_a_library"});
    std::vector<RejectedLibrary> rejected;

    const auto classes = embedding.framework.availableClasses(&rejected);

    CHECK(classes.size() == 1);
    REQUIRE(rejected.size() == 2);
    CHECK(rejected[0].library.filename() == "wrong_abi.so");
    CHECK(rejected[0].reason.find("ABI") != std::string::npos);
}

TEST_CASE("a class that needs a library is listed, and loaded after the library or lazily") {
    Embedding eager({"needs_library"});
    Embedding lazy({"needs_library"});

    CHECK(eager.framework.availableClasses().size() == 1);
    CHECK(complaintOf([&] {
              eager.framework.load("fixtures.NeedsLibrary");
          }).names("gantryFixtureNumber"));
    lazy.framework.load("fixtures.NeedsLibrary", false, true);
    eager.framework.loadPortLibrary(fixture("port_library") / "port_library.so");
    eager.framework.load("fixtures.NeedsLibrary");

    CHECK(lazy.framework.palette().size() == 1);
    CHECK(eager.framework.palette().size() == 1);
}

TEST_CASE("a folder that does not exist is listed as rejected") {
    const Framework framework({"/there/is/no/such/folder"});
    std::vector<RejectedLibrary> rejected;

    const auto classes = framework.availableClasses(&rejected);

    CHECK(classes.empty());
    REQUIRE(rejected.size() == 1);
    CHECK(rejected[0].reason.find("cannot be read") != std::string::npos);
}

TEST_CASE("a class that exists twice comes from the first folder") {
    const auto copy = std::filesystem::temp_directory_path() / "gantry-second-folder";
    std::filesystem::create_directories(copy);
    std::filesystem::copy_file(fixture("good_counter") / "good_counter.so", copy / "copy.so",
                               std::filesystem::copy_options::overwrite_existing);
    const Framework framework({copy, fixture("good_counter")});
    std::vector<RejectedLibrary> rejected;

    const auto classes = framework.availableClasses(&rejected);
    std::filesystem::remove_all(copy);

    REQUIRE(classes.size() == 1);
    CHECK(classes[0].library.filename() == "copy.so");
    REQUIRE(rejected.size() == 1);
    CHECK(rejected[0].reason.find("again") != std::string::npos);
}

TEST_CASE("an unknown class names the nearest one, or the empty path") {
    Embedding embedding({"good_counter"});
    Framework empty;

    const Complaint near = complaintOf([&] { embedding.framework.load("fixtures.Conter"); });
    const Complaint nowhere = complaintOf([&] { empty.load("fixtures.Counter"); });

    CHECK(near.names("did you mean 'fixtures.Counter'?"));
    CHECK(nowhere.names("which is empty"));
}

TEST_CASE("loading twice leaves one entry in the palette") {
    Embedding embedding({"good_counter", "caller"});

    embedding.framework.load("fixtures.Counter");
    embedding.framework.load("fixtures.Caller", true);
    embedding.framework.load("fixtures.Counter", true, true);

    CHECK(embedding.framework.palette() ==
          std::vector<std::string>{"fixtures.Counter", "fixtures.Caller"});
}

TEST_SUITE_END();
