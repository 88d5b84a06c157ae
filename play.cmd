@echo off
rem Play Sola Fide in the browser, or with --terminal in the terminal; play --help lists the options.
setlocal
set "SOLAFIDE_COMMAND=play"
set "PYTHON="
for %%P in ("py -3" "python3" "python") do (
    if not defined PYTHON %%~P -c "import sys; sys.exit(sys.version_info[:2] < (3, 11))" >nul 2>nul && set "PYTHON=%%~P"
)
if not defined PYTHON (
    echo Python 3.11 or newer is missing. Install it from https://www.python.org/downloads/ and start play again.
    pause
    exit /b 1
)
%PYTHON% "%~dp0tools\play.py" %*
if errorlevel 1 pause
