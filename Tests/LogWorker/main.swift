// Filled in with the process tests.
