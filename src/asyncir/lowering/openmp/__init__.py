"""Programs as C with OpenMP tasks: `async.execute` is a task, a token what it depends on."""
