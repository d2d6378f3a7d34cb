#!/usr/bin/env python3
"""Runs `adc check` on the numeric fixtures and on the kernels and programs of the benches.

usage: scripts/check.py [ADC] [NAMES...]

Prints a line for each case: its verdict, and what did not agree. The inputs of a fixture are those that the comment at
its top gives (tests/support/numeric/spec.rs). Exit status 1 if a derivative that the tests know to be right fails, or
one that they know to be zero is accepted.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


# Inputs in the domain of a function, where random ones are not.
INPUTS = {
    'weather': ['--range', 'profile_t=215:290', '--range', 'profile_q=1e-5:0.014'],
    'edgeflux': ['--set', 'nubo=1,2,2,3,3,4,4,1', '--set', 'gam=1.4',
                 '--set', 'q=1,.2,.1,2,1.1,.3,.2,2.1,.9,.1,.3,1.9,1.2,.2,.2,2.2'],
}


class Case:
    """A head with its sources, and the options of `adc check` for its inputs."""

    def __init__(self, name, sources, head, options=(), flags='', link=(), zero=False):
        self.name, self.sources, self.head = name, sources, head
        self.options, self.flags, self.link, self.zero = list(options), flags, list(link), zero

    def adc_options(self):
        """Options that `adc` itself takes, too."""
        return self.sources + ['--head', self.head] + self.options

    def check_options(self, build):
        words = ['--build', build, '--json', '--quiet', '--time-limit', '60']
        words += ['--fflags=' + (self.flags or '-O1') + ' -ffree-line-length-none']
        return words + self.inputs + (['--'] + self.link if self.link else [])


def split_words(line):
    """Splits at blanks that are not within parentheses or quotes."""
    words, depth, quoted = [''], 0, False
    for c in line:
        quoted ^= c == "'"
        depth += (c == '(') - (c == ')')
        if c.isspace() and depth == 0 and not quoted:
            words.append('')
        else:
            words[-1] += c
    return [w for w in words if w]


def fixture(folder):
    """The case of a fixture, from its leading comment; None if its head is called by other procedures of the tests."""
    source = next(os.path.join(folder, f) for f in ('head.f90', 'head.f') if os.path.exists(os.path.join(folder, f)))
    case = Case(os.path.basename(folder), [source], '')
    case.inputs = []
    for line in open(source, encoding='utf-8', errors='replace'):
        text = line.strip()
        if text and not text.startswith('!') and not (line[0] in 'Cc*' and not line.lower().startswith('call')):
            break
        words = split_words(text[1:].strip())
        if not words:
            continue
        word, rest = words[0], words[1:]
        if word == 'head:':
            case.head = text[1:].strip()[5:].strip()
        elif word in ('arg', 'result', 'global', 'common') and len(rest) >= 2:
            variable(case, word, *rest)
        elif word == 'caller':
            return None
        elif word == 'flags':
            case.flags = '-O1 ' + ' '.join(rest)
            case.options += [f for f in rest if f.startswith('-fdefault-') or f == '-fopenmp']
        elif word == 'options':
            case.options += split_words(' '.join(rest))
        elif word == 'external' and rest and os.path.exists(os.path.join(ROOT, rest[0])):
            case.options += ['--external', os.path.join(ROOT, rest[0])]
        elif word == 'link':
            case.link += [os.path.join(ROOT, f) for f in rest if os.path.exists(os.path.join(ROOT, f))]
        elif word == 'zero' and not rest:
            case.zero = True
    case.link = [f for f in case.link if '/runtime-fortran/' not in f]
    return case


def variable(case, word, name, kind, *values):
    """The options for one variable."""
    shape = re.search(r'\((.*)\)', kind)
    if shape and word in ('arg', 'global'):
        case.inputs += ['--shape', f'{name}={shape.group(1)}']
    if values:
        case.inputs += ['--set', f'{name}={",".join(values)}']


def benches(collection):
    """The cases of benches/kernels or benches/programs whose heads have arguments that a driver can make."""
    folder = os.path.join(ROOT, 'benches', collection)
    for name in sorted(os.listdir(folder)):
        drive = os.path.join(folder, name, 'drive.f90')
        if not os.path.exists(drive):
            continue
        text = open(drive).read()
        sources = re.search(r'^! sources: (.*)', text, re.M).group(1).split()
        head = re.search(r'^! head: (.*)', text, re.M).group(1).strip()
        case = Case(name, [os.path.join(folder, name, s) for s in sources], head)
        case.inputs = []
        yield case


def cases(names):
    numeric = os.path.join(ROOT, 'tests', 'numeric')
    found = [fixture(os.path.join(numeric, n)) for n in sorted(os.listdir(numeric))]
    found = [c for c in found if c]
    for collection in ('kernels', 'programs'):
        found += list(benches(collection))
    for case in found:
        case.inputs += INPUTS.get(case.name, [])
    return [c for c in found if not names or c.name in names]


def prepared(folder, template):
    """A folder for builds with the compiled runtime of an earlier one."""
    if os.path.isdir(template) and not os.path.isdir(folder):
        shutil.copytree(template, folder)
    return folder


def check(adc, case, build, more=()):
    """The parsed result of `adc check`, or None with its messages."""
    command = [adc, 'check'] + case.adc_options() + list(more) + case.check_options(build)
    # fixtures write files
    os.makedirs(build, exist_ok=True)
    done = subprocess.run(command, capture_output=True, text=True, cwd=build)
    try:
        heads = json.loads(done.stdout)
    except json.JSONDecodeError:
        heads = []
    return heads, done.stderr.strip(), done.returncode


def main():
    adc = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, 'target', 'release', 'adc'))
    work = tempfile.mkdtemp()
    counts, wrong = {}, 0
    template = os.path.join(work, 'template')
    for case in cases(sys.argv[2:]):
        build = prepared(os.path.join(work, case.name), template)
        heads, said, status = check(adc, case, build)
        if not os.path.isdir(template) and heads:
            shutil.copytree(build, template)
        shutil.rmtree(build, ignore_errors=True)
        verdict = heads[0]['verdict'] if heads else 'refused'
        is_right = verdict == 'not compared' if case.zero else verdict in ('machine precision', 'acceptable')
        counts[verdict] = counts.get(verdict, 0) + 1
        wrong += not is_right
        reasons = [f"{t['test']} {t['subject']}: {t['verdict']} {t['error']} {t['note'] or ''}"
                   for h in heads for t in h['tests'] if t['verdict'] not in ('machine precision', 'acceptable')]
        print(f'{case.name}: {verdict}' + ('' if is_right else '  WRONG'))
        if not is_right:
            for line in (reasons or said.splitlines())[:12]:
                print('    ' + line[:200])
        sys.stdout.flush()
    shutil.rmtree(work, ignore_errors=True)
    print(', '.join(f'{n} {v}' for v, n in sorted(counts.items())))
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
