"""Line-ups, matches and standings of teams."""
