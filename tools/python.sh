# Sourced by ./play and ./test: sets PYTHON to a Python that is new enough, or ends with a message.
unset PYTHONDONTWRITEBYTECODE # In .venv all of it is read once: a hundred processes begin twice as fast.
# The system's own first, if it can make environments and compile: Debian builds it with a profile of itself, which
# makes it faster than one that somebody compiled without.
whole='import os, sys, sysconfig, ensurepip
sys.exit(sys.version_info < (3, 11) or not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))'
PYTHON=/usr/bin/python3
"$PYTHON" -c "$whole" 2>/dev/null && return
for PYTHON in python3 python3.14 python3.13 python3.12 python3.11; do
    "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && return
done
echo "Python 3.11 or newer is missing. On Debian 12, Ubuntu 24.04 or newer:" \
    "apt-get install python3 python3-venv gcc python3-dev" >&2
exit 1
