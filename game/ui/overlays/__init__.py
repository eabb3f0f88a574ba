"""What is drawn over the table to explain play. An overlay makes marks in inches; one painter draws them all."""
