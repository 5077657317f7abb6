#!/usr/bin/env python3
"""Writes one-month.ndjson: one month of one traveller, the same bytes on every run.

The traveller and the photos are invented. Run in this folder: python3 make-sample.py
"""
import datetime
import json
import random
import uuid

NAMESPACE = uuid.UUID("5d1f7a2e-8f0b-4c53-9a55-0b1c6e0a7f11")
PLACES = {
    "lisbon": ("Lisbon, Lisbon District, Portugal", 38.7139, -9.1394),
    "belem": ("Belém, Lisbon, Lisbon District, Portugal", 38.6972, -9.2064),
    "sintra": ("Sintra, Lisbon District, Portugal", 38.7980, -9.3880),
    "nazare": ("Nazaré, Leiria District, Portugal", 39.6012, -9.0701),
    "porto": ("Porto, Porto District, Portugal", 41.1496, -8.6110),
    "tokyo": ("Asakusa, Tokyo, Tokyo Prefecture, Japan", 35.7148, 139.7967),
    "kyoto": ("Kyoto, Kyoto Prefecture, Japan", 35.0116, 135.7681),
    "nara": ("Nara, Nara Prefecture, Japan", 34.6851, 135.8048),
    "osaka": ("Osaka, Osaka Prefecture, Japan", 34.6937, 135.5023),
    "naoshima": ("Naoshima, Kagawa Prefecture, Japan", 34.4600, 133.9955),
    "zurich": ("Zürich, Canton of Zürich, Switzerland", 47.3769, 8.5417),
    "home": ("Tübingen, Baden-Württemberg, Germany", 48.5216, 9.0576),
    "singapore": ("Singapore", 1.2903, 103.8519),
}
# Place, title, description, tags in the service's one text.
PHOTOS = [
    ("lisbon", "Tram at the steep corner", "It rings twice before the bend.", "tram yellow street lisboa"),
    ("lisbon", "Azulejos", "", "tiles blue wall lisboa"),
    ("lisbon", "", "A cat between two doors.", "cat street"),
    ("lisbon", "Rooftops at seven", "", "roofs morning geo:lat=38.71 geo:lon=-9.14"),
    ("lisbon", "Pastel de nata, número três", "The third of the day.", "food pastry"),
    ("belem", "The tower before the rain", "", "tower river lisboa"),
    ("belem", "Under the bridge", "", "bridge river camera:model=pocket"),
    ("sintra", "Palace in the fog", "One could see ten steps.", "palace fog wood"),
    ("sintra", "Moss", "", "green wood"),
    ("sintra", " ", "The stairs to the well.", "stairs stone"),
    ("nazare", "Big wave 🌊", "As high as the lighthouse.", "sea waves 🌊"),
    ("nazare", "Drying fish", "", "sea fish food"),
    ("nazare", "The last surfer", "", "sea waves people"),
    ("porto", "Six bridges", "", "bridge river boat"),
    ("porto", "Barrels", "", "cellar wine"),
    ("porto", "", "", "blurred"),
    ("tokyo", "雷門", "The great lantern.", "temple red 東京"),
    ("tokyo", "Night train home", "", "train night neon"),
    ("tokyo", "Vending machines, all of them", "", "neon street night"),
    ("tokyo", "ラーメン 🍜", "Extra egg.", "food 🍜 東京"),
    ("kyoto", "千本鳥居", "Ten thousand gates, some of them.", "shrine red gates 京都"),
    ("kyoto", "First blossom 桜", "", "桜 spring garden 京都"),
    ("kyoto", "Philosopher's path", "", "桜 canal spring"),
    ("kyoto", "Stone garden", "Fifteen stones; fourteen at a time.", "garden stone temple"),
    ("kyoto", "Tea", "", "tea food geo:lat=35.01 geo:lon=135.77"),
    ("nara", "Deer, bowing", "It wanted the biscuit.", "deer park"),
    ("nara", "The hall from below", "", "temple wood"),
    ("osaka", "Dōtonbori", "", "neon night street food"),
    ("osaka", "Castle moat", "", "castle water spring"),
    ("osaka", "たこ焼き", "", "food street"),
    ("naoshima", "Yellow pumpkin", "On the pier.", "art sea yellow"),
    ("naoshima", "Boat to the island", "", "boat sea"),
    ("zurich", "Frühling am See", "", "lake spring frühling"),
    ("zurich", "Tram über die Brücke", "", "tram bridge"),
    ("zurich", "Käse", "", "food cheese"),
    ("home", "Neckarfront", "", "river houses"),
    ("home", "Packed", "Everything fits.", "bag"),
    ("home", "Kirschblüte, auch hier", "", "spring garden frühling"),
    ("singapore", "Eleven hours between flights", "", "airport garden"),
]
LISTS = [
    ["lisbon", "porto", "tokyo", "kyoto", "zurich", "singapore"],
    ["lisbon", "sintra", "nazare", "porto", "tokyo", "zurich", "home"],
    ["tokyo", "kyoto", "osaka", "nara", "lisbon", "singapore", "zurich"],
    ["kyoto", "tokyo", "osaka", "naoshima", "porto", "home"],
]
# First day, last day, hours from UTC, vacation or none, where the photos are from.
STAYS = [
    (1, 2, 1, None, ["home", "lisbon"]),
    (3, 5, 0, "Portugal", ["lisbon", "belem"]),
    (6, 7, 0, "Portugal", ["sintra", "nazare"]),
    (8, 9, 0, "Portugal", ["porto", "lisbon"]),
    (10, 13, 1, "Zürich weekend", ["zurich", "home"]),
    (14, 14, 8, None, ["singapore"]),
    (15, 17, 9, "Japan", ["tokyo"]),
    (18, 21, 9, "Japan", ["kyoto", "nara"]),
    (22, 24, 9, "Japan", ["osaka", "naoshima"]),
    (25, 28, 1, None, ["home", "kyoto", "lisbon"]),
    (29, 31, 2, None, ["home", "tokyo", "nazare"]),
]


class Month:
    """The events so far, and the clock."""

    def __init__(self):
        self.random = random.Random(20260301)
        self.lines = []
        self.now = datetime.datetime(2026, 3, 1, 6, 0, tzinfo=datetime.timezone.utc)
        self.zone = datetime.timezone.utc
        self.refreshes = 0

    def start_day(self, day, hours):
        self.zone = datetime.timezone(datetime.timedelta(hours=hours))
        local = datetime.datetime(2026, 3, day, 7, self.random.randrange(60), tzinfo=self.zone)
        self.now = max(self.now, local.astimezone(datetime.timezone.utc))

    def add(self, kind, data, seconds=None):
        wait = self.random.randrange(4, 1500) if seconds is None else seconds
        self.now += datetime.timedelta(seconds=wait, milliseconds=self.random.randrange(1000))
        self.lines.append({
            "id": str(uuid.uuid5(NAMESPACE, f"one-month {len(self.lines) + 1}")),
            "stream": "alice",
            "type": kind,
            "occurred": self.now.astimezone(self.zone).isoformat(timespec="milliseconds"),
            "metadata": {"app": "Travelog", "device": "phone" if self.random.random() < 0.9 else "tablet"},
            "data": data,
        })

    def refresh(self, places, failure=None):
        self.refreshes += 1
        name = f"refresh-{self.refreshes}"
        self.add("places.refreshRequested", {"refresh_id": name, "source": "flickr"})
        if failure:
            self.add("places.refreshFailed", {"refresh_id": name, "reason": failure}, 30)
            return
        rows = []
        for key in places:
            name_of_place, latitude, longitude = PLACES[key]
            rows.append({"name": name_of_place, "place_id": f"place-{key}", "latitude": latitude,
                         "longitude": longitude, "photo_count": self.random.randrange(12, 4000)})
        self.add("places.refreshed", {"refresh_id": name, "places": rows}, 2)


def photo(index):
    """The photo as a list of the service describes it."""
    key, title, description, tags = PHOTOS[index]
    place, latitude, longitude = PLACES[key]
    entry = {"id": str(53410000000 + 7919 * index), "title": title, "place": place, "tags": tags,
             "owner": "10000042@N00", "server": "65535", "farm": 66,
             "secret": f"{0x5a3c9e17 * (index + 3) & 0xffffffffff:010x}"}
    if description:
        entry["description"] = {"_content": description}
    # Every seventh photo has no location, which the service sends as zeros.
    located = index % 7 != 6
    entry["latitude"] = round(latitude + index / 2000, 5) if located else 0
    entry["longitude"] = round(longitude - index / 2000, 5) if located else 0
    entry["accuracy"] = 16 if located else 0
    return entry


def live(month):
    visited = []        # Pairs of vacation and photo, in the order of the visits.
    created = set()
    for first, last, hours, vacation, places in STAYS:
        shelf = [i for i, row in enumerate(PHOTOS) if row[0] in places]
        for day in range(first, last + 1):
            month.start_day(day, hours)
            if day % 4 == 1:
                month.refresh(LISTS[day // 4 % len(LISTS)],
                              "The service did not answer in 30 seconds." if day in (5, 21) else None)
            if day in (2, 16, 17, 23, 30):
                month.add("map.typeSelected", {"map_type": ["satellite", "standard", "hybrid"][day % 3]})
            if vacation and vacation not in created:
                created.add(vacation)
                month.add("vacation.created", {"name": vacation})
            for _ in range(month.random.randrange(6, 9)):
                index = month.random.choice(shelf)
                month.add("photo.viewed", {"photo": photo(index)})
                wanted = (vacation, index)
                if vacation and wanted not in visited and month.random.random() < 0.85:
                    visited.append(wanted)
                    month.add("photo.visited", {"vacation": vacation, "photo": photo(index)}, 5)
                elif vacation and wanted in visited and month.random.random() < 0.2:
                    visited.remove(wanted)
                    month.add("photo.unvisited", {"vacation": vacation, "photo": photo(index)["id"]}, 7)
            if day in (11, 26):
                month.add("places.sectionRemoved", {"country": "Switzerland" if day == 11 else "Portugal"})
            if day == 13:
                month.add("vacation.deleted", {"name": "Zürich weekend"})
                visited = [pair for pair in visited if pair[0] != "Zürich weekend"]
            if day in (27, 31):
                # At home, looking the vacation through and taking back what was a mistake.
                for pair in [pair for pair in visited if pair[0] == "Japan"][:4 if day == 27 else 2]:
                    month.add("photo.viewed", {"photo": photo(pair[1])})
                    visited.remove(pair)
                    month.add("photo.unvisited", {"vacation": pair[0], "photo": photo(pair[1])["id"]}, 6)


def main():
    month = Month()
    live(month)
    with open("one-month.ndjson", "w", encoding="utf-8", newline="\n") as handle:
        for line in month.lines:
            handle.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
