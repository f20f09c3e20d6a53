// Run on two ranks: they agree, and then rank 1 asks for agreement while rank 0 is in a barrier,
// and does not get it in time.
#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <parallel/Upcalls.hpp>

#include <exception>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

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

using Values = std::vector<double>;

// What each rank has becomes one maximum.
void agreeInTime(parallel::Upcalls& ranks) {
    const double rank = ranks.getRank();
    for (const double timeout : {0.0, 60.0}) {
        expect(ranks.agreeOnMaximum({rank, -rank, 5}, timeout).toVector() == Values{1, 0, 5},
               "the maximum is taken element by element");
        expect(ranks.agreeOnMaximum({}, timeout).empty(), "no values have no maximum");
        expect(!ranks.agree(rank == 0, timeout), "one rank that is not ok is enough");
    }
    const std::string mismatch = refusal(
        [&] { rank == 0 ? (void)ranks.agree(true, 60) : (void)ranks.agreeOnMaximum({1}, 60); });
    expect(contains(mismatch, "different agreements"), "different agreements end on all ranks");
    expect(ranks.getMissing().empty(), "nobody was missing");
}

void comeLate(parallel::Upcalls& ranks) {
    ranks.barrier();
    expect(!ranks.agree(true, 0), "rank 0 hears that rank 1 did not say ok");
    ranks.send("answered", 1, kTag);
}

void askTooEarly(parallel::Upcalls& ranks) {
    expect(contains(refusal([&] { ranks.agree(false, 0.2); }),
                    "rank 0 has not come to an agreement within 0.2 s"),
           "agree ends with the time");
    expect(ranks.getMissing().toVector() == std::vector<std::int32_t>{0}, "rank 0 is missing");
    expect(contains(refusal([&] { ranks.agree(true, 0.2); }), "has not ended"),
           "a further agreement is refused while the first one is under way");
    ranks.barrier();
    expect(ranks.receive(0, kTag) == "answered", "messages still arrive");
}

int run(const std::string& className) {
    gantry::framework::Framework framework({GANTRY_COMPONENT_DIRECTORY});
    framework.createInstance(className, "ranks");
    const auto ranks =
        gantry::castPort<parallel::Upcalls>(framework.providedPort("ranks", "upcalls"), "upcalls");
    try {
        expect(ranks->getSize() == 2, "there are two ranks");
        agreeInTime(*ranks);
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

// The class with the upcalls is the only word.
int main(int argc, char** argv) {
    if (argc != 2) {
        return 2;
    }
    try {
        return run(argv[1]);
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
