"""What is true at the loops of a program with tasks, found for a certificate: nothing here has to be believed.

The verifier (`asyncir.certificates`) only asks whether what a certificate says is so. Somebody has to say it first. For
queues that is the check, which finds invariants as it goes. The checks of tasks execute whole paths, or compare sets of
pairs, and have none; so they are looked for here, by executing the program with the verifier's own rules (`tasks.py`).
"""

from asyncir.invariants.tasks import find_certificate as find_certificate
