# Reads SMT-LIB 2 scripts from a file, separated by lines of semicolons, and prints z3's answer to each.
import sys

import z3

with open(sys.argv[1], encoding="utf-8") as file:
    scripts = file.read().split(";;;;\n")
for script in scripts:
    solver = z3.SolverFor("QF_BV")
    # A number of steps instead of a time, so that answers do not depend on the machine.
    solver.set("rlimit", 20_000_000)
    solver.add(z3.parse_smt2_string(script))
    print(solver.check(), flush=True)
