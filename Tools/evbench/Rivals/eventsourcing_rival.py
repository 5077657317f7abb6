# The rival in Python: the library eventsourcing with its SQLite recorder.
# With a number of events, prints how many of them a second its application reads and decodes, and how many it
# replays: the same rows of recents, visits, vacations, itineraries, tags and map types, in dictionaries.
# With 0, only that the library is there.
import os
import random
import sys
import tempfile
import time

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

TRAVELLERS = 20
RECENT_PHOTOS = 20
PAGE = 1000


class Traveller(Aggregate):
    """A stream of what a traveller did."""

    @event("Viewed")
    def view(self, photo, title, description, place, tags):
        pass

    @event("Visited")
    def visit(self, vacation, photo, title, description, place, tags):
        pass

    @event("Unvisited")
    def unvisit(self, vacation, photo):
        pass

    @event("VacationMade")
    def make_vacation(self, name):
        pass

    @event("MapTypeChosen")
    def choose_map_type(self, map_type):
        pass


def append(app, count):
    """Appends events in the proportions of the other contenders."""
    chance = random.Random(7)
    travellers = [Traveller() for _ in range(TRAVELLERS)]
    written = len(travellers)
    while written < count:
        for traveller in travellers:
            number = int(chance.random() * chance.random() * 8000)
            photo = str(50_000_000_000 + number * 7919)
            vacation = "Vacation %d" % chance.randrange(20)
            details = (
                "The pier by the old harbour, number %d" % number,
                "A quiet walk along the pier, taken by hand in the last light of the day",
                "Ribeira, Porto, Portugal",
                ["tag%d" % ((number * step) % 500) for step in range(1, 6)])
            kind = chance.randrange(100)
            if kind < 80:
                traveller.view(photo, *details)
            elif kind < 90:
                traveller.visit(vacation, photo, *details)
            elif kind < 95:
                traveller.unvisit(vacation, photo)
            elif kind < 98:
                traveller.make_vacation(vacation)
            else:
                traveller.choose_map_type("satellite")
            written += 1
        app.save(*travellers)
    return written


class Rows:
    """The rows of one traveller."""

    def __init__(self):
        self.recents, self.visits, self.vacations = {}, {}, {}
        self.itinerary, self.tags, self.map_type = {}, {}, None

    def apply(self, position, happened):
        name = type(happened).__name__
        if name == "Viewed":
            self.recents.pop(happened.photo, None)
            self.recents[happened.photo] = position
            if len(self.recents) > RECENT_PHOTOS:
                del self.recents[next(iter(self.recents))]
        elif name == "Visited":
            self.visit(position, happened)
        elif name == "Unvisited":
            self.unvisit(happened)
        elif name == "VacationMade":
            self.vacations.setdefault(happened.name, [position, 0])
        elif name == "MapTypeChosen":
            self.map_type = happened.map_type

    def visit(self, position, happened):
        key = (happened.vacation, happened.photo)
        if key in self.visits:
            return
        self.visits[key] = (position, happened.place, frozenset(happened.tags))
        self.itinerary.setdefault((happened.vacation, happened.place), [position, 0])[1] += 1
        for tag in set(happened.tags):
            self.tags.setdefault((happened.vacation, tag), [position, 0])[1] += 1
        self.vacations.setdefault(happened.vacation, [position, 0])[1] += 1

    def unvisit(self, happened):
        visit = self.visits.pop((happened.vacation, happened.photo), None)
        if visit is None:
            return
        _, place, tags = visit
        counted = [(self.itinerary, place)] + [(self.tags, tag) for tag in tags]
        for rows, key in counted:
            row = rows[(happened.vacation, key)]
            row[1] -= 1
            if row[1] == 0:
                del rows[(happened.vacation, key)]
        self.vacations[happened.vacation][1] -= 1


def rate(app, count, body):
    """How many events a second `body` gets through, page by page."""
    start, read, position = time.perf_counter(), 0, 1
    while read < count:
        notifications = app.recorder.select_notifications(start=position, limit=PAGE)
        if not notifications:
            break
        for notification in notifications:
            body(notification.id, app.mapper.to_domain_event(notification))
        read += len(notifications)
        position = notifications[-1].id + 1
    return read / (time.perf_counter() - start)


def main():
    count = int(sys.argv[1])
    if count == 0:
        return
    with tempfile.TemporaryDirectory() as folder:
        app = Application(env={
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "SQLITE_DBNAME": os.path.join(folder, "events.db"),
        })
        count = append(app, count)
        rows = {}

        def fold(position, happened):
            traveller = rows.get(happened.originator_id)
            if traveller is None:
                traveller = rows[happened.originator_id] = Rows()
            traveller.apply(position, happened)

        print(rate(app, count, lambda position, happened: None), rate(app, count, fold))


main()
