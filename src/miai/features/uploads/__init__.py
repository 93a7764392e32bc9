"""Result files for federations: what they would refuse, and which rounds are sent."""
