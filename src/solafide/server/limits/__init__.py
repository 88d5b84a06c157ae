"""What bounds one guest in every layer: token buckets, and the network of an address.

Nothing here imports another part of the server. The limits themselves are in `http.rate_limits`, `matches.quotas` and
`engine.guest_turns`.
"""
