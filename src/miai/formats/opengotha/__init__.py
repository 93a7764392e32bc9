"""Files of OpenGotha."""
