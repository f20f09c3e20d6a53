#include <compiler/driver/Compilation.hpp>
#include <compiler/emit/Backend.hpp>
#include <compiler/source/Diagnostics.hpp>
#include <compiler/source/SourceText.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <regex>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;
using sidlc::Backend;

// The folders of the source tree that hold a back end.
std::set<std::string> backendFolders() {
    std::set<std::string> names;
    for (const auto& entry :
         fs::directory_iterator(GANTRY_SOURCE_DIRECTORY "/sidl/compiler/emit")) {
        if (fs::exists(entry.path() / "Backend.cpp")) {
            names.insert(entry.path().filename());
        }
    }
    return names;
}

std::string helpText() {
    std::string text;
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(
        popen(GANTRY_PROGRAM_DIRECTORY "/sidlc --help", "r"), pclose);
    for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get())) {
        text += static_cast<char>(c);
    }
    return text;
}

// True for a path that one of the patterns in `files` describes; a word in capitals is any text.
bool describes(std::string_view files, const std::string& path) {
    const std::string pattern =
        std::regex_replace(std::regex_replace(std::string(files), std::regex("[.]"), "[.]"),
                           std::regex("[A-Z]+"), ".+");
    return std::regex_match(path, std::regex(std::regex_replace(pattern, std::regex(" "), "|")));
}

TEST_SUITE("sidl.emit.Backend") {
    TEST_CASE("every folder of emit with a Backend.cpp is a back end with the folder's name") {
        std::set<std::string> names;
        for (const Backend& each : sidlc::backends()) {
            names.emplace(each.name);
        }

        CHECK(names.size() >= 7);
        CHECK(names == backendFolders());
        CHECK(names.size() == sidlc::backends().size());
    }

    TEST_CASE("--help lists every back end with what it writes") {
        const std::string help = helpText();

        for (const Backend& each : sidlc::backends()) {
            CAPTURE(each.name);
            CHECK(help.find("\n  " + std::string(each.name) + " ") != std::string::npos);
            CHECK(help.find(each.help) != std::string::npos);
            CHECK(help.find(each.files) != std::string::npos);
        }
    }

    TEST_CASE("every back end writes the files that it describes, each once") {
        const std::string folder = GANTRY_SOURCE_DIRECTORY "/sidl/";
        sidlc::Diagnostics diagnostics;
        const auto model =
            sidlc::compile({{folder + "gov.cca.sidl", true}, {folder + "numeric.sidl", true}},
                           {folder}, diagnostics);
        REQUIRE(diagnostics.text() == "");

        for (const Backend& each : sidlc::backends()) {
            CAPTURE(each.name);
            std::set<std::string> paths;
            for (const auto& file : each.emit(*model)) {
                CAPTURE(file.path);
                CHECK(describes(each.files, file.path));
                CHECK(paths.insert(file.path).second);
            }
            CHECK(!paths.empty());
        }
    }

    TEST_CASE("a language of components has skeletons for ports, and no two have the same name") {
        std::set<std::string> languages;
        for (const Backend& each : sidlc::backends()) {
            CAPTURE(each.name);
            CHECK(each.language.empty() == (each.skeletons == nullptr));
            CHECK((each.language.empty() || languages.emplace(each.language).second));
        }

        CHECK(languages == std::set<std::string>{"c", "cxx", "fortran", "python"});
    }

    TEST_CASE("a back end is found by its name") {
        for (const Backend& each : sidlc::backends()) {
            CHECK(sidlc::findBackend(each.name) == &each);
        }

        CHECK(sidlc::findBackend("cobol") == nullptr);
    }
}

}  // namespace
