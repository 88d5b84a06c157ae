"""The database: schema, migrations, the ledger of every match, group commits on SQLite and PostgreSQL, backups."""
