// A flow graph of TBB whose node runs ten times; TBB announces each run through ITT.
#define TBB_USE_PROFILING_TOOLS 1
#include <tbb/flow_graph.h>

#include <atomic>
#include <cstdio>

int main() {
    std::atomic<int> runs{0};
    tbb::flow::graph graph;
    tbb::flow::function_node<int, int> node(graph, tbb::flow::serial, [&](int value) {
        ++runs;
        return value;
    });
    for (int i = 0; i < 10; ++i) {
        node.try_put(i);
    }
    graph.wait_for_all();
    std::printf("%d\n", runs.load());
    return 0;
}
