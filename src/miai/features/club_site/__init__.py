"""Club sites that speak Pairgoth's webhook contract: players come from there, pairings go there.

The site is the server and we are the client, because the laptop in the hall cannot be reached from outside.
"""
