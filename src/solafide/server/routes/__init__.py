"""The HTTP API, one module for each thing that a client asks for, and the pages of the browser's table.

A new request goes into the module named after what a player does; its body and answer are models of `schemas`.
"""
