#!/usr/bin/env bash
# Makes reports of the examples, and opens them in Chromium: `make report`. Needs Chromium, Node.js and its registry.
#
#   ADC=target/release/adc CHROMIUM=/usr/bin/chromium REPORTS='other.html' tests/browser/run.sh FOLDER
#
# ADC is a full path. REPORTS names further reports, by full paths.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd)
: "${ADC:?the command}"

for tool in node npm "${CHROMIUM:=/usr/bin/chromium}"; do
    command -v "$tool" > /dev/null || { echo "report: $tool is missing" >&2; exit 1; }
done
export CHROMIUM
cp "$here/package.json" "$here/report.mjs" "$folder"
(cd "$folder" && npm install --silent --no-audit --no-fund)

heat="grid.f90 sensors.f90 heat.f90"
head='misfit(cost)/(u0, kappa)'
cd "$root/examples/heat"
"$ADC" report $heat --head "$head" --checkpoint none -o "$folder/before.json" -q
"$ADC" report $heat --head "$head" -o "$folder/heat.html" --against "$folder/before.json" -q
"$ADC" report $heat --head "$head" --mode tangent -o "$folder/heat-tangent.html" -q
cd ../f77flow
"$ADC" report channel.f --head "$(sed -n "s/^HEAD *[:?]*= *//p" Makefile)" -o "$folder/channel.html" -q
cd "$folder"
cat > refused.f90 << 'END'
subroutine f(x, y)
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   real(8) :: t
   t = 2*x
   if (x > 1) read (*, *) t
   y = t*t
end subroutine f
END
status=0
"$ADC" report refused.f90 --head 'f(y)/(x)' -o refused.html 2> /dev/null || status=$?
[ "$status" = 1 ] || { echo "report: input into an active variable is not refused" >&2; exit 1; }
# REPORTS is a list of names
# shellcheck disable=SC2086
node report.mjs "$folder" heat.html heat-tangent.html channel.html refused.html ${REPORTS:-}
