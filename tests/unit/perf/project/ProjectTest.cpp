#include <perf/project/Project.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "TestFolder.hpp"

using namespace gantry;

namespace {

perf::Project heat() {
    perf::Project project{"Heat equation", "an explicit scheme", "./heat 1000", {"src/heat.cpp"}};
    project.configuration = {{"n", "1000"}, {"threads", "4"}};
    project.runs = {
        {"first.gantry", "runs/first.gantry", "2026-01-31T12:00:00Z", "1f2e3d", "before blocking"}};
    project.notes = "the inner loop dominates";
    project.view = "view=flame";
    return project;
}

base::InputError::Kind kindOfError(const std::string& text) {
    try {
        (void)perf::projectFromJson(text);
    } catch (const perf::ProjectFormatError& error) {
        return error.kind();
    }
    FAIL("was read: ", text);
    return base::InputError::Kind::File;
}

void write(const std::filesystem::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

}  // namespace

TEST_SUITE_BEGIN("perf.project.Project");

TEST_CASE("a project comes back as it was written") {
    const perf::Project read = perf::projectFromJson(perf::toJson(heat()));

    CHECK(read.title == "Heat equation");
    CHECK(read.description == "an explicit scheme");
    CHECK(read.program == "./heat 1000");
    CHECK(read.sources == heat().sources);
    CHECK(read.configuration == heat().configuration);
    CHECK(read.runs == heat().runs);
    CHECK(read.notes == "the inner loop dominates");
    CHECK(read.view == "view=flame");
    CHECK(perf::toJson(read) == perf::toJson(heat()));
}

TEST_CASE("members that are not known are written again") {
    perf::Project project = perf::projectFromJson(
        R"({"format": "gantry-project", "version": 1, "title": "a", "colour": "red",
            "runs": [{"name": "x.gantry", "file": "x.gantry", "stars": 5}]})");
    perf::addRun(project, {"y.gantry", "y.gantry"});
    project.runs.front().note = "good";
    const std::string text = perf::toJson(project);

    CHECK(text.find("\"colour\": \"red\"") != std::string::npos);
    CHECK(text.find("\"stars\": 5") != std::string::npos);
    CHECK(text.find("\"note\": \"good\"") != std::string::npos);
    CHECK(text.find("y.gantry") != std::string::npos);
}

TEST_CASE("what the viewer saves is read: runs have names only") {
    const perf::Project project = perf::projectFromJson(
        R"({"format": "gantry-project", "version": 1, "title": "ring",
            "runs": [{"name": "ring.gantry", "created": "2026-01-31T12:00:00Z"}], "view": ""})");

    REQUIRE(project.runs.size() == 1);
    CHECK(perf::runFilesOf(project, "studies/ring.json").front() == "studies/ring.gantry");
}

TEST_CASE("a run that is added again keeps its revision and note unless new ones are given") {
    perf::Project project = heat();

    CHECK_FALSE(perf::addRun(project, {"first.gantry", "runs/first.gantry", "2026-02-01T00:00:00Z",
                                       "", "after blocking"}));
    REQUIRE(project.runs.size() == 1);
    CHECK(project.runs.front().created == "2026-02-01T00:00:00Z");
    CHECK(project.runs.front().revision == "1f2e3d");
    CHECK(project.runs.front().note == "after blocking");
    CHECK(perf::addRun(project, {"first.gantry", "other/first.gantry"}));
}

TEST_CASE("a run that only has a name gets the file of a run of that name") {
    perf::Project project{"ring"};
    project.runs = {{"ring.gantry"}};

    CHECK_FALSE(perf::addRun(project, {"ring.gantry", "runs/ring.gantry"}));
    CHECK(project.runs.front().file == "runs/ring.gantry");
}

TEST_CASE("paths are from the folder of the project") {
    const TestFolder folder;

    CHECK(perf::pathFrom(folder.path, folder.path / "runs" / "a.gantry") == "runs/a.gantry");
    CHECK(perf::pathFrom(folder.path / "studies", folder.path / "a.gantry") == "../a.gantry");
}

TEST_CASE("a project file is recognised by its beginning") {
    const TestFolder folder;
    write(folder.path / "project", perf::toJson(heat()));
    write(folder.path / "other", "{\"format\": \"gantry-profile\"}");
    write(folder.path / "empty", "");
    write(folder.path / "text", "a text about \"gantry-project\"");

    CHECK(perf::isProjectFile(folder.path / "project"));
    CHECK_FALSE(perf::isProjectFile(folder.path / "other"));
    CHECK_FALSE(perf::isProjectFile(folder.path / "empty"));
    CHECK_FALSE(perf::isProjectFile(folder.path / "text"));
    CHECK_FALSE(perf::isProjectFile(folder.path / "nowhere"));
    CHECK_FALSE(perf::isProjectFile(folder.path));
}

TEST_CASE("a document that is not a project is refused by kind") {
    using Kind = base::InputError::Kind;
    CHECK(kindOfError("") == Kind::Damaged);
    CHECK(kindOfError("{\"format\": \"gantry-project\", \"version\": 1") == Kind::Damaged);
    CHECK(kindOfError("[]") == Kind::WrongKind);
    CHECK(kindOfError("{\"format\": \"gantry-analysis\"}") == Kind::WrongKind);
    CHECK(kindOfError("{\"format\": 7}") == Kind::WrongKind);
    CHECK(kindOfError("{\"format\": \"gantry-project\"}") == Kind::Damaged);
    CHECK(kindOfError("{\"format\": \"gantry-project\", \"version\": 2}") == Kind::Newer);
    CHECK(kindOfError("{\"format\": \"gantry-project\", \"version\": \"1\"}") == Kind::Damaged);
}

TEST_CASE("members of another type are refused by name") {
    for (const char* const member :
         {R"("title": 1)", R"("sources": "a")", R"("sources": [1])", R"("configuration": [])",
          R"("configuration": {"n": 1})", R"("runs": {})", R"("runs": ["a"])", R"("runs": [{}])",
          R"("runs": [{"name": 1}])"}) {
        CAPTURE(member);
        CHECK(kindOfError("{\"format\": \"gantry-project\", \"version\": 1, " +
                          std::string(member) + "}") == base::InputError::Kind::Damaged);
    }
}

TEST_CASE("what a viewer changed is taken, but no run and no path") {
    perf::Project project = heat();
    project.runs.push_back({"first.gantry", "other/first.gantry"});
    perf::Project edited = project;
    edited.title = "Heat";
    edited.notes = "done";
    edited.view = "view=ranks";
    edited.sources = {"/etc/passwd"};
    edited.runs[0].note = "after blocking";
    edited.runs[1].revision = "2a";
    edited.runs[1].file = "/etc/passwd";
    edited.runs.push_back({"new.gantry", "/tmp/new.gantry"});

    perf::takeEdits(project, edited);

    CHECK(project.title == "Heat");
    CHECK(project.notes == "done");
    CHECK(project.view == "view=ranks");
    CHECK(project.sources == heat().sources);
    REQUIRE(project.runs.size() == 2);
    CHECK(project.runs[0].note == "after blocking");
    CHECK(project.runs[0].file == heat().runs[0].file);
    CHECK(project.runs[1] == perf::ProjectRun{"first.gantry", "other/first.gantry"});
}

TEST_CASE("an entry of the configuration is replaced in its place, and a new one is the last") {
    perf::Project project = heat();

    perf::setConfiguration(project, "n", "2000");
    perf::setConfiguration(project, "blocks", "8");

    using Entries = std::vector<std::pair<std::string, std::string>>;
    CHECK(project.configuration == Entries{{"n", "2000"}, {"threads", "4"}, {"blocks", "8"}});
}

TEST_CASE("a source file is added once") {
    perf::Project project = heat();

    perf::addSource(project, "src/main.cpp");
    perf::addSource(project, "src/heat.cpp");

    CHECK(project.sources == std::vector<std::string>{"src/heat.cpp", "src/main.cpp"});
}

TEST_CASE("edits are saved into the file as it is now, with runs that it got since") {
    const TestFolder folder;
    const auto file = folder.path / "p.json";
    perf::Project edited = heat();
    edited.notes = "see the second run";
    perf::Project now = heat();
    now.runs.push_back({"second.gantry", "runs/second.gantry"});
    write(file, perf::toJson(now));

    const std::string written = perf::saveEdits(file, perf::toJson(edited));

    const perf::Project saved = perf::readProjectFile(file);
    CHECK(saved.notes == "see the second run");
    CHECK(saved.runs.size() == 2);
    CHECK(written == perf::toJson(saved));
}

TEST_CASE("an error in a file begins with its name") {
    const TestFolder folder;
    write(folder.path / "p.json", "{");
    try {
        (void)perf::readProjectFile(folder.path / "p.json");
        FAIL("was read");
    } catch (const perf::ProjectFormatError& error) {
        CHECK(std::string(error.what()).find("p.json: is not a project") != std::string::npos);
    }
    CHECK_THROWS_AS((void)perf::readProjectFile(folder.path / "nowhere"), perf::ProjectFormatError);
}

TEST_CASE("a folder is not a project, and the error names it") {
    const TestFolder folder;
    CHECK_THROWS_WITH_AS((void)perf::readProjectFile(folder.path),
                         (folder.path.string() + ": cannot be read").c_str(),
                         perf::ProjectFormatError);
}

TEST_SUITE_END();
