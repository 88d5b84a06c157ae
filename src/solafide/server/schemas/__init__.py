"""Define the JSON of the HTTP API as pydantic models, one module for each group of requests.

The OpenAPI document is made from these models, and the page's types (`static/api.d.ts`) from that document. A new
field, request or answer is added here first. `identity` names the persons and roles of a match. Nothing here imports
another part of the server.
"""
