"""The triggers that keep the log append-only: databases have them, so a change needs a migration."""

GUARDS: dict[str, tuple[str, ...]] = {
    "sqlite": (
        """
        CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
        BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END
        """,
        """
        CREATE TRIGGER entries_go_only_with_their_tournament BEFORE DELETE ON entries
        WHEN EXISTS (SELECT 1 FROM tournaments WHERE id = OLD.tournament)
        BEGIN SELECT RAISE(ABORT, 'entries go only with their tournament'); END
        """,
    ),
    "postgresql": (
        """
        CREATE FUNCTION guard_entries() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM tournaments WHERE id = OLD.tournament) THEN
                RETURN OLD;
            END IF;
            RAISE EXCEPTION 'entries are never changed, and go only with their tournament'
                USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        """
        CREATE TRIGGER entries_are_never_changed BEFORE UPDATE OR DELETE ON entries
        FOR EACH ROW EXECUTE FUNCTION guard_entries()
        """,
    ),
}
