"""Runs the tutorial: its Fortran blocks are files, its Python blocks are compared with the results beside them."""

import doctest
import os
import re
import unittest

from .support import WithModels

TUTORIAL = os.path.join(os.path.dirname(os.path.dirname(__file__)), "tutorial.md")


class Tutorial(WithModels):
    def test_all_results(self):
        with open(TUTORIAL, encoding="utf-8") as f:
            text = f.read()
        for name, source in re.findall(r"```fortran\n! (\S+)\n(.*?)```", text, re.S):
            self.written(source, name)
        before, cache = os.getcwd(), os.environ.get("ADC_CACHE")
        os.environ["ADC_CACHE"] = os.path.join(self.folder, "cache")
        os.chdir(self.folder)
        try:
            lines = re.sub(r"^```.*$", "", text, flags=re.M)
            test = doctest.DocTestParser().get_doctest(lines, {}, "tutorial", TUTORIAL, 0)
            self.assertGreater(len(test.examples), 15)
            result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(test)
        finally:
            os.chdir(before)
            if cache is None:
                del os.environ["ADC_CACHE"]
            else:
                os.environ["ADC_CACHE"] = cache
        self.assertEqual(result.failed, 0)


if __name__ == "__main__":
    unittest.main()
