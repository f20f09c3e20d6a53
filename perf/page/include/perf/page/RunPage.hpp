#pragma once

#include <perf/archive/History.hpp>
#include <perf/model/Profile.hpp>

#include <string>

namespace gantry::perf {

/// The version of the document in a page, docs/formats/page.md.
inline constexpr int kPageVersion = 1;

/// What a page shows. The references must outlive the call.
struct PageSource {
    std::string name;  ///< by which people know the run, such as the name of its file
    const Profile& profile;
    const History& history;
};

/// The data of the page as JSON in plain ASCII. Texts that are not UTF-8 are made printable. Some
/// 100 bytes for each call path, and likewise for each timer of each thread; of the latter those
/// with the largest values are kept, up to a limit that the document states.
std::string pageDocument(const PageSource& source);

/// A whole HTML file that shows the run in a browser, without a server and without requests to
/// anywhere. No name can leave its place as text: the data hold no '<', and the page forbids the
/// browser any script but its own. Pure: the same source gives the same page.
std::string runPage(const PageSource& source);

}  // namespace gantry::perf
