#include <base/files/TemporaryFolder.hpp>
#include <compiler/source/SourceText.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

namespace fs = std::filesystem;

// A folder of its own for each case, gone at its end.
class Folder final {
public:
    const fs::path& path() const { return folder_.path(); }
    std::string file(const std::string& name, const std::string& text) const {
        std::ofstream(path() / name) << text;
        return (path() / name).string();
    }

private:
    gantry::base::TemporaryFolder folder_{"sidlc"};
};

struct Outcome {
    int status;
    std::string output;
    std::string errors;
};

Outcome run(const Folder& folder, const std::string& words) {
    const std::string out = (folder.path() / "stdout").string();
    const std::string err = (folder.path() / "stderr").string();
    const std::string command =
        GANTRY_PROGRAM_DIRECTORY "/sidlc " + words + " >" + out + " 2>" + err;
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, sidlc::readFile(out),
            sidlc::readFile(err)};
}

const std::string kGood = "package p version 1.0 { interface I { void f(); } }";

TEST_SUITE("sidl.driver.Sidlc") {
    TEST_CASE("--check says nothing and ends with 0 for accepted files") {
        const Folder folder;

        const Outcome outcome = run(folder, "--check " + folder.file("a.sidl", kGood));

        CHECK(outcome.status == 0);
        CHECK(outcome.output == "");
        CHECK(outcome.errors == "");
    }

    TEST_CASE("--check resolves all files of one call together") {
        const Folder folder;
        const std::string b =
            folder.file("b.sidl", "package q version 1.0 { interface J extends p.I {} }");

        const Outcome alone = run(folder, "--check " + b);
        const Outcome together = run(folder, "--check " + b + " " + folder.file("a.sidl", kGood));

        CHECK(alone.status == 1);
        CHECK(together.status == 0);
    }

    TEST_CASE("--check ends with 1 and one message for what cannot be accepted") {
        const Folder folder;
        const std::vector<std::pair<std::string, std::string>> cases = {
            {folder.file("a.sidl", "package p {"), "a.sidl:1:12: error: expected '}'"},
            {(folder.path() / "none.sidl").string(), "none.sidl': No such file or directory"},
            {folder.path().string(), "it is a directory; name the .sidl files in it"},
        };
        for (const auto& [eachWords, message] : cases) {
            const auto& words = eachWords;
            CAPTURE(words);
            const Outcome outcome = run(folder, "--check " + words);

            CHECK(outcome.status == 1);
            CHECK(outcome.output == "");
            CHECK(outcome.errors.find(message) != std::string::npos);
        }
    }

    TEST_CASE("wrong usage ends with 2 and says what to do") {
        const Folder folder;
        const std::string file = folder.file("a.sidl", kGood);
        const std::vector<std::pair<std::string, std::string>> cases = {
            {"", "give exactly one of --check, --print, --json, --emit WHAT"},
            {file, "give exactly one of --check, --print, --json, --emit WHAT"},
            {"--check", "give at least one .sidl file"},
            {"--check --emit cpp -o x " + file,
             "give exactly one of --check, --print, --json, --emit WHAT"},
            {"--emit rust -o x " + file,
             "--emit takes c, cpp, fortran, null, proxy, python, skeleton, not 'rust'"},
            {"--emit cpp " + file, "use --emit and -o DIR together"},
            {"--check -o x " + file, "use --emit and -o DIR together"},
            {"--print " + file + " " + file, "--print takes one file"},
            {"--check --deps x.d " + file, "--deps without --emit needs --deps-target NAME"},
            {"--chek " + file, "unrecognised option '--chek'"},
            {"--check " + file + " --emit", "--emit"},
        };
        for (const auto& [eachWords, message] : cases) {
            const auto& words = eachWords;
            CAPTURE(words);
            const Outcome outcome = run(folder, words);

            CHECK(outcome.status == 2);
            CHECK(outcome.output == "");
            CHECK(outcome.errors.find(message) != std::string::npos);
            CHECK(outcome.errors.find("Try 'sidlc --help'.") != std::string::npos);
        }
    }

    TEST_CASE("--check of a file that is not text reports that instead of a hundred errors") {
        const Folder folder;
        std::string bytes =
            "\x7f"
            "ELF\x02\x01\x01";
        for (int n = 0; n < 5000; ++n) {
            bytes += static_cast<char>(n * 7 % 256);
        }

        const Outcome outcome = run(folder, "--check " + folder.file("a.out", bytes));

        CHECK(outcome.status == 1);
        CHECK(outcome.errors.find("; this is not a text file\n") != std::string::npos);
        CHECK(std::count(outcome.errors.begin(), outcome.errors.end(), '^') <= 5);
    }

    TEST_CASE("what cannot be printed because the disk is full is an error") {
        const Folder folder;
        const std::string file = folder.file("a.sidl", kGood);
        const std::string err = (folder.path() / "err").string();

        for (const char* action : {"--print ", "--json ", "--help ", "--version "}) {
            CAPTURE(action);
            const std::string command =
                GANTRY_PROGRAM_DIRECTORY "/sidlc " + (action + file) + " >/dev/full 2>" + err;
            const int status = std::system(command.c_str());
            CHECK(WEXITSTATUS(status) == 1);
            CHECK(sidlc::readFile(err) ==
                  "sidlc: cannot write to standard output: No space left on device\n");
        }
    }

    TEST_CASE("a reader that goes away early is an error where it does not end the program") {
        const Folder folder;
        std::string text = "package p version 1.0 {\n";
        for (int n = 0; n < 20000; ++n) {
            text += "interface I" + std::to_string(n) + " {}\n";
        }
        const std::string file = folder.file("a.sidl", text + "}\n");
        const std::string folderPath = folder.path().string();

        const std::string command = "{ trap '' PIPE; " GANTRY_PROGRAM_DIRECTORY "/sidlc --print " +
                                    file + " 2>" + folderPath + "/err; echo $? >" + folderPath +
                                    "/status; } | head -c 1 >/dev/null";
        REQUIRE(std::system(command.c_str()) == 0);

        CHECK(sidlc::readFile(folderPath + "/status") == "1\n");
        CHECK(sidlc::readFile(folderPath + "/err") ==
              "sidlc: cannot write to standard output: Broken pipe\n");
    }

    TEST_CASE("--help shows examples and --version the version") {
        const Folder folder;

        const Outcome help = run(folder, "--help");
        const Outcome version = run(folder, "--version");

        CHECK(help.status == 0);
        CHECK(help.output.find("Examples:") != std::string::npos);
        CHECK(version.status == 0);
        CHECK(version.output.substr(0, 6) == "sidlc ");
    }

    TEST_CASE("--emit writes what changed and nothing else") {
        const Folder folder;
        const std::string words = "--verbose --emit cpp -o " + (folder.path() / "out").string() +
                                  " " + folder.file("a.sidl", kGood);
        const std::string header = (folder.path() / "out/p/I.hpp").string();

        const Outcome first = run(folder, words);
        const Outcome second = run(folder, words);
        folder.file("out/p/I.hpp", "changed");
        const Outcome third = run(folder, words);

        CHECK(first.status == 0);
        CHECK(first.output == header + "\n");
        CHECK(second.output == "");
        CHECK(third.output == header + "\n");
        CHECK(sidlc::readFile(header).substr(0, 37) == "// Generated by sidlc from a.sidl. Do");
        CHECK_FALSE(fs::exists(header + ".new"));
    }

    TEST_CASE("--emit is silent without --verbose and writes nothing for a rejected file") {
        const Folder folder;
        const std::string out = (folder.path() / "out").string();

        const Outcome good =
            run(folder, "--emit cpp -o " + out + " " + folder.file("a.sidl", kGood));
        const Outcome bad =
            run(folder, "--emit cpp -o " + out + "2 " + folder.file("b.sidl", "interface {"));

        CHECK(good.status == 0);
        CHECK(good.output == "");
        CHECK(bad.status == 1);
        CHECK_FALSE(fs::exists(out + "2"));
    }

    TEST_CASE("--import reads a file for its types only") {
        const Folder folder;
        const std::string out = (folder.path() / "out").string();
        const std::string b =
            folder.file("b.sidl", "package q version 1.0 { interface J extends p.I {} }");

        const Outcome outcome = run(folder, "--emit null -o " + out + " --import " +
                                                folder.file("a.sidl", kGood) + " " + b);

        CHECK(outcome.status == 0);
        CHECK(fs::exists(out + "/q/null/J.hpp"));
        CHECK_FALSE(fs::exists(out + "/p"));
    }

    TEST_CASE("a file beside a generated one is not touched while that is written") {
        const Folder folder;
        const std::string out = (folder.path() / "out").string();
        const std::string ours =
            run(folder, "--emit cpp -o " + out + " --verbose " + folder.file("a.sidl", kGood))
                .output;
        const std::string first = ours.substr(0, ours.find('\n'));
        const std::string beside = first + ".new";
        fs::remove(first);
        std::ofstream(beside) << "notes";

        CHECK(run(folder, "--emit cpp -o " + out + " " + folder.file("a.sidl", kGood)).status == 0);

        CHECK(fs::exists(first));
        CHECK(fs::file_size(beside) == 5);
    }

    TEST_CASE("a folder that cannot be written is one message and status 1") {
        const Folder folder;
        const std::string blocked = folder.file("out", "a file");

        const Outcome outcome =
            run(folder, "--emit cpp -o " + blocked + " " + folder.file("a.sidl", kGood));

        CHECK(outcome.status == 1);
        CHECK(outcome.errors.find("sidlc: cannot write '" + blocked) != std::string::npos);
    }
}

}  // namespace
