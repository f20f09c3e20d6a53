// Run on two ranks: rank 1 asks for agreement while rank 0 is in a barrier, and does not get it in
// time.
#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <parallel/Upcalls.hpp>

#include <functional>
#include <iostream>
#include <string>
#include <thread>

namespace {

constexpr int kTag = 1;

void expect(bool holds, const std::string& what) {
    if (!holds) {
        throw std::runtime_error("not so: " + what);
    }
}

// The text of the exception; empty where there is none.
std::string refusal(const std::function<void()>& call) {
    try {
        call();
        return "";
    } catch (const gov::cca::CCAException& error) {
        return error.what();
    }
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

void comeLate(parallel::Upcalls& ranks) {
    ranks.barrier();
    expect(!ranks.agree(true, 0), "rank 0 hears that rank 1 did not say ok");
    ranks.send("answered", 1, kTag);
}

void askTooEarly(parallel::Upcalls& ranks) {
    expect(contains(refusal([&] { ranks.agree(false, 0.2); }), "did not answer within"),
           "agree ends with the time");
    expect(contains(refusal([&] { ranks.agree(true, 0.2); }), "has not ended"),
           "a further agree is refused while the first one is under way");
    ranks.barrier();
    expect(ranks.receive(0, kTag) == "answered", "messages still arrive");
}

int run() {
    gantry::framework::Framework framework({GANTRY_COMPONENT_DIRECTORY});
    framework.createInstance("parallel.Mpi", "ranks");
    const auto ranks =
        gantry::castPort<parallel::Upcalls>(framework.providedPort("ranks", "upcalls"), "upcalls");
    try {
        expect(ranks->getSize() == 2, "there are two ranks");
        ranks->getRank() == 0 ? comeLate(*ranks) : askTooEarly(*ranks);
        bool all = false;
        while (contains(refusal([&] { all = ranks->agree(true, 0); }), "has not ended")) {
            std::this_thread::yield();
        }
        expect(all, "both ranks agree in the end");
        std::cout << "done\n";
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "rank " << ranks->getRank() << ": " << error.what() << '\n';
        ranks->abort(1);
        return 1;
    }
}

}  // namespace

int main() {
    return run();
}
