"""A pytest plugin: record which lines and branches of the package the tests of this process execute.

tools/measure_coverage.py loads it with `-p coverage_plugin` and sets three variables: SOLAFIDE_COVERAGE_PACKAGES is the
folder that has coverage.py, SOLAFIDE_COVERAGE_SOURCE that of the sources, SOLAFIDE_COVERAGE_DATA the file to write.
Each process of pytest-xdist writes a file of its own.
"""

import os
import sys
import warnings

sys.path.append(os.environ["SOLAFIDE_COVERAGE_PACKAGES"])
from coverage import Coverage

measured = Coverage(
    data_file=os.environ["SOLAFIDE_COVERAGE_DATA"],
    data_suffix=True,
    branch=True,
    source=[os.environ["SOLAFIDE_COVERAGE_SOURCE"]],
    config_file=False,
    messages=False,
)
measured.start()


def pytest_sessionfinish() -> None:
    measured.stop()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the process that only hands out the tests has executed nothing
        measured.save()
