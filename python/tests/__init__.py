"""Tests of the package: `make python`."""
