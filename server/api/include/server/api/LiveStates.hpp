#pragma once

#include <perf/document/JsonValues.hpp>
#include <server/api/LiveDocument.hpp>
#include <server/api/LiveProgram.hpp>
#include <server/http/HttpTypes.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace gantry::server {

/// What came of a request. A plain value; output is for people.
struct LiveReply {
    std::string output{};
    std::string error{};  ///< empty: it was carried out
};

/// Carries out one command of a client. Must not wait: it calls the function with the reply at once
/// or later, in any thread, and then HttpServer::wake().
using LiveControl =
    std::function<void(const std::string& command, std::function<void(LiveReply reply)> done)>;

class LiveChannel;

/// The states of a program, for all clients that watch it (docs/formats/http-api.md). Each client
/// gets what has changed since the state it has. Texts that are equal for several clients are made
/// once. Any thread may call any function.
///
///     auto states = std::make_shared<LiveStates>("6b1c06e3");
///     states->update(document, {timeNs, LiveProgram::Runs});    // one thread
///     server.wake();
///     reply.channel = states->open(request);                     // the thread of the server
class LiveStates final : public std::enable_shared_from_this<LiveStates> {
public:
    /// What is said of a state beside the document.
    struct Facts {
        std::int64_t timeNs = 0;
        LiveProgram program = LiveProgram::Runs;
        bool last = false;  ///< no newer one will come
    };

    /// stream: names this row of states; another row has another name. control: nothing: no
    /// commands are carried out. Made by std::make_shared: channels keep it alive.
    explicit LiveStates(std::string stream, LiveControl control = {})
        : stream_(std::move(stream)), control_(std::move(control)) {}

    /// Replaces the newest state; memory is that of one document and of the texts that clients have
    /// asked for since. Who follows is informed at the next HttpServer::wake().
    void update(perf::Json document, Facts facts);

    /// What a client gets that asks for /api/live, or with `lines` for /api/live.ndjson, whose
    /// query has what a client of a WebSocket says. Throws std::invalid_argument for a query that
    /// is wrong. watchers() counts the channel as long as its client wants states.
    std::shared_ptr<HttpChannel> open(const HttpRequest& request, bool lines);

    /// How many clients want states, and how many a second the fastest one wants; 0: nobody.
    [[nodiscard]] std::size_t watchers() const;
    [[nodiscard]] double fastestRate() const;

private:
    friend class LiveChannel;

    using Text = std::shared_ptr<const std::string>;

    // All with the mutex.
    [[nodiscard]] Text stateSince(std::uint32_t base, LiveParts parts);
    [[nodiscard]] std::string hello() const;

    const std::string stream_;
    const LiveControl control_;
    mutable std::mutex mutex_;
    LiveDocument document_;
    Facts facts_;
    // Of the newest state, by what a client has and wants.
    std::map<std::pair<std::uint32_t, std::uint32_t>, Text> texts_;
    std::set<const LiveChannel*> channels_;
};

}  // namespace gantry::server
