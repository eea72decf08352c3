"""What names people goes, what only looks like it stays: addresses, trailers, home folders."""

from __future__ import annotations

import pytest

from gitexp.steps.redact import redacted

ROOT = "/" + "root"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Signed-off-by: Jane Roe <jane@firm.io>", "Signed-off-by: [person-1]"),
        ("co-authored-by: jane roe <12+jane@users.noreply.github.com>", "co-authored-by: [person-1]"),
        ("> Reviewed-by: Jane Roe", "> Reviewed-by: [person-1]"),
        ("+Acked-by: José Núñez <jose@firma.es>", "+Acked-by: [person-1]"),
        ("Tested-by: 王小明 <xm@firm.cn>", "Tested-by: [person-1]"),
        ("Reported-and-tested-by: Jane Roe <j@firm.io> # v2", "Reported-and-tested-by: [person-1] # v2"),
        (
            '"fix\\n\\nSigned-off-by: Jane Roe <jane@firm.io>\\nCo-Authored-By: Ann Poe <ann@firm.io>"',
            '"fix\\n\\nSigned-off-by: [person-1]\\nCo-Authored-By: [person-2]"',
        ),
        ("Author: jane roe <jane@firm.io>", "Author: [person-1]"),
        ("by Jane van der Roe <jane@firm.io>, 2024", "by [person-1], 2024"),
        (
            "Acked-by: Jane Roe <jane@firm.io>\nTested-by: jane roe <Jane@firm.io>",
            "Acked-by: [person-1]\nTested-by: [person-1]",
        ),
    ],
)
def test_a_real_name_goes_and_the_key_of_its_trailer_stays(text: str, expected: str) -> None:
    assert expected == redacted(text)


@pytest.mark.parametrize(
    "text",
    [
        "Reviewed-by: @jane",
        "Co-Authored-By: Claude <noreply@anthropic.com>",
        "Co-authored-by: dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>",
        "Signed-off-by: Your Name <you@example.com>",
        "Fixed-by: #123",
        "X-Powered-By: Express",
        "Sort-by: Name Asc",
        "Signed-off-by: [person-1]",
    ],
)
def test_a_trailer_that_names_no_person_stays(text: str) -> None:
    assert text == redacted(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mail jane.roe+git@mail.firm.co.uk, please", "mail [email-1], please"),
        ("请联系jane@firm.com谢谢", "请联系[email-1]谢谢"),
        ("JANE@FIRM.COM", "[email-1]"),
        ("<jane@firm.engineering>", "<[email-1]>"),
        ("user=jane%40firm.io&x=1", "user=[email-1]&x=1"),
        ("jane (at) firm (dot) com", "[email-1]"),
        ('{"email":"jane@163.com"}', '{"email":"[email-1]"}'),
        ("log\\njane@firm.io", "log\\n[email-1]"),
        ("jane@firm.io, ann@firm.io, Jane@firm.io", "[email-1], [email-2], [email-1]"),
    ],
)
def test_an_email_address_goes(text: str, expected: str) -> None:
    assert expected == redacted(text)


@pytest.mark.parametrize(
    "text",
    [
        "user@example.com a@sub.example.org me@app.test x@host.invalid root@localhost",
        "noreply@github.com 12+jane@users.noreply.github.com",
        "git@github.com:org/repo.git git@gitlab.firm.io:team/repo ssh://git@github.com/org/repo",
        "https://jane@bitbucket.org/team/repo",
        "@scope/pkg@1.2.3 pkg@1.2.3-rc.com lodash@4.17.21 @types/node@20.x",
        "@property @pytest.mark.parametrize @Override @media",
        "com.google.guava:guava:31.1-jre@jar",
        "icon@2x.png getty@tty1.service image@sha256:abc actions/checkout@v4",
        "this@MainActivity.context return@launch.x q@k.transpose(1) a@b.to(device) h@self.weight",
        "chacha20-poly1305@openssh.com curve25519-sha256@libssh.org",
        "$user@host.com ${USER}@host.com {user}@host.com",
        "user@domain.com you@company.com",
    ],
)
def test_what_only_looks_like_an_email_address_stays(text: str) -> None:
    assert text == redacted(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/home/jane/app/x.py:3, /home/jane.", "~/app/x.py:3, ~."),
        ("/Users/Jane.Roe/x", "~/x"),
        ("C:\\Users\\jane\\x and C:\\Users\\Jane Roe\\Documents", "~\\x and ~\\Documents"),
        ('"C:\\\\Users\\\\jane\\\\x"', '"~\\\\x"'),
        ("C:/Users/jane/x /mnt/c/Users/jane/x /c/Users/jane", "~/x ~/x ~"),
        (f"{ROOT}/.ssh/id_rsa cd {ROOT}", "~/.ssh/id_rsa cd ~"),
        ("file:///home/jane/x /var/home/jane/x", "file://~/x ~/x"),
        ('"\\/home\\/jane\\/x" p%3D%2Fhome%2Fjane%2Fx', '"~\\/x" p%3D~%2Fx'),
        ("在/home/jane/x里 -I/home/jane/include host:/home/jane/x", "在~/x里 -I~/include host:~/x"),
        ("projects/-Users-jane-dev-app/1.jsonl", "projects/~-dev-app/1.jsonl"),
    ],
)
def test_a_home_folder_becomes_a_tilde(text: str, expected: str) -> None:
    assert expected == redacted(text)


@pytest.mark.parametrize(
    "text",
    [
        "src/home/main.tsx ./home/x ../home/jane ~/home/x app/Users/list.php",
        "https://a.internal/home/index.html https://a.internal/Users/1 /api/Users/1 GET /users/jane",
        "/Users/Shared/x C:\\Users\\Public\\x C:\\Users\\%USERNAME%\\x /home/$USER/x /home/<you>/x /home",
        "${HOME}/home/x $(pwd)/home/x import x from '@/home/Foo'",
        "nav -home-page-title",
    ],
)
def test_what_is_no_persons_home_folder_stays(text: str) -> None:
    assert text == redacted(text)
