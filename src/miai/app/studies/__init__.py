"""Studies of tournaments: the bar, quality, ratings, forecasts and the lab."""
