"""One game of any rule set: its state, what is asked, what happened, and the record of it all."""
