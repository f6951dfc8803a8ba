/// Runs the tests of the core; `core_tests --help` says how to choose among them.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
