#include <gov/cca/CCAException.hpp>
#include <server/LiveContainer.hpp>

#include <sstream>
#include <utility>

namespace gantry::server {

namespace {

/// Where a command stands, in messages.
constexpr const char* kPlace = "ctl";

void bound(Reply& reply) {
    if (reply.output.size() > kLongestAnswer) {
        reply.error = "what is to be shown has " + std::to_string(reply.output.size()) +
                      " bytes, and an answer at most " + std::to_string(kLongestAnswer) +
                      "; 'save FILE' and 'graph FILE' write to a file";
        reply.output.clear();
    }
}

}  // namespace

LiveContainer::LiveContainer(framework::Framework& assembly, Options options)
    : assembly_(assembly),
      options_(std::move(options)),
      initialPath_(assembly.componentPath()),
      socket_(options_.socket),
      server_(socket_.descriptor(), {::getpid(), options_.script, options_.stays},
              [this](Request request) { receive(std::move(request)); }) {
    threads_.emplace_back([this] { work(looks_); });
    // Those of several ranks are made by the thread that meets the other ranks.
    if (options_.collective == nullptr) {
        threads_.emplace_back([this] { work(changes_); });
    }
}

LiveContainer::~LiveContainer() {
    // First no new clients, then no new commands, then wait for those that run.
    removeSocket();
    for (RequestQueue* const queue : {&looks_, &changes_, &runs_}) {
        queue->close();
    }
    for (std::thread& thread : threads_) {
        thread.join();
    }
}

int LiveContainer::stay() {
    {
        const std::lock_guard lock(choosing_);
        stays_ = true;
    }
    if (options_.collective != nullptr) {
        changeTogether();
    }
    work(runs_);
    stays_ = false;
    return status_;
}

bool LiveContainer::end(int status) {
    if (!stays_) {
        return false;
    }
    status_ = status;
    runs_.close();
    return true;
}

void LiveContainer::changeTogether() {
    while (const std::optional<Request> request = changes_.takeIfAny()) {
        carryOut(*request);
    }
}

RequestQueue& LiveContainer::queueFor(framework::CommandKind kind, std::string& refusal) {
    if (kind == framework::CommandKind::Shows) {
        return looks_;
    }
    if (kind == framework::CommandKind::Changes) {
        // Those of several ranks are made between what else is run.
        return options_.collective != nullptr && stays_ ? runs_ : changes_;
    }
    if (!options_.stays) {
        refusal = "the program runs its script and then ends, and cannot run anything else";
    }
    return runs_;
}

void LiveContainer::receive(Request request) {
    const std::uint64_t client = request.client;
    Reply refusal{request.number, {}, {}, std::nullopt};
    const auto isAwaited = [this](const Request& waiting) {
        return server_.isConnected(waiting.client);
    };
    try {
        // Decided by the verb alone, before anything is carried out; an unknown one is refused
        // here.
        const framework::CommandKind kind = framework::kindOf(request.line, kPlace, request.number);
        const std::lock_guard lock(choosing_);
        RequestQueue& queue = queueFor(kind, refusal.error);
        if (refusal.error.empty() && !queue.put(std::move(request), isAwaited)) {
            refusal.error = "the program is about to end";
        }
    } catch (const framework::ScriptError& error) {
        refusal.error = error.what();
    }
    if (!refusal.error.empty()) {
        server_.answer(client, refusal);
    }
}

void LiveContainer::work(RequestQueue& queue) {
    for (bool goesOn = true; goesOn;) {
        const std::optional<Request> request = queue.take();
        // A closed queue gives nothing, even if it holds requests.
        goesOn = request && carryOut(*request);
    }
}

// The status is set before the reply is sent: a client that has read it may see the program end.
bool LiveContainer::carryOut(const Request& request) {
    // A client that disconnected has withdrawn its request.
    if (!server_.isConnected(request.client)) {
        return true;
    }
    Reply reply = replyTo(request);
    bound(reply);
    if (reply.end) {
        status_ = *reply.end;
    }
    server_.answer(request.client, reply);
    return !reply.end;
}

Reply LiveContainer::replyTo(const Request& request) {
    Reply reply{request.number, {}, {}, std::nullopt};
    std::ostringstream output;
    // A fresh one for each command, so that only the assembly carries state to the next.
    framework::ScriptInterpreter interpreter(assembly_, output, initialPath_);
    interpreter.setBeforeGo(options_.beforeGo);
    std::istringstream script(request.line);
    try {
        if (options_.collective != nullptr &&
            framework::kindOf(request.line, kPlace) != framework::CommandKind::Shows) {
            options_.announce(request.line);
            interpreter.setCollective(*options_.collective);
        }
        interpreter.run(script, kPlace, request.number);
        reply.end = interpreter.endStatus();
    } catch (const framework::RanksMissing&) {
        throw;
    } catch (const framework::RanksDiffer&) {
        throw;
    } catch (gov::cca::CCAException& error) {
        reply.error = error.getNote();
    } catch (const std::exception& error) {
        reply.error = error.what();
    }
    reply.output = output.str();
    return reply;
}

}  // namespace gantry::server
