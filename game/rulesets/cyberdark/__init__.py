"""CyberDark. Rule ids CD-n.m, house rules CD-Hn and rulings CD-Rn stand beside what enforces them."""
