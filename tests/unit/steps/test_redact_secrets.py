"""Single secrets and look-alikes: what exactly goes, and what stays around it."""

from __future__ import annotations

import base64

import pytest

from gitexp.steps.redact import redacted
from support.planted import ALNUM, CAPITALS, HEX, Maker

MAKE = Maker(11)
PASSWORD = MAKE.some(ALNUM, 14)
TOKEN = MAKE.some(ALNUM, 32)
AWS = MAKE.base64(30)
AWS_ID = "AKIA" + MAKE.some(CAPITALS, 16)
GITHUB = "ghp_" + MAKE.some(ALNUM, 36)
BASIC = base64.b64encode(f"admin:{PASSWORD}".encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"postgres://app:{PASSWORD}@db.internal:5432/x", "postgres://app:[secret-1]@db.internal:5432/x"),
        (f"redis://:{PASSWORD}@cache:6379/0", "redis://:[secret-1]@cache:6379/0"),
        (
            f"https://u:{PASSWORD}@a.internal/?mail=a@b.internal",
            "https://u:[secret-1]@a.internal/?mail=a@b.internal",
        ),
        (f"https://jane%40firm.io:{PASSWORD}@a.internal", "https://[email-1]:[secret-1]@a.internal"),
        (f"u=amqp%3A%2F%2Fu%3A{PASSWORD}%40h%2Fv", "u=amqp%3A%2F%2Fu%3A[secret-1]%40h%2Fv"),
        (f'"mysql:\\/\\/u:{PASSWORD}@h\\/db"', '"mysql:\\/\\/u:[secret-1]@h\\/db"'),
        (f"root:{PASSWORD}@tcp(127.0.0.1:3306)/app", "root:[secret-1]@tcp(127.0.0.1:3306)/app"),
        (f"https://{GITHUB}@github.com/a/b", "https://[secret-1]@github.com/a/b"),
    ],
)
def test_a_password_in_an_address_goes_and_scheme_and_host_stay(text: str, expected: str) -> None:
    assert expected == redacted(text)


@pytest.mark.parametrize(
    "text",
    [
        "postgres://user:" + "password@localhost:5432/db",
        "postgresql://postgres:" + "postgres@localhost/test",
        "https://user:" + "${PASS}@a.internal",
        "https://user:" + "<password>@a.internal",
        "https://abc:" + "xyz@example.com",
        "http://localhost:8080/path@foo",
        "https://a.internal/wiki/Foo:Bar@baz",
    ],
)
def test_an_address_with_a_stand_in_or_without_a_password_stays(text: str) -> None:
    assert text == redacted(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"Authorization: Basic {BASIC}", "Authorization: Basic [secret-1]"),
        (f"curl -H 'authorization: bearer {TOKEN}' h", "curl -H 'authorization: bearer [secret-1]' h"),
        (f'{{"Authorization": "Bearer {TOKEN}"}}', '{"Authorization": "Bearer [secret-1]"}'),
        (f"Authorization: token {TOKEN}", "Authorization: token [secret-1]"),
        (f"Basic {BASIC}", "Basic [secret-1]"),
        (f"curl -u admin:{PASSWORD} https://a.internal", "curl -u admin:[secret-1] https://a.internal"),
        (f"sshpass -p '{PASSWORD}' ssh h", "sshpass -p '[secret-1]' ssh h"),
    ],
)
def test_the_credentials_of_a_request_or_a_command_go(text: str, expected: str) -> None:
    assert expected == redacted(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{AWS_ID} / {AWS}", "[secret-1] / [secret-2]"),
        (
            f"Access key ID,Secret access key\n{AWS_ID},{AWS}",
            "Access key ID,Secret access key\n[secret-1],[secret-2]",
        ),
        (f"use {GITHUB[:24]}\n  {GITHUB[24:]}\nnow", "use [secret-1]\nnow"),
        (f'x = "{GITHUB[:24]}" +\n    "{GITHUB[24:]}"', 'x = "[secret-1]"'),
        (f"acme_live_{TOKEN}", "[secret-1]"),
        (f"令牌是{GITHUB}请勿外传", "令牌是[secret-1]请勿外传"),
    ],
)
def test_a_key_goes_with_all_that_belongs_to_it(text: str, expected: str) -> None:
    assert expected == redacted(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("password = 'Tr0ub4dor&3'", "password = '[secret-1]'"),
        ("DB_PASSWORD=falcon2024", "DB_PASSWORD=[secret-1]"),
        ("password: falcon2024", "password: [secret-1]"),
        ('password: "correct-horse-battery-staple"', 'password: "[secret-1]"'),
        ("密码是Falcon#2024，请保密", "密码是[secret-1]，请保密"),
        (f"keys = api_keys: ['{TOKEN}', '{TOKEN[::-1]}']", "keys = api_keys: ['[secret-1]', '[secret-2]']"),
        (f"token: {MAKE.some(HEX, 40)} # read only", "token: [secret-1] # read only"),
    ],
)
def test_a_named_secret_goes_and_its_name_stays(text: str, expected: str) -> None:
    assert expected == redacted(text)


@pytest.mark.parametrize(
    "text",
    [
        "sk_test_" + "4eC39HqLyjWDarjtT1zdp7dc",
        "AKIA" + "IOSFODNN7EXAMPLE",
        "ghp_" + "x" * 36,
        "sk-ant-api03-" + "your-key-here",
        "xoxb-" + "your-bot-token",
        "Authorization: Basic " + base64.b64encode(b"Aladdin:open sesame").decode(),
    ],
)
def test_a_key_that_everyone_knows_from_a_manual_stays(text: str) -> None:
    assert text == redacted(text)
