#pragma once

#include <perf/archive/History.hpp>
#include <perf/model/Profile.hpp>
#include <perf/timeline/Timeline.hpp>
#include <server/api/LiveProgram.hpp>
#include <server/http/HttpTypes.hpp>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gantry::server {

class ServedProject;

/// A run that is served. A value; profile and timeline are what the replies are computed from, so
/// that a run of a million timers takes its memory as long as it is served.
struct ServedRun {
    std::string name;  ///< by which people know it, such as the name of its file
    perf::Profile profile;
    perf::History history{};
    std::optional<perf::Timeline> timeline{};  ///< nothing: there is no trace
    std::string analysis{};  ///< docs/formats/analysis.md as JSON; empty: not analysed
    /// What tuners' decisions came to, as perf::PageSource has it; empty: not known.
    std::string tuning{};
    /// As it is in its file, where `profile` is without the measurement overhead; nothing: the
    /// same.
    std::optional<perf::Profile> measured{};
};

/// What a page may know beside the runs.
struct ServedContext {
    /// Of what the runs are a state; the page watches for newer ones.
    std::optional<LiveProgram> program{};
    /// The project that the runs belong to, docs/formats/viewer-project.md as JSON; empty: none.
    std::string project{};
    /// Takes what a page changed of the project, as JSON, and returns the project as it is now.
    /// Called in the thread of the server; what it throws is the error that the page shows. Empty:
    /// pages change nothing.
    std::function<std::string(const std::string& edited)> saveProject{};
    /// Places of runs that were given together, such as those of a folder; empty: each run alone.
    std::vector<std::vector<std::size_t>> sets{};
    /// Somebody calls RunApi::prepare(), in a thread of its own: pages wait for its end.
    bool prepares = false;
};

/// Replies to requests for runs, as docs/formats/http-api.md says. Any thread may call any
/// function.
///
///     RunApi api("run.gantry", {{"run.gantry", profile}});
///     HttpServer server(settings, [&api](const HttpRequest& request) { return api.reply(request);
///     });
class RunApi final {
public:
    /// `title` of the page. Takes the runs over and never changes them. Documents are made at the
    /// first request for them, once, and shared by all clients.
    RunApi(std::string title, std::vector<ServedRun> runs, ServedContext context = {});

    /// Status 404 for what there is not, 400 for a query that is wrong. Costs what the query of the
    /// timeline costs; at most some 10 MB of memory. Exceptions other than for wrong queries leave;
    /// the server makes status 500 of them.
    [[nodiscard]] HttpReply reply(const HttpRequest& request) const;

    /// Makes the document of the page, some seconds for a million timers, so that the thread of the
    /// server need not: meanwhile it replies to everything else. Once, in a thread that ends before
    /// this object. Where it fails, the first request makes the document.
    void prepare() const noexcept;

private:
    [[nodiscard]] HttpReply page() const;
    [[nodiscard]] HttpReply document() const;
    [[nodiscard]] HttpReply meta() const;
    [[nodiscard]] HttpReply project(const HttpRequest& request) const;
    [[nodiscard]] HttpReply profile(const ServedRun& run) const;
    [[nodiscard]] HttpReply metrics(const ServedRun& run) const;
    [[nodiscard]] const ServedRun& runOf(const HttpRequest& request) const;

    std::string title_;
    std::vector<ServedRun> runs_;
    ServedContext context_;
    std::shared_ptr<ServedProject> project_;  // null: there is none
    // Made when they are asked for: few states of a program are.
    mutable std::once_flag pageMade_;
    mutable std::once_flag documentMade_;
    mutable std::shared_ptr<const std::string> page_;
    mutable std::string policy_;
    mutable std::shared_ptr<const std::string> document_;
    mutable std::atomic<bool> isPrepared_ = false;
};

}  // namespace gantry::server
