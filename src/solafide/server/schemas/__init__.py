"""The models of the HTTP API: every request body and every answer. OpenAPI and the page's types are made from them."""
