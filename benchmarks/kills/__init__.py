"""The kill sweep: a whole cycle is killed, or one of its operations fails, at every place where that can make a
difference, and is then resumed (`make prove-kills`)."""
