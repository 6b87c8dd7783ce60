"""What a code location has of its own: nothing here knows of testfix, and the names don't collide."""

import dagster as dg


@dg.asset
def cycle() -> int:
    return 1


@dg.definitions
def defs():
    return dg.Definitions(
        assets=[cycle],
        jobs=[dg.define_asset_job("fix", selection=[cycle])],
        resources={"settings": dg.ResourceDefinition.hardcoded_resource("ours")},
    )
