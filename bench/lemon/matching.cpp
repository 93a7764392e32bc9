// Minimum-cost perfect matching with LEMON, for comparison.
//
// Reads n and an n x n matrix of int64 from a binary file, solves it the given number of times and prints the
// total and the median time in seconds of a solve; building the graph is not counted.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include <lemon/matching.h>
#include <lemon/smart_graph.h>

namespace {

using Graph = lemon::SmartGraph;
using Weights = Graph::EdgeMap<std::int64_t>;
using Matching = lemon::MaxWeightedPerfectMatching<Graph, Weights>;

constexpr std::int64_t absent = std::numeric_limits<std::int64_t>::max();

std::vector<std::int64_t> read_numbers(const char* path) {
    std::FILE* file = std::fopen(path, "rb");
    if (file == nullptr) {
        std::perror(path);
        std::exit(2);
    }
    std::int64_t n = 0;
    std::vector<std::int64_t> costs;
    if (std::fread(&n, sizeof n, 1, file) == 1) {
        costs.resize(static_cast<std::size_t>(n * n));
        if (std::fread(costs.data(), sizeof(std::int64_t), costs.size(), file) != costs.size()) {
            std::fputs("the file is too short\n", stderr);
            std::exit(2);
        }
    }
    std::fclose(file);
    return costs;
}

double seconds_of_solve(const Graph& graph, const Weights& weights, std::int64_t& total) {
    const auto begin = std::chrono::steady_clock::now();
    Matching matching(graph, weights);
    const bool perfect = matching.run();
    const auto end = std::chrono::steady_clock::now();
    total = perfect ? -matching.matchingWeight() : absent;
    return std::chrono::duration<double>(end - begin).count();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: matching FILE REPEATS\n", stderr);
        return 2;
    }
    const std::vector<std::int64_t> costs = read_numbers(argv[1]);
    std::size_t n = 0;
    while (n * n < costs.size()) {
        ++n;
    }
    Graph graph;
    Weights weights(graph);
    graph.reserveNode(static_cast<int>(n));
    graph.reserveEdge(static_cast<int>(n * n / 2));
    for (std::size_t i = 0; i < n; ++i) {
        graph.addNode();
        for (std::size_t j = 0; j < i; ++j) {
            if (costs[i * n + j] != absent) {
                const auto edge = graph.addEdge(graph.nodeFromId(static_cast<int>(i)), graph.nodeFromId(static_cast<int>(j)));
                weights[edge] = -costs[i * n + j];
            }
        }
    }
    std::int64_t total = 0;
    std::vector<double> times(static_cast<std::size_t>(std::max(1, std::atoi(argv[2]))));
    for (double& time : times) {
        time = seconds_of_solve(graph, weights, total);
    }
    std::sort(times.begin(), times.end());
    std::printf("%lld %.9f\n", static_cast<long long>(total), times[times.size() / 2]);
    return 0;
}
