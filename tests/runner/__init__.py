"""What script/test calls: it runs the legs, counts what passed and failed, and says how long is left.

A leg is one kind of test run, such as one compiler or one platform. legs.py has them all; run.py is what a leg runs its commands with;
schedule.py chooses legs and knows how long they take.
"""
