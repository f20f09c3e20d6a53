// Rank 0 announces to the others what comes by an agreement, in which they wait without taking a
// processor, and sends a command after it.

#include <framework/ScriptInterpreter.hpp>
#include <server/Listening.hpp>
#include <sidl/array.hpp>

#include <gantry_mpi.hpp>
#include <sstream>
#include <utility>

namespace gantry::server {

namespace {

constexpr double kCommand = -1;

}  // namespace

Listening::Listening(framework::Framework& assembly, Options options, const framework::Ranks& ranks,
                     std::function<void()> beforeGo)
    : assembly_(assembly),
      options_(std::move(options)),
      ranks_(ranks),
      beforeGo_(std::move(beforeGo)) {
    if (ranks_.rank() == 0) {
        listen();
        return;
    }
    // Rank 0 ends the run in order, and the others with it.
    options_.signals.handle([this](int) { return follows_.load(); });
}

Listening::~Listening() {
    options_.signals.handle({});
}

void Listening::listen() {
    LiveContainer::Options wanted{options_.socket, options_.script, options_.stays, beforeGo_};
    if (ranks_.size() > 1) {
        wanted.collective = &ranks_.collective();
        wanted.announce = [this](const std::string& line) { tell(kCommand, line); };
    }
    container_.emplace(assembly_, std::move(wanted));
    options_.signals.handle([this](int number) {
        constexpr int kSignalStatus = 128;
        if (!container_->end(kSignalStatus + number)) {
            container_->removeSocket();
            return false;
        }
        return true;
    });
}

void Listening::tell(double word, const std::string& line) {
    const UncountedMpi uncounted;
    (void)ranks_.upcalls().agreeOnMaximum(sidl::array<double>{word}, 0);
    if (word == kCommand) {
        std::string sent = line;
        ranks_.upcalls().broadcast(sent, 0);
    }
}

int Listening::follow() {
    for (;;) {
        const double lowest = kCommand - 1;
        const double word =
            ranks_.upcalls().agreeOnMaximum(sidl::array<double>{lowest}, 0).toVector()[0];
        if (word != kCommand) {
            return static_cast<int>(word);
        }
        std::string line;
        {
            const UncountedMpi uncounted;
            ranks_.upcalls().broadcast(line, 0);
        }
        carryOut(line);
    }
}

// What fails is rolled back on all ranks, and rank 0 answers the client.
void Listening::carryOut(const std::string& line) {
    std::ostringstream output;
    framework::ScriptInterpreter interpreter(assembly_, output);
    interpreter.setBeforeGo(beforeGo_);
    interpreter.setCollective(ranks_.collective());
    std::istringstream script(line);
    try {
        interpreter.run(script, "ctl");
    } catch (const framework::ScriptError&) {
        return;
    }
}

void Listening::changeTogether() {
    if (!container_) {
        (void)follow();
        return;
    }
    container_->changeTogether();
    tell(0);
}

void Listening::beforeGo() {
    if (ranks_.size() > 1) {
        changeTogether();
    }
    beforeGo_();
}

int Listening::afterScript(int status) {
    if (!options_.stays) {
        return status;
    }
    int last = 0;
    if (container_) {
        last = container_->stay();
        if (ranks_.size() > 1) {
            tell(last);
        }
    } else {
        follows_ = true;
        last = follow();
        follows_ = false;
    }
    return last == 0 ? status : last;
}

}  // namespace gantry::server
