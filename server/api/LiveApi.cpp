#include <base/text/RandomToken.hpp>
#include <perf/page/RunDocument.hpp>
#include <server/api/LiveApi.hpp>

#include <stdexcept>
#include <utility>
#include <vector>

namespace gantry::server {

namespace {

constexpr std::size_t kStreamBytes = 4;

}  // namespace

LiveApi::LiveApi(std::string title, Read read, LiveControl control)
    : title_(std::move(title)),
      read_(std::move(read)),
      states_(std::make_shared<LiveStates>(base::randomToken(kStreamBytes), std::move(control))) {}

void LiveApi::keep(std::shared_ptr<const RunApi> made) const {
    const std::lock_guard lock(mutex_);
    newest_.swap(made);
    since_ = Clock::now();
}

void LiveApi::update(ServedRun run, LiveStates::Facts facts) {
    const perf::PageSource source{run.name,     run.profile,
                                  run.history,  run.timeline ? &*run.timeline : nullptr,
                                  run.analysis, run.tuning};
    perf::Json document = perf::valueOfRuns({source}, perf::PageTimeline::Served);
    std::vector<ServedRun> runs;
    runs.push_back(std::move(run));
    keep(std::make_shared<const RunApi>(title_, std::move(runs), ServedContext{facts.program}));
    states_->update(std::move(document), facts);
}

std::shared_ptr<const RunApi> LiveApi::newest() const {
    // A page asks for several things at once.
    constexpr std::chrono::milliseconds kFresh{50};
    {
        const std::lock_guard lock(mutex_);
        if (Clock::now() - since_ < kFresh) {
            return newest_;
        }
    }
    if (std::optional<ServedRun> run = read_()) {
        std::vector<ServedRun> runs;
        runs.push_back(*std::move(run));
        keep(std::make_shared<const RunApi>(title_, std::move(runs),
                                            ServedContext{LiveProgram::Runs}));
    }
    const std::lock_guard lock(mutex_);
    return newest_;
}

HttpReply LiveApi::reply(const HttpRequest& request) const {
    const bool lines = request.path == "/api/live.ndjson";
    if (lines || request.path == "/api/live") {
        if (!lines && !request.opensWebSocket) {
            return httpError(426, "this address is a WebSocket; /api/live.ndjson is none");
        }
        try {
            HttpReply reply;
            reply.type = "application/x-ndjson";
            reply.channel = states_->open(request, lines);
            return reply;
        } catch (const std::invalid_argument& error) {
            return httpError(400, error.what());
        }
    }
    const std::shared_ptr<const RunApi> state = newest();
    return state ? state->reply(request) : httpError(404, "nothing was measured yet");
}

}  // namespace gantry::server
