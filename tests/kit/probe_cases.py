"""A probe small enough for a test."""

TINY = """
points = 12
output = "tiny.parquet"
psi = ["sech", "gaussian"]

[weights.score]
W = 1000
lambda = [0.1, 1]

[weights.colour]
W = [1, 100]
lambda = 0.3

[weights.seeding]
W = [1, 100]
lambda = 0.3

[[kinds]]
name = "club evening"
tournaments = 4

[[kinds]]
name = "school"
players = [10, 12]
rounds = 3
weakest = "20k"
strongest = "5k"
mean = "12k"
spread = 4
tournaments = 5
held_out = 6

[study]
top = 0.5
alike = 0.5
unlike = 0.2
near = 2
lines = 2
steps = 1
fresh = 2
"""
