"""The table in the browser: an HTTP API, a stream of events, durable storage, and the pages themselves."""
