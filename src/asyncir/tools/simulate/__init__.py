"""`asyncir simulate`: a program is played on a described machine, and what came of it is told and drawn."""
