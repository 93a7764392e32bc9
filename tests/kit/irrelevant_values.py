"""Values of entries that may be others without another verdict about a round, each with the reason."""

from fnmatch import fnmatchcase

# By kind of entry and field, as patterns; the first that fits counts.
_REASONS: tuple[tuple[str, str], ...] = (
    ("*: by", "the author is shown with wishes and changes, and decides nothing"),
    ("*: at", "the time is shown with wishes and changes, and decides nothing"),
    ("*extras", "what other programs had in their files; no rule reads it"),
    ("PlayerRegistered removed: *", "the player was removed before the draw"),
    ("TeamEntered removed: *", "the team was removed before the draw"),
    ("RoundDrawn deleted: *", "the draft was deleted; the count of draws names it"),
    # Details.
    ("*TournamentCreated*: *begin", "time zones count on this day, if they have a price"),
    ("DetailsChanged: begin", "time zones count on this day, if they have a price"),
    ("*TournamentCreated*: *lot", "the seed of the draw counts; if it follows from the lot is said"),
    ("*TournamentCreated*: *is_congress", "only what may be entered depends on it, and that is there"),
    ("*TournamentCreated*: *name", "a later entry names the event again, or it is another stage"),
    *(
        (f"*{kind}*: *{each}", "a detail of the event that is not in a proof")
        for kind in ("TournamentCreated", "DetailsChanged")
        for each in ("short_name", "place", "country", "director", "end")
    ),
    ("SettingsChanged: settings.pairing.*", "a rule that this event does not ask for"),
    ("SettingsChanged: settings.scoring.*", "points or starting scores that nobody in this event gets"),
    ("SettingsChanged: settings.handicapping.*", "a limit of handicaps that no game of this round reaches"),
    ("SettingsChanged: settings.preset", "a preset that is not the one of the draw's entry"),
    ("SettingsChanged: settings.system", "a system that is not the one of the draw's entry"),
    ("SettingsChanged: settings.draw_seed", "a draw counts with the seed of its entry"),
    ("SettingsChanged: *", "no draw of this event depends on it"),
    # People.
    *(
        (f"*Player*: *{each}", "a fact about people that no rule of a draw reads")
        for each in (
            "aga_expiry", "birth_year", "declared_grade", "fee", "ffg_status", "highest_grade", "newcomer",
            "not_same_as", "paid", "rating_date", "rating_origin", "sex", "sigma", "team",
        )
    ),
    *(
        (f"*Player*: *{each}", "no rule of this event reads it")
        for each in ("aga_rating", "city", "family", "state", "time_zone")
    ),
    ("*Player*: *absent_rounds", "a round that is not drawn, or with a game of the player"),
    ("*Player*: *registration", "a player who has a game is there"),
    ("*Player*: *bar_side", "the player stays on the same side of the bar"),
    ("*Player*: *category", "the same category as by the grade, or categories do not count"),
    ("*Player*: *ffg_licence", "without namesakes the lot decides nothing that it changes"),
    ("*Player*: *rating", "the order by ratings stays the same"),
    ("PlayerRegistered: *", "a later entry says it again; in teams: a reserve, or a name"),
    ("PlayersChanged: *", "a later entry says it again"),
    ("PlayerRegistered of the event: *", "a later entry says it again"),
    ("PlayersChanged of the event: *", "it is about a player of the other group"),
    ("PlayerWithdrew: from_round", "from an earlier round, in which the player has a game"),
    # Stages.
    ("InStage * elsewhere: *", "players and colours count, and results if they decide who enters"),
    ("InStage PlayerRegistered: *", "what the event says of the player counts"),
    ("InStage *RoundDrawn: *", "as of RoundDrawn"),
    ("InStage *RoundPublished: *", "as of RoundPublished"),
    ("InStage TournamentCreated: *", "as of TournamentCreated"),
    ("Stage*: plan.*", "of another stage, or of players who tie for the last place"),
    ("EntrantsKept: *", "of another stage"),
    # Teams.
    ("Team*: *", "a later entry says it again, or no match depends on it"),
    # Draws.
    ("earlier RoundDrawn: round.boards.black", "in a team event: a board that decides no match"),
    ("earlier RoundDrawn: round.boards.colours_known", "a game with a handicap has no colours that count"),
    ("earlier RoundDrawn: round.boards.*", "a game with a handicap stays one; results come later"),
    ("earlier RoundDrawn: *", "it says how an earlier round was drawn, which is verified by itself"),
    ("RoundDrawn: preset", "a preset that nobody knows is that of the settings"),
    ("RoundDrawn: pricing", "a version that nobody knows is the newest"),
    ("RoundDrawn: again", "there is no draw before that it could replace"),
    ("RoundDrawn: kept", "tables that were kept are by hand; the rules give them as well"),
    ("RoundDrawn: round.boards.result", "results come with later entries"),
    ("RoundDrawn: round.b*.locked", "a lock is for drawing again"),
    ("RoundDrawn: round.b*", "a later entry changes this board or bye by hand"),
    ("earlier RoundPublished: *", "that of an earlier publication"),
    ("RoundPublished: *", "the verdict derives the cost of changes by itself"),
    ("BoardChanged: *", "a later entry changes this board"),
    ("ByesChanged: *", "a lock is for drawing again, and an earlier round is as it was at the draw"),
    ("DrawChanged: boards.*", "a lock, a result or known colours; pairs and terms count"),
    ("DrawChanged: *", "it says what the director did; the boards count"),
    ("WishesChanged: wishes.*tables", "where two play changes no game"),
    ("WishesChanged: wishes.volunteers.round", "the same player has the bye without the offer"),
    # Results.
    ("ResultEntered: *", "a name that need not be there, or a board that decides no match"),
    ("ResultClaimed: *", "a report counts until a result is entered"),
    ("ResultContested: *", "a contested result counts for nothing"),
    ("GameDelayed: *", "when a game is played changes no draw"),
    ("Undone: entry", "another entry is undone, on which no draw depends"),
    # What is about no draw.
    ("ReasonGiven: *", "a reason is shown and decides nothing"),
    ("Standings*: *", "tables that were shown; places are counted again"),
    ("TablePublished: *", "places in a file, which the first change drops"),
    *(
        (f"{kind}: *", "it is about no draw")
        for kind in (
            "ClockSet", "ScheduleSet", "CongressEventsSet", "EntriesChanged", "SignUpFormChanged",
            "PhoneOptionsChanged", "LeaderChanged",
        )
    ),
)  # fmt: skip


def reason_of(kind: str, field: str) -> str:
    """The reason why a value may be another one; empty if there is none."""
    text = f"{kind}: {field}"
    return next((reason for pattern, reason in _REASONS if fnmatchcase(text, pattern)), "")
