"""What other programs need to talk to Miai: tokens and webhooks."""
