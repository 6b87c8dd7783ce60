"""The workers of the executor `celery`: `celery -A testfix_pipeline.defs.runs.celery_app worker -Q dagster`.

Imports the code location before the pool forks, so that a step need not import it.
"""

import importlib
import os

from dagster_celery.executor import CeleryExecutor
from dagster_celery.make_app import make_app
from dagster_celery.tasks import create_task

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.defs.runs.celery_settings import BROKER, RESULTS, SETTINGS
from testfix_pipeline.defs.runs.head_start import CODE_LOCATION
from testfix_pipeline.defs.runs.process_role import mark_executing

if not os.environ.get(BROKER):
    raise InvalidConfig(f"{BROKER} is not set.", "Set it to the broker's address, such as redis://HOST:6379/0.")

mark_executing()
importlib.import_module(CODE_LOCATION)
_address = os.environ[BROKER]
_settings = CeleryExecutor.for_cli(_address, os.environ.get(RESULTS) or _address, config_source=SETTINGS)  # type: ignore[no-untyped-call]
app = make_app(_settings.app_args())  # type: ignore[no-untyped-call]
execute_plan = create_task(app)  # type: ignore[no-untyped-call]
