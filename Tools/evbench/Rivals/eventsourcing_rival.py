# The rival in Python: the library eventsourcing with its SQLite recorder.
# With a number of events, prints how many a second its application reads and decodes; with 0, only that it is there.
import os
import sys
import tempfile
import time

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Traveller(Aggregate):
    """A stream of viewed photos."""

    @event("Viewed")
    def view(self, photo, title, description, place, tags):
        self.photo = photo


def main():
    count = int(sys.argv[1])
    if count == 0:
        return
    with tempfile.TemporaryDirectory() as folder:
        app = Application(env={
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "SQLITE_DBNAME": os.path.join(folder, "events.db"),
        })
        travellers = [Traveller() for _ in range(20)]
        written = len(travellers)
        while written < count:
            for traveller in travellers:
                traveller.view(
                    str(50_000_000_000 + written), "The pier by the old harbour, number %d" % written,
                    "A quiet walk along the pier, taken by hand in the last light of the day",
                    "Ribeira, Porto, Portugal", ["tag1", "tag2", "tag3", "tag4", "tag5"])
                written += 1
            app.save(*travellers)
        start, read = time.perf_counter(), 0
        for traveller in travellers:
            for _ in app.events.get(traveller.id):
                read += 1
        print(read / (time.perf_counter() - start))


main()
