"""security_issues."""

from benchmarks.planning.seeds.variant import Variant

VARIANTS = (
    Variant("key in a constant", "hardcoded_secret", "module", '${word}_API_KEY = "$key"\n'),
    Variant("password in a constant", "hardcoded_secret", "module", 'DB_PASSWORD = "$phrase"\n'),
    Variant("login in an address", "hardcoded_secret", "module",
            '${word}_URL = "postgresql://admin:$phrase@db.internal:5432/main"\n'),
    Variant("password printed", "sensitive_output", "module", """
def ${word}_login(user, password):
    print("login", user, password)
"""),
    Variant("token logged", "sensitive_output", "module", """
import logging

log = logging.getLogger(__name__)


def ${word}_refresh(access_token):
    log.info(f"refreshing with {access_token}")
"""),
    Variant("eval", "code_from_input", "module", """
def ${word}_evaluated(text):
    return eval(text)
"""),
    Variant("shell", "code_from_input", "module", """
import subprocess


def ${word}_listed(name):
    subprocess.run(f"ls {name}", shell=True)
"""),
    Variant("system", "code_from_input", "module", """
import os
import sys


def ${word}_removed():
    os.system("rm " + sys.argv[1])
"""),
    Variant("by an imported name", "code_from_input", "module", """
from os import system


def ${word}_called(command):
    system(command)
"""),
    Variant("shell by alias", "code_from_input", "module", """
import subprocess as sp


def ${word}_found(pattern):
    return sp.check_output("grep " + pattern + " log.txt", shell=True)
"""),
    Variant("secret written", "sensitive_output", "module", """
import sys


def ${word}_told(api_key):
    sys.stderr.write(f"using {api_key}")
"""),
    Variant("default password", "hardcoded_secret", "module", """
def ${word}_connect(host, password="$phrase"):
    return host, password
"""),
    Variant("secret in a dict", "hardcoded_secret", "module", """
${word}_SETTINGS = {
    "host": "db",
    "secret_key": "$key",
}
""", True),
    Variant("bearer", "hardcoded_secret", "module",
            '${word}_HEADERS = {"Authorization": "Bearer $key"}\n', True),
    Variant("exec of a request", "code_from_input", "module", """
def ${word}_handler(request):
    code = request.args["code"]
    exec(code)
""", True),
    Variant("popen", "code_from_input", "module", """
import os


def ${word}_output(command):
    return os.popen(command).read().strip()
""", True),
    Variant("attribute logged", "sensitive_output", "module", """
import logging


def ${word}_failed(user):
    logging.error("login failed for %s with %s", user.name, user.password)
""", True),
    Variant("shell of input", "code_from_input", "module", """
import subprocess


def ${word}_asked():
    answer = input("command: ")
    subprocess.call(answer, shell=True)
""", True),
    Variant("fine: from the environment", "", "module", """
import os

${word}_API_KEY = os.environ.get("API_KEY", "")
${word}_PASSWORD_FIELD = "password"
"""),
    Variant("fine: count of tokens", "", "module", """
def ${word}_counted(tokens, token_count):
    print("tokens:", len(tokens), token_count)
"""),
    Variant("fine: literal", "", "module", """
import ast


def ${word}_read(text):
    return ast.literal_eval(text)
"""),
    Variant("fine: no shell", "", "module", """
import subprocess


def ${word}_ran(name):
    subprocess.run(["ls", name], check=True)
    subprocess.run("date", shell=True)
"""),
    Variant("fine: hash and words", "", "module", """
${word}_DIGEST = "9e107d9d372bb6826bd81d3542a419d6"
${word}_ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"
""", True),
    Variant("fine: asks for a password", "", "module", """
def ${word}_prompt(ask):
    password = ask("Password: ")
    print("password accepted")
    return password
""", True),
)  # fmt: skip
