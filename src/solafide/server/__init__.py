"""The table in the browser: an HTTP API, a stream of events, a store that loses nothing, and the pages themselves."""
