# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Times the compiler, stage by stage, on synthetic training graphs: chains, wide
# graphs and residual networks of 10^3 to 10^5 ops. Prints one table a shape:
# milliseconds and the process's peak memory by size, the factor from the second
# largest to the largest size, and ops of the model a second. With --stack it
# limits the stack of the compiler and only says whether each graph came through;
# with --emit it writes one graph.

import argparse
import math
import os
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VECTOR, MATRIX, ROWS = "tensor<16xf32>", "tensor<16x16xf32>", "tensor<?x16xf32>"
FRONT = ("import", "autocast", "export")


class Graph:
    """A @loss under construction; values are numbered as the ops are."""

    def __init__(self):
        self.variables, self.body = [], []

    def size(self):
        return len(self.body)

    def add(self, op, *operands):
        result = f"%{len(self.body)}"
        types = ", ".join(kind for _, kind in operands)
        values = ", ".join(value for value, _ in operands)
        self.body.append(f"{result} = amp.{op} {values} : ({types}) -> {ROWS}")
        return result, ROWS

    def variable(self, name, kind, init):
        self.variables.append(f"amp.variable @{name} : {kind} init(#amp.{init})")
        result = f"%{len(self.body)}"
        self.body.append(f"{result} = amp.read @{name} : {kind}")
        return result, kind

    def text(self, value):
        lines = [*self.variables,
                 f'func.func @loss(%x: {ROWS} {{amp.name = "x"}}) -> (tensor<f32> {{amp.name = "loss"}}) {{',
                 *("  " + line for line in self.body),
                 f"  %loss = amp.mean {value[0]} {{axes = array<i64: 0, 1>}} : ({ROWS}) -> tensor<f32>",
                 "  return %loss : tensor<f32>", "}"]
        return "\n".join(lines) + "\n"


def chain(size):
    """Each op reads the one before; one variable."""
    graph = Graph()
    x = value = ("%x", ROWS)
    weight = graph.variable("w", VECTOR, "ones")
    steps = (lambda: graph.add("tanh", value), lambda: graph.add("mul", value, weight),
             lambda: graph.add("relu", value), lambda: graph.add("add", value, x))
    while graph.size() < size - 1:
        value = steps[graph.size() % 4]()
    return graph.text(value)


def wide(size):
    """Branches of four ops with a variable each, added up in pairs."""
    graph = Graph()
    x, ends = ("%x", ROWS), []
    while graph.size() + len(ends) < size - 1:
        weight = graph.variable(f"w{len(ends)}", VECTOR, "ones")
        value = graph.add("tanh", graph.add("mul", x, weight))
        ends.append(graph.add("sigmoid", value))
    while len(ends) > 1:
        pairs = [graph.add("add", *ends[i:i + 2]) for i in range(0, len(ends) - 1, 2)]
        ends = pairs + ends[2 * len(pairs):]
    return graph.text(ends[0])


def residual(size):
    """Blocks of six ops that add to their input: a matrix product with its own
    variable and elementwise ops between."""
    graph = Graph()
    value, block = ("%x", ROWS), 0
    scale = graph.variable("scale", VECTOR, "ones")
    while graph.size() < size - 1:
        weight = graph.variable(f"w{block}", MATRIX, "kaiming_uniform")
        inner = graph.add("relu", graph.add("linear", value, weight))
        inner = graph.add("tanh", graph.add("mul", inner, scale))
        value, block = graph.add("add", value, inner), block + 1
    return graph.text(value)


SHAPES = {"chain": chain, "wide": wide, "residual": residual}


def compile_graph(args, shape, size, folder):
    """Rows (stage, function, milliseconds, MiB) of one compilation, in order, and its counts."""
    path = os.path.join(folder, f"{shape}-{size}.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(SHAPES[shape](size))
    command = [os.path.join(args.build, "bin", "compile-stages"), path, *args.options]

    def limit():
        if args.stack:
            resource.setrlimit(resource.RLIMIT_STACK, (args.stack << 10, args.stack << 10))

    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
    if done.returncode:
        sys.exit(f"{shape} of {size} ops: exit code {done.returncode}: {done.stderr[:400]}")
    rows = [line.split() for line in done.stdout.splitlines()]
    column = 3 if args.cpu_time else 2
    return [(r[0], r[1], float(r[column]), float(r[4])) for r in rows if r[0] != "kernels"], rows[-1]


def fold(rows):
    """Milliseconds and peak by stage, over all functions, and the sums."""
    stages = {}
    for stage, _, milliseconds, peak in rows:
        before = stages.get(stage, (0.0, 0.0))
        stages[stage] = (before[0] + milliseconds, max(before[1], peak))
    generated = stages.pop("target", None)
    stages.pop("run", None)
    peak = max(value[1] for value in stages.values())
    stages["front"] = (sum(stages[s][0] for s in FRONT), stages["export"][1])
    stages["all"] = (sum(v[0] for s, v in stages.items() if s not in ("front", "export")), peak)
    if generated:
        stages["target"] = generated
    return stages


def print_table(shape, sizes, runs):
    labels = {"front": "import, autocast, export", "all": "stages 1 to 12"}
    print(f"\n{shape:26}" + "".join(f"{size:>10} ops" for size in sizes) + f"{'factor':>9}{'exponent':>9}{'ops/s':>10}{'MiB':>7}")
    for stage in runs[-1]:
        times = [run.get(stage, (math.nan,))[0] for run in runs]
        line = f"{labels.get(stage, stage):26}" + "".join(f"{t:>11.1f} ms" for t in times)
        if len(sizes) > 1:
            factor = times[-1] / times[-2]
            exponent = math.log(factor) / math.log(sizes[-1] / sizes[-2])
            line += f"{factor:>9.1f}{exponent:>9.2f}"
        else:
            line += f"{'':18}"
        print(line + f"{sizes[-1] / times[-1] * 1e3:>10.0f}{runs[-1][stage][1]:>7.0f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--sizes", default="1000,10000,100000", help="numbers of ops, ascending")
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--runs", type=int, default=1, help="the fastest run of each stage counts")
    parser.add_argument("--cpu-time", action="store_true",
                        help="time on all CPUs instead of the clock's, for a busy machine")
    parser.add_argument("--stack", type=int, help="KiB of stack; print no times")
    parser.add_argument("--options", default="--bf16", help="of compile-stages, such as '--sgd --codegen'")
    parser.add_argument("--emit", nargs=2, metavar=("SHAPE", "SIZE"), help="write one graph and stop")
    args = parser.parse_args()
    args.options = args.options.split()
    if args.emit:
        sys.stdout.write(SHAPES[args.emit[0]](int(args.emit[1])))
        return
    tool = os.path.join(args.build, "bin", "compile-stages")
    if not os.path.exists(tool):
        parser.error(f"there is no {tool}; ninja -C {args.build} compile-stages builds it")
    try:
        sizes = [int(size) for size in args.sizes.split(",")]
    except ValueError:
        sizes = []
    if not sizes or min(sizes) < 1 or not all(s in SHAPES for s in args.shapes.split(",")):
        parser.error(f"expects --sizes of at least 1, such as 1000,10000, and --shapes of "
                     f"{','.join(SHAPES)}, got {args.sizes} and {args.shapes}")
    with tempfile.TemporaryDirectory() as folder:
        for shape in args.shapes.split(","):
            runs, counts = [], None
            for size in sizes:
                tries = []
                for _ in range(args.runs):
                    rows, counts = compile_graph(args, shape, size, folder)
                    tries.append(fold(rows))
                if args.stack:
                    stages = [s for s in tries[0] if s not in ("front", "all")]
                    print(f"{shape} of {size} ops within {args.stack} KiB: {' '.join(stages)}")
                best = {s: min((t[s] for t in tries), key=lambda v: v[0]) for s in tries[0]}
                runs.append(best)
            if not args.stack:
                print_table(shape, sizes, runs)
                if counts[0] == "kernels":
                    print("of the largest: " + " ".join(counts))


if __name__ == "__main__":
    main()
