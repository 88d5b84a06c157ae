@echo off
rem Play Sola Fide in the browser, or with --terminal in the terminal; play --help lists the options.
setlocal
set "SOLAFIDE_COMMAND=play"
set "PYTHON="
call :find py -3
call :find python3
call :find python
if not defined PYTHON (
    echo Python 3.11 or newer is missing. Install it from https://www.python.org/downloads/ and start play again.
    pause
    exit /b 1
)
%PYTHON% "%~dp0tools\play.py" %*
set "CODE=%errorlevel%"
if not "%CODE%"=="0" pause
exit /b %CODE%

:find
rem The first command that starts a Python which is new enough.
if defined PYTHON exit /b
%* -c "import sys; sys.exit(sys.version_info[:2] < (3, 11))" >nul 2>nul
if "%errorlevel%"=="0" set "PYTHON=%*"
exit /b
