"""Where the McMahon bar belongs: the advice, its command and its card on the players page."""
