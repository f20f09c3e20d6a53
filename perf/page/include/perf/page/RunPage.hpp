#pragma once

#include <perf/archive/History.hpp>
#include <perf/model/Profile.hpp>
#include <perf/timeline/Timeline.hpp>

#include <string>
#include <vector>

namespace gantry::perf {

/// The version of the document in a page, docs/formats/page.md.
inline constexpr int kPageVersion = 1;

/// What a page shows. The references must outlive the call.
struct PageSource {
    std::string name;  ///< by which people know the run, such as the name of its file
    const Profile& profile;
    const History& history;
    const Timeline* timeline = nullptr;  ///< null: there is no trace
    /// What was found in the run, the JSON of docs/formats/analysis.md; empty: it was not analysed.
    std::string analysis{};
    /// What the decisions of tuners came to, the member `tuning` of docs/formats/page.md; empty:
    /// not known.
    std::string tuning{};
};

/// Where the views get a timeline from.
enum class PageTimeline {
    Embedded,  ///< the whole window at one resolution is part of the document, at most 300 kB
    Served,    ///< the document says only how large it is; a server has the rest
};

/// The data of the page as JSON in plain ASCII. Texts that are not UTF-8 are made printable. Some
/// 100 bytes for each call path, and likewise for each timer of each thread; of the latter those
/// with the largest values are kept, up to a limit that the document states.
std::string pageDocument(const PageSource& source);
/// The same of several runs, to be compared.
std::string documentOfRuns(const std::vector<PageSource>& sources, PageTimeline timeline);

/// A whole HTML file that shows the run in a browser, without a server and without requests to
/// anywhere. No name can leave its place as text: the data hold no '<', and the page forbids the
/// browser any script but its own. Pure: the same source gives the same page.
std::string runPage(const PageSource& source);

/// The page without data, which asks the server that it comes from for them. `name` is its title.
std::string servedPage(const std::string& name);
/// The content security policy of a page: what a server has to send as a header with it, too.
/// Throws std::logic_error for another text.
std::string policyOf(const std::string& page);

}  // namespace gantry::perf
