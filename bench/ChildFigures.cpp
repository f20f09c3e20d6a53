#include "ChildFigures.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace gantry::bench {

namespace {

constexpr char kFailed = '!';
constexpr char kFigure = '=';

// One line for each figure: value, goal, whether it is a detail, unit and name, parted by tabs; or
// one with what failed.
std::string textOf(const FigureSource& source, const Effort& effort) {
    std::ostringstream text;
    text.precision(17);
    try {
        for (const Figure& figure : source.measure(effort)) {
            text << kFigure << figure.value << '\t' << figure.most << '\t' << figure.detail << '\t'
                 << figure.unit << '\t' << figure.name << '\n';
        }
    } catch (const std::exception& error) {
        text.str(kFailed + source.name + ": " + error.what() + "\n");
    }
    return text.str();
}

bool sendAll(int to, const std::string& text) {
    std::size_t sent = 0;
    while (sent < text.size()) {
        const ssize_t now = ::write(to, text.data() + sent, text.size() - sent);
        if (now < 0 && errno != EINTR) {
            return false;
        }
        sent += now < 0 ? 0 : static_cast<std::size_t>(now);
    }
    return true;
}

std::string receiveAll(int from) {
    std::string text;
    std::array<char, 4096> part{};
    for (;;) {
        const ssize_t now = ::read(from, part.data(), part.size());
        if (now > 0) {
            text.append(part.data(), static_cast<std::size_t>(now));
        } else if (now == 0 || errno != EINTR) {
            return text;
        }
    }
}

std::vector<Figure> figuresIn(const std::string& text) {
    std::vector<Figure> figures;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.front() != kFigure) {
            throw std::runtime_error("benchmark: " + line.substr(1));
        }
        Figure figure;
        std::istringstream fields(line.substr(1));
        fields >> figure.value >> figure.most >> figure.detail;
        fields.ignore(1);
        std::getline(fields, figure.unit, '\t');
        std::getline(fields, figure.name);
        figures.push_back(figure);
    }
    return figures;
}

}  // namespace

std::vector<Figure> figuresOfChild(const FigureSource& source, const Effort& effort) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) {
        throw std::system_error(errno, std::generic_category(), "benchmark: pipe");
    }
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[0]);
        ::_exit(sendAll(ends[1], textOf(source, effort)) ? 0 : 1);
    }
    ::close(ends[1]);
    const std::string text = child > 0 ? receiveAll(ends[0]) : std::string();
    ::close(ends[0]);
    int status = -1;
    if (child < 0 || ::waitpid(child, &status, 0) != child || status != 0) {
        throw std::runtime_error("benchmark: the process of '" + source.name +
                                 "' did not exit normally (wait status " + std::to_string(status) +
                                 ")");
    }
    return figuresIn(text);
}

}  // namespace gantry::bench
