#!/usr/bin/env python3
"""Writes the two small datasets that ship with cgsd: people/ and trade/, three CSV files each. All names are invented.

Usage: make.py [DIRECTORY]    default: the directory of this script

people  65 people of one company. They work in departments, but with each other in five projects that cross these, which is
        what ties and skills show. ties.csv: the weight is hours a week; people.csv: department, age (some unknown), skills; projects.csv.
trade   72 firms that deal in coffee: farms, exporters and roasters. They deal with firms that do something else, mostly in their
        own valley; what a firm says of itself tells its role, dimly. ties.csv; firms.csv: staff, about; roles.csv.

Random.random() is the only source of chance, since Python promises that it never changes.
"""
import csv
import pathlib
import random
import sys

PEOPLE = """Ada Lindqvist, Ahmed Farouki, Aino Salmela, Alba Ferreira, Amara Diallo, Anton Weiss, Aoife Brennan, Arjun Mehra, Astrid Holm,
Beatriz Nunes, Ben Okafor, Bruno Castell, Camille Perrin, Carla Bianchi, Chen Yufei, Clara Neumann, Dalia Haddad, Daniel Sorensen,
Diego Marin, Dina Petrova, Elif Aksoy, Emil Novak, Esther Mensah, Fatima Zahra, Felix Brandt, Freya Nilsen, Gita Raman, Goran Ilic,
Hana Suzuki, Hugo Lefevre, Ines Carvalho, Ivo Horvat, Jana Kralova, Jonas Albrecht, Joy Adeyemi, Kai Tanaka, Katya Orlova, Kofi Asante,
Lars Dahl, Leila Rahimi, Lena Vogt, Luca Moretti, Maja Kowal, Marco Vidal, Mei Lin, Mila Jovic, Nadia Benali, Nils Berg, Noor Aziz,
Olga Morozova, Omar Khalil, Paula Ramos, Petra Svoboda, Ravi Nair, Rosa Delgado, Samir Toma, Selma Kaya, Sofia Greco, Sven Olsen,
Tara Quinn, Theo Martin, Uma Pillai, Viktor Lang, Yara Costa, Zoe Winter"""
PROJECTS = {
    "river": ["hydrology", "sensors", "batteries", "radio", "maps", "field work"],
    "clinic": ["patient records", "privacy", "triage", "medical devices", "audits", "nursing"],
    "shop": ["checkout", "product photos", "search", "returns", "advertising", "reviews"],
    "harbour": ["routing", "customs", "containers", "forecasting", "cranes", "insurance"],
    "school": ["lesson plans", "games", "accessibility", "speech", "exams", "animation"],
}
DEPARTMENTS = {
    "engineering": ["Python", "databases", "electronics", "testing", "C++"],
    "design": ["sketching", "typography", "prototypes", "interviews", "video"],
    "sales": ["negotiation", "presentations", "contracts", "Spanish", "trade fairs"],
    "finance": ["budgets", "accounting", "spreadsheets", "tax law", "payroll"],
    "support": ["manuals", "training", "troubleshooting", "French", "phone calls"],
}
HOBBIES = ["first aid", "chess", "photography", "cooking", "gardening", "choir", "sailing", "climbing"]


class Dice(random.Random):
    def pick(self, items):
        return items[int(self.random() * len(items))]

    def some(self, items, count):
        left = list(items)
        return [left.pop(int(self.random() * len(left))) for _ in range(count)]

    def between(self, least, most):
        return least + int(self.random() * (most - least + 1))


def write(file, heading, rows):
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows([heading, *rows])


def people(directory):
    dice = Dice(2)
    names = [name.strip() for name in PEOPLE.replace("\n", " ").split(",")]
    order = dice.some(names, len(names))  # so that neither letter nor row tells the project
    projects, departments = list(PROJECTS), list(DEPARTMENTS)
    project = {name: projects[i % 5] for i, name in enumerate(order)}
    department = {name: departments[i // 5 % 5] for i, name in enumerate(order)}  # each project has people of every department

    second = {order[i]: projects[(i + 1) % 5] for i in (3, 24, 45)}  # these three help in another project too

    def skills(name):
        own = dice.some(PROJECTS[project[name]], 3) + dice.some(DEPARTMENTS[department[name]], 1) + [dice.pick(HOBBIES)]
        return "; ".join(dice.some(own, len(own)))

    def hours(a, b):
        """Hours a week that two people spend together; 0: none."""
        if project[a] == project[b]:
            return dice.between(3, 12) if dice.random() < 0.4 else 0
        if second.get(a) == project[b] or second.get(b) == project[a]:
            return dice.between(2, 8) if dice.random() < 0.35 else 0
        if department[a] == department[b]:
            return dice.between(1, 4) if dice.random() < 0.12 else 0
        return dice.between(1, 2) if dice.random() < 0.03 else 0

    table = [[name, department[name], "" if dice.random() < 0.15 else dice.between(22, 63), skills(name)] for name in names]
    ties = [[a, b, h] for i, a in enumerate(names) for b in names[i + 1:] if (h := hours(a, b))]
    write(directory / "ties.csv", ["from", "to", "weight"], ties)
    write(directory / "people.csv", ["name", "department", "age", "skills"], table)
    write(directory / "projects.csv", ["name", "project"], [[name, project[name]] for name in names])


ROLES = {  # role: (firms, how their names are made, words, staff from and to)
    "farm": (24, ["{} Farm", "{} Estate", "Finca {}"], ["shade", "harvest", "soil", "trees", "cherries", "water"], (6, 30)),
    "exporter": (21, ["{} Exports", "{} Trading", "{} & Sons"], ["shipping", "grading", "contracts", "warehouse", "samples", "port"], (12, 48)),
    "roaster": (27, ["{} Roasters", "{} Roastery", "Café {}"], ["roasting", "blends", "tasting", "drums", "bags", "espresso"], (3, 20)),
}
COMMON = ["organic", "family", "fair", "quality", "arabica", "fresh", "tradition", "local", "sustainable", "small", "passion", "direct"]
FIRMS = """Amapola, Arroyo, Aurora, Azahar, Bellota, Blue Heron, Bramble, Brava, Calandria, Canela, Cascada, Ceiba, Cielo, Clover, Colibri,
Copper, Coral, Dahlia, Drift, Ebony, Ember, Encina, Estrella, Falcon, Fern, Fiora, Garza, Ginger, Granite, Hazel, Hibisco, Indigo,
Iris, Jacaranda, Jasmin, Juniper, Kestrel, Lagarto, Larch, Laurel, Lavanda, Linden, Lucero, Luna, Magnolia, Mango, Marigold, Meadow,
Mirlo, Mosaic, Nogal, Nutmeg, Olive, Orchid, Palma, Paloma, Papaya, Pebble, Petrel, Plover, Quetzal, Raven, Rosal, Saffron, Sierra,
Sparrow, Tamarind, Thistle, Valeria, Verbena, Willow, Zafiro"""
VALLEYS = 4


def trade(directory):
    dice = Dice(1)
    words = [name.strip() for name in FIRMS.replace("\n", " ").split(",")]
    words = dice.some(words, len(words))
    role_of = [role for role, (count, *_) in ROLES.items() for _ in range(count)]
    firms = sorted((dice.pick(ROLES[role][1]).format(word), role, i % VALLEYS) for i, (word, role) in enumerate(zip(words, role_of)))

    def about(role):
        said = dice.some(ROLES[role][2], 3) + [dice.pick(ROLES[dice.pick(list(ROLES))][2])] + dice.some(COMMON, 3)
        said = list(dict.fromkeys(said))
        return " ".join(dice.some(said, len(said)))

    def deal(a, b):
        chance = 0.01 if a[1] == b[1] else 0.4
        return dice.random() < (chance if a[2] == b[2] else chance / 5)

    ties = [[a[0], b[0]] for i, a in enumerate(firms) for b in firms[i + 1:] if deal(a, b)]
    table = [[name, "" if dice.random() < 0.1 else dice.between(*ROLES[role][3]), about(role)] for name, role, _ in firms]
    write(directory / "ties.csv", ["from", "to"], ties)
    write(directory / "firms.csv", ["name", "staff", "about"], table)
    write(directory / "roles.csv", ["name", "role"], [[name, role] for name, role, _ in firms])


if __name__ == "__main__":
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
    people(root / "people")
    trade(root / "trade")
