"""Runs in fixkit's own environment: one of its approaches on one tree, until a patch passes or we are ended.

    python fixkit_driver.py TREE WORK APPROACH

Every evaluation leaves a line in WORK/evaluations.jsonl; the first candidate that fixkit itself calls right leaves its
changed files in WORK/found and ends the run.
"""

import json
import os
import random
import shutil
import sys
import time
from pathlib import Path

from fixkit.fitness.engine import Worker
from fixkit.localization.coverage import CoverageLocalization
from fixkit.repair.pygenprog import PyGenProg
from fixkit.repair.pymutrepair import PyMutRepair

WORKERS = 2
RIGHT = 1 - 1e-8


def main():
    tree, work, approach = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    started = time.monotonic()
    random.seed(0)
    evaluate = Worker.evaluate

    def recorded(self, candidate, fitness):
        known = tuple(candidate.mutations) in self.pre_calculated
        evaluate(self, candidate, fitness)
        right = bool(candidate.mutations) and candidate.fitness >= RIGHT
        if not known:
            row = {"fitness": candidate.fitness, "seconds": time.monotonic() - started}
            with (work / "evaluations.jsonl").open("a") as log:
                log.write(json.dumps(row) + "\n")
        if right:
            for file in self.transformer.files:
                target = work / "found" / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.cwd / file, target)
            (work / "seconds").write_text(str(time.monotonic() - started))
            os._exit(0)

    Worker.evaluate = recorded
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join([".", "src"]))
    localization = CoverageLocalization(
        tree, cov=".", metric="Ochiai", tests=["tests"], out=work / "localise", env=environment
    )
    shared = {"src": tree, "excludes": ["tests/*"], "localization": localization, "out": work, "workers": WORKERS}
    if approach == "PyMutRepair":
        repair = PyMutRepair.from_source(max_generations=2, w_mut=0.06, **shared)
    else:
        repair = PyGenProg.from_source(population_size=40, max_generations=1000, w_mut=0.06, **shared)
    os.environ.update(environment)
    repair.repair()


if __name__ == "__main__":
    main()
