"""resource_leaks."""

from benchmarks.planning.seeds.variant import Variant

VARIANTS = (
    Variant("read at once", "unclosed_resource", "module", """
def ${word}_content(path):
    return open(path).read()
"""),
    Variant("file in a name", "unclosed_resource", "module", """
def ${word}_lines(path):
    file = open(path)
    lines = file.readlines()
    return lines
"""),
    Variant("handed to json", "unclosed_resource", "module", """
import json


def ${word}_settings(path):
    return json.load(open(path))
"""),
    Variant("socket", "unclosed_resource", "module", """
import socket


def ${word}_ping(host):
    s = socket.socket()
    s.connect((host, 80))
    s.sendall(b"ping")
"""),
    Variant("database", "unclosed_resource", "module", """
import sqlite3


def ${word}_rows(path):
    db = sqlite3.connect(path)
    return db.execute("select 1").fetchall()
"""),
    Variant("process", "unclosed_resource", "module", """
import subprocess


def ${word}_start(command):
    process = subprocess.Popen(command)
    return process.pid
"""),
    Variant("path opened", "unclosed_resource", "module", """
from pathlib import Path


def ${word}_note(folder, text):
    Path(folder, "note.txt").open("w").write(text)
"""),
    Variant("descriptor", "unclosed_resource", "module", """
import os


def ${word}_head(path):
    fd = os.open(path, os.O_RDONLY)
    return os.read(fd, 10)
"""),
    Variant("listener", "listener_not_removed", "module", """
def ${word}_watch(bus, handler):
    bus.add_listener(handler)
"""),
    Variant("subscription", "subscription_not_ended", "module", """
def ${word}_follow(topic, handler):
    topic.subscribe(handler)
"""),
    Variant("by an imported name", "unclosed_resource", "module", """
from sqlite3 import connect


def ${word}_names(path):
    connection = connect(path)
    cursor = connection.cursor()
    cursor.execute("select name from t")
    return cursor.fetchall()
"""),
    Variant("closed in one branch", "unclosed_resource", "module", """
def ${word}_first(path, keep):
    file = open(path)
    line = file.readline()
    if not keep:
        file.close()
    return line
"""),
    Variant("in a comprehension", "unclosed_resource", "module", """
def ${word}_texts(paths):
    return [open(path).read() for path in paths]
""", True),
    Variant("archive", "unclosed_resource", "module", """
import zipfile


def ${word}_members(path):
    return zipfile.ZipFile(path).namelist()
""", True),
    Variant("in a loop", "unclosed_resource", "module", """
def ${word}_sizes(paths):
    total = 0
    for path in paths:
        handle = open(path, "rb")
        total += len(handle.read())
    return total
""", True),
    Variant("pool of threads", "unclosed_resource", "module", """
from concurrent.futures import ThreadPoolExecutor


def ${word}_all_at_once(jobs):
    pool = ThreadPoolExecutor(4)
    return [pool.submit(job) for job in jobs]
""", True),
    Variant("address opened", "unclosed_resource", "module", """
from urllib import request


def ${word}_page(address):
    return request.urlopen(address).read()
""", True),
    Variant("event handler", "listener_not_removed", "module", """
class ${Word}Panel:
    def show(self, window, draw):
        window.addEventListener("resize", draw)
""", True),
    Variant("fine: with", "", "module", """
import socket
import sqlite3
from contextlib import closing


def ${word}_copied(path, host):
    with open(path) as file, closing(sqlite3.connect(path)) as db:
        db.execute(file.read())
    with socket.create_connection((host, 1)) as s:
        s.sendall(b"x")
"""),
    Variant("fine: closed at the end", "", "module", """
def ${word}_closed(path):
    file = open(path)
    try:
        return file.read()
    finally:
        file.close()
"""),
    Variant("fine: handed on", "", "module", """
import subprocess


def ${word}_opened(path):
    file = open(path)
    return file


def ${word}_ran(command):
    process = subprocess.Popen(command)
    process.communicate()
    return process.returncode
"""),
    Variant("fine: kept by an object", "", "module", """
class ${Word}Reader:
    def __init__(self, path):
        self._file = open(path)

    def close(self):
        self._file.close()
"""),
    Variant("fine: removed again", "", "module", """
def ${word}_listening(bus, handler):
    bus.add_listener(handler)
    try:
        bus.run()
    finally:
        bus.remove_listener(handler)
""", True),
    Variant("fine: stack", "", "module", """
from contextlib import ExitStack


def ${word}_merged(paths):
    with ExitStack() as stack:
        files = [stack.enter_context(open(path)) for path in paths]
        return [file.read() for file in files]
""", True),
)  # fmt: skip
