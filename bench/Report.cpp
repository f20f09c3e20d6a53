#include "Report.hpp"

#include <perf/engine/Machine.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace gantry::bench {

namespace {

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
        }
        result += static_cast<unsigned char>(c) < 0x20U ? ' ' : c;
    }
    return result + '"';
}

template <class... Values>
std::string formatted(const char* format, Values... values) {
    std::array<char, 160> text{};
    const int length = std::snprintf(text.data(), text.size(), format, values...);
    return {text.data(), std::min(static_cast<std::size_t>(length), text.size() - 1)};
}

std::string amount(double value) {
    const char* const format =
        value >= 1000 || value == static_cast<double>(static_cast<long long>(value)) ? "%.0f"
        : value >= 100                                                               ? "%.1f"
        : value >= 1                                                                 ? "%.2f"
                                                                                     : "%.3f";
    return formatted(format, value);
}

bool held(const Row& row) {
    return (row.goal.of == Goal::Of::Ratio ? row.ratio : row.medianNs) <= row.goal.most;
}

std::string goalOf(const Row& row) {
    switch (row.goal.of) {
        case Goal::Of::Ratio:
            return formatted("<= %.2f x", row.goal.most);
        case Goal::Of::Nanoseconds:
            return formatted("<= %g ns", row.goal.most);
        case Goal::Of::None:
            break;
    }
    return "";
}

std::string goalOf(const Figure& figure) {
    return figure.most < 0 ? "" : "<= " + amount(figure.most) + " " + figure.unit;
}

std::array<double, 3> load() {
    std::array<double, 3> result{};
    if (getloadavg(result.data(), static_cast<int>(result.size())) < 1) {
        result.fill(-1);
    }
    return result;
}

template <class Line>
int widthOf(const std::vector<Line>& lines) {
    std::size_t width = 6;
    for (const Line& line : lines) {
        width = std::max(width, line.name.size());
    }
    return static_cast<int>(width);
}

}  // namespace

void printTable(const Report& report) {
    const int w = widthOf(report.rows);
    if (!report.rows.empty()) {
        std::printf("%-*s %10s %10s %8s %7s %9s %10s  %s\n", w, "case", "median ns", "p99 ns",
                    "spread", "ratio", "extra ns", "goal", "to");
    }
    for (const Row& row : report.rows) {
        if (!row.skipped.empty()) {
            std::printf("%-*s skipped: %s\n", w, row.name.c_str(), row.skipped.c_str());
            continue;
        }
        std::printf("%-*s %10.2f %10.2f %7.1f%% %7.3f %9.2f %10s%c %s\n", w, row.name.c_str(),
                    row.medianNs, row.p99Ns, 100 * row.spread, row.ratio, row.extraNs,
                    goalOf(row).c_str(), goalOf(row).empty() || held(row) ? ' ' : '!',
                    row.yardstick.empty() ? "-" : row.yardstick.c_str());
    }
    std::vector<Figure> figures = report.figures;
    std::erase_if(figures, [](const Figure& figure) { return figure.detail; });
    const int wide = widthOf(figures);
    for (const Figure& figure : figures) {
        std::printf("%-*s %12s %-6s %s%s\n", wide, figure.name.c_str(),
                    amount(figure.value).c_str(), figure.unit.c_str(), goalOf(figure).c_str(),
                    figure.most < 0 || figure.value <= figure.most ? "" : " !");
    }
    std::printf("clock: %s; load: %.2f\n", report.clock.c_str(), load()[0]);
}

void printJson(const Report& report) {
    std::printf("{\"rows\":[");
    for (std::size_t i = 0; i < report.rows.size(); ++i) {
        const Row& row = report.rows[i];
        if (!row.skipped.empty()) {
            std::printf("%s\n {\"name\":%s,\"skipped\":%s}", i == 0 ? "" : ",",
                        quoted(row.name).c_str(), quoted(row.skipped).c_str());
            continue;
        }
        std::printf(
            "%s\n {\"name\":%s,\"median_ns\":%.3f,\"p99_ns\":%.3f,\"spread\":%.4f,"
            "\"yardstick\":%s,\"ratio\":%.4f,\"extra_ns\":%.3f,\"goal\":%s}",
            i == 0 ? "" : ",", quoted(row.name).c_str(), row.medianNs, row.p99Ns, row.spread,
            quoted(row.yardstick).c_str(), row.ratio, row.extraNs, quoted(goalOf(row)).c_str());
    }
    std::printf("\n],\n\"figures\":[");
    for (std::size_t i = 0; i < report.figures.size(); ++i) {
        const Figure& figure = report.figures[i];
        std::printf("%s\n {\"name\":%s,\"value\":%.6g,\"unit\":%s,\"goal\":%s}", i == 0 ? "" : ",",
                    quoted(figure.name).c_str(), figure.value, quoted(figure.unit).c_str(),
                    quoted(goalOf(figure)).c_str());
    }
    const perf::Machine machine = perf::readMachine();
    std::printf(
        "\n],\n\"machine\":{\"host\":%s,\"cpuModel\":%s,\"cores\":%u,\"os\":%s,"
        "\"clockSource\":%s,\"clock\":%s,\"load\":%.2f}}\n",
        quoted(machine.host).c_str(), quoted(machine.cpuModel).c_str(), machine.cores,
        quoted(machine.os).c_str(), quoted(machine.clockSource).c_str(),
        quoted(report.clock).c_str(), load()[0]);
}

void writeMarkdown(const Report& report, const std::string& file) {
    std::ofstream out(file);
    out << "| what | goal | measured | held |\n|---|---|---|---|\n";
    for (const Row& row : report.rows) {
        if (row.goal.of == Goal::Of::None || !row.skipped.empty()) {
            continue;
        }
        const std::string time = amount(row.medianNs) + " ns";
        out << "| " << row.name << " | " << goalOf(row) << " | "
            << (row.goal.of == Goal::Of::Ratio
                    ? formatted("%.3f x ", row.ratio) + row.yardstick + " (" + time + ")"
                    : time)
            << " | " << (held(row) ? "yes" : "no") << " |\n";
    }
    for (const Figure& figure : report.figures) {
        if (figure.most >= 0) {
            out << "| " << figure.name << " | " << goalOf(figure) << " | "
                << amount(figure.value) + " " + figure.unit << " | "
                << (figure.value <= figure.most ? "yes" : "no") << " |\n";
        }
    }
    const perf::Machine machine = perf::readMachine();
    out << '\n'
        << machine.cores << " cores of " << machine.cpuModel << "; " << report.clock
        << formatted("; load %.2f at the end, %.2f over 5 minutes.\n", load()[0], load()[1]);
    if (!out.flush()) {
        throw std::runtime_error("benchmark: " + file + " cannot be written");
    }
}

}  // namespace gantry::bench
