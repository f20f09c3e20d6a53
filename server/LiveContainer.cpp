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
    for (RequestQueue* const queue : {&looks_, &changes_}) {
        threads_.emplace_back([this, queue] { work(*queue); });
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
    stays_ = true;
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

void LiveContainer::receive(Request request) {
    RequestQueue* queue = &looks_;
    Reply refusal{request.number, {}, {}, std::nullopt};
    try {
        // Decided by the verb alone, before anything is carried out; an unknown one is refused
        // here.
        switch (framework::kindOf(request.line, kPlace, request.number)) {
            case framework::CommandKind::Shows:
                break;
            case framework::CommandKind::Changes:
                queue = &changes_;
                break;
            case framework::CommandKind::Runs:
                queue = &runs_;
                if (!options_.stays) {
                    refusal.error =
                        "the program runs its script and ends with it, and nothing else is run "
                        "meanwhile; `gantry run --stay` lets it stay for more";
                }
        }
    } catch (const framework::ScriptError& error) {
        refusal.error = error.what();
    }
    const std::uint64_t client = request.client;
    const auto isAwaited = [this](const Request& waiting) {
        return server_.isConnected(waiting.client);
    };
    if (refusal.error.empty() && !queue->put(std::move(request), isAwaited)) {
        refusal.error = "the program is about to end";
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
        interpreter.run(script, kPlace, request.number);
        reply.end = interpreter.endStatus();
    } catch (gov::cca::CCAException& error) {
        reply.error = error.getNote();
    } catch (const std::exception& error) {
        reply.error = error.what();
    }
    reply.output = output.str();
    return reply;
}

}  // namespace gantry::server
