#!/usr/bin/env python3
"""Counts the faults in derivatives that `adc check` finds, and those whose statement it names.

usage: scripts/mutants.py ADC [COUNT] [SEED]

Makes COUNT mutants (200 unless given) of derivatives of the numeric fixtures and of the kernels: in one assignment, a
sign is changed, an index is moved, a factor is added, or the assignment is dropped. `adc check --derivative` must find
each. Prints a line for each mutant, and the counts. A mutant that changes no number of the check is not counted: the
statement is not executed, or its value is overwritten.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

import check

KINDS = ('sign', 'index', 'factor', 'drop')
# cases with few statements, with several procedures, with records on the tape
SHORTEST = 8


def assignments(text, is_fixed):
    """The lines with a whole assignment of numbers in executable code: their numbers from 0 on."""
    lines = text.split('\n')
    for k, line in enumerate(lines):
        if is_fixed:
            if line[:1] in 'Cc*!' or line[5:6].strip() or line[:5].strip():
                continue
            after = lines[k + 1] if k + 1 < len(lines) else ''
            if len(after) > 5 and after[5] not in ' 0' and not after[:5].strip():
                continue
        elif '&' in line or (k and lines[k - 1].rstrip().endswith('&')):
            continue
        if re.match(r'\s*[a-z]\w*(%\w+)*(\([^=]*\))?\s=\s[^=>]', line, re.I) and '::' not in line:
            yield k


def mutated(line, kind, chance):
    """The line with a fault of a kind; None if it has no place for one."""
    left, right = line.split(' = ', 1)
    if kind == 'drop':
        return ''
    if kind == 'factor':
        body, bang, comment = right.partition(' !')
        return f'{left} = 1.5*({body}){bang}{comment}'
    if kind == 'sign':
        places = [m.start(1) for m in re.finditer(r'(?<=[\w)\]]) ([+-]) ', right)]
        if not places:
            return None
        at = chance.choice(places)
        return f"{left} = {right[:at]}{'-' if right[at] == '+' else '+'}{right[at + 1:]}"
    places = [m for m in re.finditer(r'(?<=[(,])(\s?[a-z]\w?)(?=[,)])', right) if '%' not in m.group(0)]
    if not places:
        return None
    m = chance.choice(places)
    return f'{left} = {right[:m.start()]}{m.group(1)} - 1{right[m.end():]}'


def generated(adc, case, work):
    """The files of both derivatives."""
    folder = os.path.join(work, 'made', case.name)
    done = subprocess.run([adc, '--tangent', '--reverse', '-q'] + case.adc_options() + ['-o', folder + '/'],
                          capture_output=True, text=True, cwd=work)
    listed = subprocess.run([adc, '--tangent', '--reverse', '-q', '--list-outputs'] + case.adc_options() +
                            ['-o', folder + '/'], capture_output=True, text=True, cwd=work)
    return listed.stdout.split() if done.returncode == 0 else []


def subjects(adc, work, chance):
    """Cases whose derivatives `adc check` accepts, with their files, in random order."""
    all_cases = [c for c in check.cases([]) if not c.zero]
    chance.shuffle(all_cases)
    for case in all_cases:
        files = generated(adc, case, work)
        texts = {f: open(f, encoding='utf-8', errors='replace').read() for f in files}
        if sum(len(list(assignments(t, f.endswith('.f')))) for f, t in texts.items()) < SHORTEST:
            continue
        build = check.prepared(os.path.join(work, case.name), os.path.join(work, 'template'))
        heads, _, status = check.check(adc, case, build)
        if status == 0:
            if not os.path.isdir(os.path.join(work, 'template')):
                shutil.copytree(build, os.path.join(work, 'template'))
            yield case, texts, build, numbers(heads)


def mutant(texts, chance):
    """A file, a line of it from 0 on, a kind, and the new line."""
    for _ in range(200):
        file = chance.choice(sorted(texts))
        lines = list(assignments(texts[file], file.endswith('.f')))
        kind = chance.choice(KINDS)
        if lines:
            at = chance.choice(lines)
            old = texts[file].split('\n')[at]
            new = mutated(old, kind, chance)
            if new is not None and new != old and not (file.endswith('.f') and len(new) > 72):
                return file, at, kind, new
    return None


def numbers(heads):
    """All errors that a check computes."""
    return [(t['test'], t['subject'], t['error'], t['errors']) for h in heads for t in h['tests']]


def judged(adc, case, texts, build, fault, original):
    """Whether the mutant is found, and the line that is named; None if it changes no number of the check."""
    file, at, _, new = fault
    lines = texts[file].split('\n')
    lines[at] = new
    with open(file, 'w', encoding='utf-8') as out:
        out.write('\n'.join(lines))
    more = [w for f in texts for w in ('--derivative', f)]
    heads, said, status = check.check(adc, case, build, more)
    with open(file, 'w', encoding='utf-8') as out:
        out.write(texts[file])
    if 'the compiler failed' in said or numbers(heads) == original:
        return None, None
    is_found = status != 0 and any(h['verdict'] in ('failed', 'outside tolerance') for h in heads)
    places = [h['place'] for h in heads if h.get('place')]
    named = places[0] if places else None
    return is_found, named


def main():
    adc = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    work = tempfile.mkdtemp()
    total = found = right = equal = 0
    for case, texts, build, original in subjects(adc, work, chance):
        for _ in range(4):
            fault = mutant(texts, chance)
            if fault is None or total == count:
                break
            is_found, named = judged(adc, case, texts, build, fault, original)
            if is_found is None:
                equal += 1
                continue
            file, at, kind, new = fault
            line = named and named['line']
            same_file = named and named['file'] == file
            # a statement that is missing is named by the one that runs instead
            is_right = bool(same_file and (line == at + 1 or kind == 'drop' and missing(named, texts[file], at)))
            total += 1
            found += is_found
            right += is_found and is_right
            mark = 'named' if is_found and is_right else 'found' if is_found else 'MISSED'
            old = texts[file].split('\n')[at].strip()
            print(f'{mark:6} {kind:6} {os.path.basename(file)}:{at + 1} of {case.name}: {old}')
            if mark != 'named':
                print(f'       {new.strip()}')
                print(f'       {named}')
            sys.stdout.flush()
        shutil.rmtree(build, ignore_errors=True)
        if total == count:
            break
    shutil.rmtree(work, ignore_errors=True)
    print(f'{equal} more change no number at these inputs, or do not compile')
    print(f'{total} mutants, {found} found, {right} with the line of the statement')
    return 0 if total and found == total and right >= 0.9*total else 1


def missing(named, text, at):
    """True if the message says that the dropped statement is missing."""
    squeezed = re.sub(r'\s', '', text.split('\n')[at].split(' !')[0]).lower()
    said = re.sub(r'\s', '', named['fault']).lower()
    return f'`{squeezed}`ismissing' in said or f'has`{squeezed}`here' in said


if __name__ == '__main__':
    sys.exit(main())
