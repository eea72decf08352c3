"""Builds planted secrets and harmless lines that look like secrets, from parts and by fixed seeds.

Nothing here is a key: each is put together when the test runs, so that no scanner of this repository sees one.
"""

from __future__ import annotations

import base64
import json
import random
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import quote

ALNUM = string.ascii_letters + string.digits
CAPITALS = string.ascii_uppercase + string.digits
SMALL = string.ascii_lowercase + string.digits
HEX = "0123456789abcdef"
WORD = ALNUM + "-_"


@dataclass(frozen=True)
class Planted:
    """A text with a secret in it. `hidden` are the pieces of which no eight characters in a row may be left."""

    kind: str
    place: str
    text: str
    hidden: tuple[str, ...]


@dataclass(frozen=True)
class Secret:
    """What is put in: `before` gives it away and may stay or go, `body` must go."""

    before: str
    body: str


class Maker:
    """Makes random pieces, the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def some(self, alphabet: str, length: int) -> str:
        """Return random characters with a small and a capital letter and a digit among them, as real keys have."""
        piece = [self._random.choice(alphabet) for _ in range(length)]
        kinds = [
            kind
            for kind in (string.ascii_lowercase, string.digits, string.ascii_uppercase)
            if set(kind) & set(alphabet)
        ]
        for place, kind in zip(self._random.sample(range(length), len(kinds)), kinds, strict=True):
            piece[place] = self._random.choice(sorted(set(kind) & set(alphabet)))
        return "".join(piece)

    def base64(self, length: int) -> str:
        """Return so many random bytes in base64."""
        return base64.b64encode(self._random.randbytes(length)).decode()

    def url_safe(self, text: str) -> str:
        """Return the text in base64 as signed tokens write it."""
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    def lines(self, count: int) -> str:
        """Return lines of base64, as in a private key."""
        return (
            "\n".join(self.some(ALNUM + "+/", 64) for _ in range(count)) + "\n" + self.some(ALNUM, 30) + "=="
        )


KINDS: dict[str, Callable[[Maker], Secret]] = {
    "aws key id": lambda make: Secret("AKIA", make.some(string.ascii_uppercase + "234567", 16)),
    "aws secret key": lambda make: Secret("aws_secret_access_key=", make.base64(30)),
    "github token": lambda make: Secret("ghp_", make.some(ALNUM, 36)),
    "github fine-grained token": lambda make: Secret(
        "github_pat_", make.some(ALNUM, 22) + "_" + make.some(ALNUM, 59)
    ),
    "gitlab token": lambda make: Secret("glpat-", make.some(WORD, 20)),
    "slack token": lambda make: Secret("xoxb-", f"{make.some('0123456789', 12)}-{make.some(ALNUM, 24)}"),
    "slack webhook": lambda make: Secret(
        "https://hooks.slack.com/services/T",
        f"{make.some(CAPITALS, 8)}/B{make.some(CAPITALS, 8)}/{make.some(ALNUM, 24)}",
    ),
    "stripe key": lambda make: Secret("sk_live_", make.some(ALNUM, 24)),
    "openai key": lambda make: Secret("sk-proj-", make.some(WORD, 64)),
    "anthropic key": lambda make: Secret("sk-ant-api03-", make.some(WORD, 95)),
    "google key": lambda make: Secret("AIza", make.some(WORD, 35)),
    "npm token": lambda make: Secret("npm_", make.some(ALNUM, 36)),
    "pypi token": lambda make: Secret("pypi-AgEIcHlwaS5vcmc", make.some(WORD, 90)),
    "hugging face token": lambda make: Secret("hf_", make.some(string.ascii_letters, 34)),
    "sendgrid key": lambda make: Secret("SG.", f"{make.some(WORD, 22)}.{make.some(WORD, 43)}"),
    "telegram bot token": lambda make: Secret("", f"1{make.some('0123456789', 8)}:AA{make.some(WORD, 33)}"),
    "signed token": lambda make: Secret(
        "",
        ".".join(make.url_safe(json.dumps(part)) for part in ({"alg": "HS256"}, {"sub": make.some(HEX, 12)}))
        + "."
        + make.some(WORD, 43),
    ),
    "bearer header": lambda make: Secret("Authorization: Bearer ", make.some(ALNUM, 40)),
    "password in an address": lambda make: Secret(
        "postgres://app:", make.some(ALNUM, 14) + "@db.internal:5432/app"
    ),
    "named password": lambda make: Secret("password=", make.some(ALNUM, 6) + "!" + make.some(ALNUM, 7)),
}

PLACES: dict[str, Callable[[str], str]] = {
    "prose": lambda secret: f"I left {secret} in the log of the first run, please rotate it.",
    "diff": lambda secret: (
        f"@@ -1,2 +1,3 @@\n def connect():\n-    return None\n+    # {secret}\n+    return client()"
    ),
    "json": lambda secret: json.dumps({"step": "deploy", "log": f"exit 1\n{secret}\nretry", "code": 1}),
    "url": lambda secret: f"see https://ci.internal/run?id=7&log={secret}&page=2 for all of it",
}


def _hidden(secret: Secret) -> tuple[str, ...]:
    """Return the pieces that must go; of an address the host stays."""
    return (secret.body.partition("@")[0] if secret.before.startswith("postgres") else secret.body,)


def planted(seed: int = 1, each: int = 3) -> list[Planted]:
    """Return every kind in `each` of the four places, beginning with another place for each kind: 60 by default."""
    make = Maker(seed)
    places = list(PLACES)
    found = []
    for number, (kind, build) in enumerate(KINDS.items()):
        for place in (places[(number + step) % len(places)] for step in range(each)):
            secret = build(make)
            text = PLACES[place](secret.before + secret.body)
            found.append(Planted(kind, place, text, _hidden(secret)))
    return found


def private_keys(seed: int = 1) -> Iterator[Planted]:
    """Yield private keys in all the ways they are pasted, whole and cut off."""
    make = Maker(seed)
    for label in ("RSA ", "", "EC ", "OPENSSH ", "PGP "):
        block = " BLOCK" if label == "PGP " else ""
        begin, end = (f"-----{word} {label}PRIVATE " + f"KEY{block}-----" for word in ("BEGIN", "END"))
        body = make.lines(5)
        whole = f"{begin}\n{body}\n{end}"
        ways = {
            "whole": f"here:\n{whole}\nthanks",
            "without end": f"{begin}\n{body}",
            "without end, then prose": f"{begin}\n{body}\n\nSorry, the rest is cut off.",
            "without begin": f"{body}\n{end}\n",
            "added lines": "\n".join(f"+{line}" for line in whole.split("\n")),
            "removed lines, cut off": "\n".join(f"-{line}" for line in whole.split("\n")[:-2]),
            "quoted": "\n".join(f"> {line}" for line in whole.split("\n")),
            "json": json.dumps({"private_key": whole + "\n", "type": "service_account"}),
            "json in json": json.dumps(json.dumps({"private_key": whole})),
            "one line": whole.replace("\n", " "),
            "literal line ends": whole.replace("\n", "\\n"),
            "joined strings": " +\n".join(f'  "{line}\\n"' for line in whole.split("\n")),
            "yaml": "key: |\n" + "\n".join(f"  {line}" for line in whole.split("\n")),
            "percent-encoded": quote(whole),
            "line ends of Windows": whole.replace("\n", "\r\n"),
        }
        for way, text in ways.items():
            yield Planted(f"{label}private key", way, text, tuple(body.replace("==", "").split("\n")))


NAMED: tuple[str, ...] = (
    '{name} = "{value}"',
    "{name}='{value}'",
    '"{name}": "{value}",',
    '{{\\"{name}\\":\\"{value}\\"}}',
    "{name}: {value}",
    "{name}={value}",
    "export {name}={value}",
    "+  {name}: '{value}'",
    "-{name} := `{value}`",
    "const {name}: string = '{value}';",
    '<add key="{name}" value="{value}"/>',
    "<{name}>{value}</{name}>",
    '{{"name": "{name}", "value": "{value}"}}',
    '- name: {name}\n  value: "{value}"',
    "os.environ['{name}'] = '{value}'",
    'define("{name}", "{value}");',
    'const x = process.env.{name} || "{value}"',
    "https://h.internal/x?{name}={value}&page=2",
    "https%3A%2F%2Fh.internal%3F{name}%3D{value}%26page%3D2",
    "Server=h;{name}={value};Database=d",
    "tool --{name} {value} --verbose",
    "the {name} is {value}.",
    "**{name}**: `{value}`",
    "| {name} | {value} |",
    "{name}：{value}，请勿外传",
    "{name} =\n    '{value}'",
)
KEY_NAMES: tuple[str, ...] = (
    "api_key",
    "API_KEY",
    "clientSecret",
    "GITHUB_TOKEN",
    "accessToken",
    "secret-key",
    "AccountKey",
)
PASSWORD_NAMES: tuple[str, ...] = ("password", "DB_PASSWORD", "smtp_pass", "userPassword", "Pwd")


def named(seed: int = 1) -> Iterator[Planted]:
    """Yield secrets under the names people give them, in all the ways that a value is written after its name."""
    make = Maker(seed)
    for form in NAMED:
        for name in (*KEY_NAMES, *PASSWORD_NAMES):
            for value in (make.some(ALNUM, 32), make.some(HEX, 40), make.base64(24).rstrip("=")):
                yield Planted(name, form, form.format(name=name, value=value), (value,))


_HARMLESS = """
token = next(tokens)
token = self.lexer.peek2()
const token = process.env.GITHUB_TOKEN;
api_key = settings.OPENAI_API_KEY
api_key=config["api_key"]
if token == "identifier": return Token(TokenType.IDENT, value)
def login(username: str, password: str) -> Token:
password: Optional[str] = None
password = getpass.getpass("Password: ")
password = os.environ["DB_PASSWORD"]
token: ${{ secrets.PYPI_API_TOKEN }}
API_KEY=your-api-key-here
API_KEY="<your api key>"
OPENAI_API_KEY=sk-...
export ANTHROPIC_API_KEY="sk-ant-..."
password: changeme
password: "********"
POSTGRES_PASSWORD: example
MYSQL_ROOT_PASSWORD=root
redis://localhost:6379/0
http://localhost:8080/path@foo
https://wiki.internal/wiki/Foo:Bar@baz
ssh://git@github.com:22/org/repo.git
git@github.com:org/repo.git
npm install @scope/pkg@1.2.3
docker pull alpine@sha256:{sha256}
"integrity": "sha512-{sha512}"
--hash=sha256:{sha256}
index {short}..{short} 100644
Merge {sha} into {sha}
etag: W/"{sha}"
aws_access_key_id = {aws_id}
aws_secret_access_key = {aws_secret}
Authorization: Basic {aladdin}
Authorization: Bearer <token>
Authorization: Bearer $TOKEN
headers = {"Authorization": f"Bearer {token}"}
-H "Authorization: token $GITHUB_TOKEN"
'Authorization': 'Bearer ' + accessToken
Basic authentication is disabled by default
Bearer authentication uses opaque tokens
data:image/png;base64,{blob}
//# sourceMappingURL=data:application/json;base64,{json}
url(data:font/woff2;base64,{blob})
!function(e,t){"object"==typeof exports?t(exports):t((e=e||self).x={})}(this,function(e){var n=e.token,r=e.password;n&&r})
{radio:!0,checkbox:!0,file:!0,password:!0,image:!0})b.pseudos[e]=function(t){return"input"===t.name}
.btn-token{color:#a1b2c3;background:#fff}.password-input{border:1px solid #d0d7de}
color: #deadbe; --token-color-primary: #0d1117;
@media (max-width: 600px) { .secret { display: none } }
<input type="password" id="password-1" name="password" autocomplete="current-password" placeholder="Password" />
<label for="password1">Password</label>
data-testid="password-input-2"
await page.fill("input[name='password']", user.password)
test_token_refresh_2fa[param0-True]
tests/unit/test_auth.py::TestToken::test_refresh[expired-1] PASSED
@Value("${app.secret}")
@Secured({"ROLE_ADMIN", "ROLE_USER"})
@PreAuthorize("hasAuthority('SCOPE_token:read')")
private final PasswordEncoder passwordEncoder = new BCryptPasswordEncoder(12);
public static final String TOKEN_PREFIX = "Bearer ";
CancellationToken token = default
Version=4.0.0.0, Culture=neutral, PublicKeyToken={hex16}
max_tokens=4096, stop_tokens=["</s>"], pad_token_id=50256
tokenizer.pad_token = tokenizer.eos_token
"total_tokens": 1234
nextPageToken: "CAUQAA"
<meta name="csrf-token" content="<%= csrf_token %>">
secretName: my-app-tls-secret
secretKeyRef: {name: db-credentials, key: password}
kubectl create secret generic db-credentials --from-literal=password=$DB_PASSWORD
POSTGRES_PASSWORD_FILE=/run/secrets/postgres_password
docker login --username foo --password-stdin
echo "$PASSWORD" | sudo -S true
pwd = os.getcwd()
cd "$(pwd)"/build
pass: 12, fail: 0
PASS src/token.test.ts (5.123 s)
We never store the password in plain text.
the key is to use the right abstraction
The password must contain at least 8 characters, 1 digit and 1 symbol.
passwordRegex: /^(?=.*[a-z])(?=.*[A-Z])[a-zA-Z0-9]{8,}$/
token is base64-encoded
the token is signed with RS256 or ES256
password hashing uses pbkdf2_sha256 with 600000 iterations
api_key: str = Field(..., description="API key")
password: SecretStr = SecretStr("")
token: Annotated[str, Depends(oauth2_scheme)]
credentials: 'same-origin'
auth = HTTPBasicAuth(user, pw)
auth: { type: 'oauth2', flow: 'authorizationCode' }
"passwordPlaceholder": "Enter your password"
"error.password.too_short": "Password is too short (minimum is 8 characters)"
"password": "Mot de passe",
"secret": "string",
password: { type: String, required: true, minlength: 8 }
password VARCHAR(255) NOT NULL
SELECT password, salt FROM users WHERE id = $1
token_urlsafe(32)
const ACCESS_TOKEN = 'access_token'
localStorage.getItem('refreshToken')
Cookie: name=value; theme=dark
Set-Cookie: lang=en; Path=/; HttpOnly
req.headers.authorization?.split(' ')[1]
X-Api-Key: {{api_key}}
x-api-key: REPLACE_ME
usage: tool [--password PASSWORD] [--token TOKEN]
?access_token=ACCESS_TOKEN
?token=${token}&expires=3600
/reset-password?token=:token
GET /oauth/authorize?response_type=token&client_id=web-app-1
client_secret: str | None = None
sk-learn, sk-image and sk-video
disk-0a1b2c3d4e5f6a7b8
risk-assessment-framework-v2
hf_hub_download(repo_id="org/model", filename="model.safetensors")
npm_config_registry npm_lifecycle_event npm_package_version
the prefix xoxb- marks a bot token
AKIA is the prefix of long-lived access keys
-----BEGIN PUBLIC KEY-----
if (!key.startsWith("-----BEGIN {private}")) throw new Error("not a PEM key")
PEM_HEADER = "-----BEGIN {private}"
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{word43} user@host
SHA256:{word43}
Fingerprint: 43:51:43:a1:b5:fc:8b:b7:0a:3a:a9:b1:0f:66:73:a8
0x{sha}
arn:aws:secretsmanager:us-east-1:123456789012:secret:prod/db-AbCdEf
https://hooks.slack.com/services/T00000000/B00000000/{exes}
https://discord.com/api/webhooks/<id>/<token>
DefaultEndpointsProtocol=https;AccountName=devstoreaccount1;AccountKey=...
Server=localhost;Database=test;User Id=sa;Password=<password>;
jdbc:postgresql://localhost:5432/app?user=app&password=${DB_PASSWORD}
spring.datasource.password=${DB_PASSWORD:postgres}
a JWT starts with eyJ
user@example.com
noreply@github.com
@property
@functools.lru_cache(maxsize=128)
@types/node@20.11.5 @babel/core@^7.24.0 react@18.3.0-canary-a870b2d54-20240314
com.fasterxml.jackson.core:jackson-databind:2.17.0
implementation("org.springframework.boot:spring-boot-starter-security:3.2.4")
go.uber.org/zap v1.27.0 h1:{word43}=
v1.2.3-beta.4+build.567
2024-01-15T10:00:00Z 2024-01-15T10:00:00.123456+02:00
10.0.0.1:8080 192.168.1.1 ::1 fe80::1ff:fe23:4567:890a
s3://my-bucket/path/to/2024/01/part-00000-{uuid}.snappy.parquet
chunk-vendors.{short}.js main.{short}.css
k8s pod api-7d9f8b6c5d-x2k4q is CrashLoopBackOff
ORA-01017: invalid username/password; logon denied
WWW-Authenticate: Bearer realm="example", error="invalid_token"
Token(type='IDENT', value='x9Zk3Lm2Qp')
pub fn next_token(&mut self) -> Option<Token>
$password = $_POST['password'];
hash = bcrypt.hashpw(password.encode("utf-8"), bcrypt.gensalt(rounds=12))
passwd:x:1000:1000::/bin:/bin/sh
AWS_SECRET_ACCESS_KEY=${AWS_SECRET_ACCESS_KEY}
GOOGLE_APPLICATION_CREDENTIALS=/path/to/key.json
SECRET_KEY=not-so-secret
encryption_key = generate_key()
private_key_path: ./certs/server.key
VAPID_PUBLIC_KEY={word43}
primary_key=True, foreign_key="users.id"
cache_key = f"user:{user.id}:v2"
key: npm-cache-${{ hashFiles('**/package-lock.json') }}
idempotency_key = str(uuid.uuid4())
i18n key: auth.password.reset.step2
design tokens: --color-blue-500, spacing-4x, radius-2xl
密码：不能为空
密码长度为8到20个字符
令牌已过期，请重新登录
パスワードは8文字以上です
Das Passwort ist zu kurz
password: !vault |
MasterUserPassword: '{{resolve:secretsmanager:MyRDSSecret:SecretString:password}}'
variable "db_password" { type = string, sensitive = true }
token = data.aws_eks_cluster_auth.this.token
RUN --mount=type=secret,id=npm_token npm ci
this@MainActivity.context and q@k.transpose(1, 2)
chacha20-poly1305@openssh.com,hmac-sha2-256-etm@openssh.com
icon@2x.png getty@tty1.service actions/checkout@v4
src/home/main.tsx ../home/assets https://a.internal/home/index.html
GET /users/jane /api/Users/1 /Users/Shared/x
token=None
"""

_GENERATED = (
    "commit {sha}",
    "Reverts {short}, see also {short}",
    "id: {uuid}",
    "X-Request-Id: {uuid}",
    "md5: {md5}",
    "{sha256}  dist/app.tar.gz",
    "integrity sha512-{sha512}",
    '"contentHash": "{sha}"',
    "cache hit for {sha256}",
    "asset /static/{md5}.js",
    "trace {md5} span {hex16}",
    'checksum = "{sha256}"',
)


def harmless(seed: int = 1) -> list[str]:
    """Return 300 lines that hold no secret and look as if they did."""
    make = Maker(seed)
    lines = [_filled(line, make) for line in _HARMLESS.strip().split("\n")]
    number = 0
    while len(lines) < 300:
        lines.append(_filled(_GENERATED[number % len(_GENERATED)], make))
        number += 1
    return lines


def _filled(line: str, make: Maker) -> str:
    """Return the line with hashes and the like put in; each is made anew."""
    fillings: dict[str, Callable[[], str]] = {
        "{sha}": lambda: make.some(HEX, 40),
        "{short}": lambda: make.some(HEX, 8),
        "{hex16}": lambda: make.some(HEX, 16),
        "{md5}": lambda: make.some(HEX, 32),
        "{sha256}": lambda: make.some(HEX, 64),
        "{sha512}": lambda: make.base64(64),
        "{uuid}": lambda: "-".join(make.some(HEX, length) for length in (8, 4, 4, 4, 12)),
        "{word43}": lambda: make.some(WORD, 43),
        "{blob}": lambda: make.base64(300),
        "{json}": lambda: make.url_safe('{"version":3,"sources":["a.js"]}'),
        "{aws_id}": lambda: "AKIA" + "IOSFODNN7EXAMPLE",
        "{aws_secret}": lambda: "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY",
        "{aladdin}": lambda: base64.b64encode(b"Aladdin:open sesame").decode(),
        "{private}": lambda: "RSA PRIVATE " + "KEY-----",
        "{exes}": lambda: "X" * 24,
    }
    for sign, fill in fillings.items():
        while sign in line:
            line = line.replace(sign, fill(), 1)
    return line
