#include <base/text/Printable.hpp>
#include <perf/document/JsonValues.hpp>
#include <perf/exporters/Exporter.hpp>
#include <perf/page/RunPage.hpp>
#include <server/api/RunApi.hpp>

#include <charconv>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "ProjectChannel.hpp"
#include "ReportRoutes.hpp"
#include "TimelineRoutes.hpp"

namespace gantry::server {

namespace {

perf::Json shown(const std::string& text) {
    return base::printable(text);
}

}  // namespace

RunApi::RunApi(std::string title, std::vector<ServedRun> runs, ServedContext context)
    : title_(std::move(title)), runs_(std::move(runs)), context_(std::move(context)) {
    if (!context_.project.empty()) {
        project_ = std::make_shared<ServedProject>(context_.project, context_.saveProject);
    }
    if (context_.sets.empty()) {
        for (std::size_t place = 0; place < runs_.size(); ++place) {
            context_.sets.push_back({place});
        }
    }
}

HttpReply RunApi::page() const {
    std::call_once(pageMade_, [this] {
        std::string page = perf::servedPage(title_);
        policy_ = perf::policyOf(page);
        page_ = std::make_shared<const std::string>(std::move(page));
    });
    HttpReply reply;
    reply.type = "text/html; charset=utf-8";
    reply.body = page_;
    reply.policy = policy_;
    return reply;
}

HttpReply RunApi::document() const {
    std::call_once(documentMade_, [this] {
        std::vector<perf::PageSource> sources;
        for (const ServedRun& run : runs_) {
            sources.push_back({run.name, run.profile, run.history,
                               run.timeline ? &*run.timeline : nullptr, run.analysis, run.tuning});
        }
        document_ = std::make_shared<const std::string>(
            perf::documentOfRuns(sources, perf::PageTimeline::Served));
    });
    HttpReply reply;
    reply.body = document_;
    return reply;
}

void RunApi::prepare() const noexcept {
    try {
        (void)document();
    } catch (...) {  // NOLINT(bugprone-empty-catch): who asks for it makes it again
    }
    isPrepared_ = true;
}

HttpReply RunApi::meta() const {
    perf::Json meta{{"format", "gantry-api"},
                    {"version", 1},
                    {"title", shown(title_)},
                    {"live", context_.program.has_value()}};
    meta["program"] =
        context_.program ? perf::Json(nameOf(*context_.program)) : perf::Json(nullptr);
    meta["project"] = project_ != nullptr;
    meta["saves"] = project_ && project_->saves();
    meta["sets"] = context_.sets;
    meta["prepared"] = !context_.prepares || isPrepared_;
    perf::Json& runs = meta["runs"] = perf::Json::array();
    for (const ServedRun& run : runs_) {
        runs.push_back({{"name", shown(run.name)},
                        {"created", shown(run.profile.created)},
                        {"timeNs", run.profile.timeNs},
                        {"threads", run.profile.threads.size()},
                        {"records", run.timeline ? perf::Json(run.timeline->records()) : nullptr}});
    }
    return httpReply(perf::jsonDocument(meta, -1));
}

HttpReply RunApi::project(const HttpRequest& request) const {
    if (!project_) {
        return httpError(404, "these runs were opened without a project");
    }
    return request.opensWebSocket ? openProject(project_) : httpReply(project_->text());
}

HttpReply RunApi::profile(const ServedRun& run) const {
    std::ostringstream text;
    perf::exporterNamed("json").write(perf::ExportSource{run.profile}, text);
    return httpReply(std::move(text).str());
}

HttpReply RunApi::metrics(const ServedRun& run) const {
    std::ostringstream text;
    perf::exporterNamed("openmetrics").write(perf::ExportSource{run.profile}, text);
    return httpReply(std::move(text).str(), 200,
                     "application/openmetrics-text; version=1.0.0; charset=utf-8");
}

const ServedRun& RunApi::runOf(const HttpRequest& request) const {
    const std::string text = request.value("run").value_or("0");
    std::size_t place = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), place);
    if (error != std::errc() || end != text.data() + text.size() || place >= runs_.size()) {
        throw std::invalid_argument("the value of 'run' must be a number below " +
                                    std::to_string(runs_.size()));
    }
    return runs_[place];
}

HttpReply RunApi::reply(const HttpRequest& request) const {
    try {
        if (request.path == "/") {
            return page();
        }
        if (request.path == "/healthz") {
            return httpReply("ok\n", 200, "text/plain");
        }
        if (request.path == "/api/meta") {
            return meta();
        }
        if (request.path == "/api/page") {
            return document();
        }
        if (request.path == "/api/project") {
            return project(request);
        }
        if (request.path == "/api/profile") {
            return profile(runOf(request));
        }
        if (request.path == "/api/compare") {
            return compareReply(runs_, context_.sets, request);
        }
        if (request.path == "/api/scaling") {
            return scalingReply(runs_, request);
        }
        if (auto report = reportReply(runOf(request), request)) {
            return *std::move(report);
        }
        if (request.path == "/metrics") {
            return metrics(runOf(request));
        }
        if (asksTimeline(request.path)) {
            const ServedRun& run = runOf(request);
            return run.timeline ? *timelineReply(*run.timeline, request)
                                : httpError(404, "this run has no trace");
        }
    } catch (const std::invalid_argument& error) {
        return httpError(400, error.what());
    }
    return httpError(404, "there is nothing at this address");
}

}  // namespace gantry::server
