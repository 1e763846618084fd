"""The CPU: tasks are coroutines, and the runtime in C++ runs them."""
