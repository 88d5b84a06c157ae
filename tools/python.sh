# Sourced by ./play and ./test: sets PYTHON to a Python that is new enough, or ends with a message.
unset PYTHONDONTWRITEBYTECODE # With bytecode in .venv the many processes of the tests start twice as fast.
# The system's Python comes first if it can compile: Debian builds it with profile-guided optimisation, which makes it
# faster than one that was compiled without.
is_recent='import sys; sys.exit(sys.version_info < (3, 11))'
can_compile='import os, sysconfig; os.stat(os.path.join(sysconfig.get_path("include"), "Python.h"))'
PYTHON=/usr/bin/python3
"$PYTHON" -c "$is_recent" 2>/dev/null && "$PYTHON" -c "$can_compile" 2>/dev/null && return
for PYTHON in python3 python3.14 python3.13 python3.12 python3.11; do
    "$PYTHON" -c "$is_recent" 2>/dev/null && return
done
echo "Python 3.11 or newer is missing. On Debian 12, Ubuntu 24.04 or newer, as root: apt-get install python3" >&2
echo "On macOS: https://www.python.org/downloads/" >&2
exit 1
