"""The database: schema, migrations, the ledger of every match, group commits on SQLite and PostgreSQL, backups.

The rest of the server imports `base` (run work in a transaction), `ledger` (entries of a match) and `schema` (tables);
nothing here imports another room of the server. A new table or column goes into `schema` and into a new migration, a
new kind of entry into `ledger`.
"""
