"""The shapes of secrets, as data: how keys begin and go on, which names hold one, what is only a stand-in.

The shapes are those the vendors document. A new kind of key is one more line here and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ALNUM = "[A-Za-z0-9]"
WORD = "[A-Za-z0-9_-]"
HEX = "[0-9a-fA-F]"
BASE64 = "[A-Za-z0-9+/=_-]"


@dataclass(frozen=True)
class Shape:
    """A key known by its beginning: `starts`, parted by blanks; `body` is a pattern for what follows.

    Repeats in a body are possessive, so that no text takes long. `random` asks that the body looks random,
    for beginnings that occur in ordinary words too.
    """

    starts: str
    body: str
    random: bool = False


SHAPES: tuple[Shape, ...] = (
    # Clouds
    Shape("AKIA ASIA ABIA ACCA", f"[A-Z0-9]{{16,20}}+(?!{ALNUM})"),
    Shape("ABSK bedrock-api-key-", f"{BASE64}{{40,}}+", random=True),
    Shape("IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz", f"{BASE64}{{40,}}+"),
    Shape("AIza", f"{WORD}{{30,}}+"),
    Shape("GOCSPX-", f"{WORD}{{16,}}+"),
    Shape("ya29. 1//0", f"{WORD}{{20,}}+"),
    Shape("dop_v1_ doo_v1_ dor_v1_", f"{HEX}{{32,}}+"),
    Shape("LTAI AKID", f"{ALNUM}{{16,}}+", random=True),
    Shape("HRKU-", f"{WORD}{{24,}}+"),
    # Code hosts and registries
    Shape("ghp_ gho_ ghu_ ghs_ ghr_", "[A-Za-z0-9]{14,}+[A-Za-z0-9_]*+"),
    Shape("github_pat_", "[A-Za-z0-9_]{20,}+"),
    Shape("glpat- gldt- glrt- glcbt- glptt- glft- gloas- glsoat-", "[A-Za-z0-9_.-]{14,}+"),
    Shape("glimt- glagent- glffct- glrtr- GR1348941", f"{WORD}{{14,}}+"),
    Shape("_gitlab_session=", f"{HEX}{{32,}}+"),
    Shape("ATATT3x ATCTT3x ATBB BBDC-", f"{BASE64}{{20,}}+", random=True),
    Shape("npm_", f"{ALNUM}{{24,}}+"),
    Shape("pypi-AgE", f"{WORD}{{16,}}+"),
    Shape("rubygems_ CLOJARS_ dckr_pat_ dckr_oat_", f"{WORD}{{20,}}+"),
    Shape("oy2", "[a-z0-9]{43}+(?![A-Za-z0-9])"),
    Shape("cio", f"{ALNUM}{{32}}+(?!{ALNUM})", random=True),
    Shape("AKCp cmVmdGtu", f"{ALNUM}{{40,}}+"),
    # Chat, mail, telephone
    Shape(
        "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxe. xoxc- xoxd-",
        "(?:[0-9]{6}|[A-Za-z0-9.%-]{14})[A-Za-z0-9.%-]{6,}+",
    ),
    Shape("xapp-", f"{WORD}{{16,}}+"),
    Shape("SG.", f"{WORD}{{16,}}+(?:\\.{WORD}{{16,}}+)?", random=True),
    Shape("SK AC", f"{HEX}{{32}}+(?!{ALNUM})"),
    Shape("xkeysib- xsmtpsib-", f"{WORD}{{32,}}+"),
    Shape("key-", f"(?<![A-Za-z0-9]-key-){HEX}{{32}}+(?!{ALNUM})"),
    # Payment and shops
    Shape("sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", f"{ALNUM}{{10,}}+"),
    Shape("whsec_", "[A-Za-z0-9+/=]{16,}+"),
    Shape("sq0atp- sq0csp-", f"{WORD}{{18,}}+"),
    Shape("EAAAE EAAAl", f"(?<![+/].{{5}}){WORD}{{50,64}}+(?![A-Za-z0-9+/])"),
    Shape("shpat_ shpca_ shppa_ shpss_ shptka_", f"{HEX}{{24,}}+"),
    Shape("FLWSECK- FLWSECK_TEST- access_token$production$ access_token$sandbox$", "[A-Za-z0-9$-]{12,}+"),
    Shape("EZAK EZTK EAAC EAAM EAAG", f"(?<![+/].{{4}}){ALNUM}{{54,}}+(?![+/])"),
    # Language models
    Shape("sk-ant- sk-proj- sk-svcacct- sk-admin- sk-or-v1- sk-lf-", f"{WORD}{{16,}}+"),
    Shape("sk-", f"{WORD}{{20,}}+", random=True),
    Shape("hf_ api_org_", f"{ALNUM}{{24,}}+"),
    Shape("gsk_ xai- pplx-", f"{ALNUM}{{40,}}+"),
    Shape("r8_ fw_ nvapi- tvly- lsv2_pt_ lsv2_sk_", f"{WORD}{{20,}}+", random=True),
    # Other services
    Shape("dp.pt. dp.st. dp.ct. dp.sa.", "[A-Za-z0-9._-]{30,}+"),
    Shape("dapi", f"{HEX}{{32}}+(?:-[0-9])?"),
    Shape("hvs. hvb. hvr.", f"{WORD}{{20,}}+"),
    Shape("glsa_ glc_ sntrys_ sntryu_ sbp_ pul- ntn_ figd_", f"{BASE64}{{20,}}+", random=True),
    Shape("lin_api_ PMAK- NRAK- pscale_tkn_ pscale_pw_ pscale_oauth_", f"{WORD}{{24,}}+"),
    Shape("shippo_live_ secret_ duffel_live_ CFPAT-", f"{WORD}{{30,}}+", random=True),
    Shape("ops_eyJ dt0c01. fo1_ fm2_", "[A-Za-z0-9+/=_.-]{30,}+"),
    Shape(
        "sgp_ bkua_ CCIPAT_ tfp_ nfp_ rnd_ re_ pcsk_ tskey- phx_ pnu_ rdme_ sb_secret_ sm_pat_",
        f"{WORD}{{18,}}+",
        random=True,
    ),
    Shape("pat", f"{ALNUM}{{14}}\\.{HEX}{{64}}"),
    Shape("sl.", f"{WORD}{{100,}}+"),
    Shape("sdk- api- mob-", f"{HEX}{{8}}-(?:{HEX}{{4}}-){{3}}{HEX}{{12}}"),
    Shape("AGE-SECRET-KEY-1", "[A-Z0-9]{40,}+"),
    Shape("sha256~ v1.0-", f"{WORD}{{43,}}+", random=True),
    # Signed tokens: a head that says how it is signed, or anything of two parts and more
    Shape("eyJhbGci eyJ0eXAi eyJraWQi", f"{WORD}*+\\.[A-Za-z0-9_.-]{{10,}}+"),
    Shape("eyJ", f"{WORD}{{10,}}+(?:(?:\\.|%2E){WORD}{{10,}}+){{1,4}}(?:\\.{WORD}{{4,}}+)?"),
)


@dataclass(frozen=True)
class Middle:
    """A key known by a sign in its middle: what stands `before` the sign and `after` it, as patterns."""

    sign: str
    before: str
    after: str


MIDDLES: tuple[Middle, ...] = (
    Middle(":", "(?<![0-9])[0-9]{8,10}", f"{WORD}{{34,36}}+(?!{WORD})"),  # Telegram
    Middle(":APA91b", f"{WORD}{{7,11}}", f"{WORD}{{100,}}+"),  # Firebase
    Middle("Q~", "[A-Za-z0-9_~.-]{3}[0-9]", "[A-Za-z0-9_~.-]{31,34}"),  # Azure AD
    Middle(".", f"[MNO]{WORD}{{22,28}}", f"{WORD}{{6,7}}\\.{WORD}{{27,40}}+(?!{WORD})"),  # Discord
    Middle("-us", "(?<![0-9a-f])[0-9a-f]{32}", f"[0-9]{{1,2}}(?!{ALNUM})"),  # Mailchimp
    Middle(".atlasv1.", "[A-Za-z0-9]{14}", "[A-Za-z0-9_=-]{60,}+"),  # Terraform
    # Any other vendor's: acme_live_…
    Middle("_", "[a-z]{2,12}", f"(?:live|prod|secret|sk|pat|key|token|api)_{ALNUM}{{20,}}+"),
)

WEBHOOKS: tuple[tuple[str, str], ...] = (
    ("hooks.slack.com", "(?:services|workflows|triggers)/"),
    ("hooks.slack-gov.com", "(?:services|workflows|triggers)/"),
    ("services", "(?=T[A-Z0-9]{7,12}/B)"),
    ("discord.com", "api/(?:v[0-9]{1,2}/)?webhooks/"),
    ("discordapp.com", "api/(?:v[0-9]{1,2}/)?webhooks/"),
    (".webhook.office.com", "webhookb2/"),
    ("outlook.office.com", "webhook/"),
    ("hooks.zapier.com", "hooks/catch/"),
    ("maker.ifttt.com", "(?:use/|trigger/[A-Za-z0-9_-]{1,64}/with/key/)"),
    ("open.feishu.cn", "open-apis/bot/(?:v2/)?hook/"),
    ("open.larksuite.com", "open-apis/bot/(?:v2/)?hook/"),
    ("qyapi.weixin.qq.com", r"cgi-bin/webhook/send\?key="),
)
"""Addresses whose path is the secret: whoever knows it may post. Host, and what stands before the secret part."""

NameKind = Literal["password", "key"]


@dataclass(frozen=True)
class Name:
    """A word that a secret is kept under: `core` in small letters, and a pattern for the `rest` of it.

    A `password` may be any word with a digit or a sign in it; a `key` must look random. A pattern in `after`
    must stand before the core, one in `not_after` must not. A `short` core is found inside longer words
    (bypass, author), so no letter may stand before it.
    """

    core: str
    kind: NameKind
    rest: str = ""
    after: str = ""
    not_after: str = ""
    short: bool = False


_OWNERS = (
    "api|access|private|secret|encryption|encrypt|signing|sign|master|account|shared|auth|service|consumer|license|app|"
    "application|webhook|storage|subscription|session|client|server|admin|root|deploy|host|function|hmac|jwt|aes|crypto|"
    "cipher|django|flask|rails|stripe|openai|anthropic|azure|aws|google|cloud|algolia|sendgrid"
)
_ORDINARY = (
    "public|next|prev|previous|page|paging|pagination|continuation|continue|starting|cancel|cancellation|pad|eos|bos|sep|"
    "cls|mask|unk|special|stop|max|min|num|numeric|sync|design|position|sort|partition|hash|placeholder|request|"
    "idempotency|lock|change|creation|client"
)
"""Words before `token` that make it no secret: `next_token`, `pad_token`, .NET's `PublicKeyToken`."""

NAMES: tuple[Name, ...] = (
    Name("passw", "password", rest="(?:or)?d"),
    Name("passphrase", "password"),
    Name("passcode", "password"),
    Name("passwort", "password"),
    Name("kennwort", "password"),
    Name("contrase", "password", rest="(?:ñ|n|%c3%b1)a"),
    Name("mot de passe", "password"),
    Name("пароль", "password"),
    Name("senha", "password", short=True),
    Name("密码", "password"),
    Name("密碼", "password"),
    Name("口令", "password"),
    Name("パスワード", "password"),
    Name("비밀번호", "password"),
    Name("pass", "password", short=True),
    Name("pwd", "password", short=True),
    Name("pw", "password", short=True),
    Name("secret", "key", rest="(?:[ _-]?(?:access[ _-]?)?key(?:[ _-]?base)?|[ _-]?access)?"),
    Name("token", "key", rest="(?:[ _-]?(?:secret|key))?", not_after=_ORDINARY),
    Name("key", "key", after=f"(?:{_OWNERS})[ _.-]?"),
    Name("credential", "key"),
    Name("auth", "key", rest="(?:orization)?", short=True),
    Name("cookie", "key", short=True),
    Name("jwt", "key", short=True),
    Name("bearer", "key", short=True),
    Name("signature", "key", after="[?&;,] ?(?:x-amz-|x-goog-)?"),
    Name("sig", "key", after="[?&;]"),
    Name("apiキー", "key"),
    Name("トークン", "key"),
    Name("密钥", "key"),
    Name("密鑰", "key"),
    Name("令牌", "key"),
)
NAME_TAIL = (
    "(?:[_-]?(?:value|val|prod|production|stag|staging|dev|test|live|sandbox|main|primary|secondary|old|new|current|"
    "default|base64|b64|raw|plain|plaintext|plain_text|string|str|env|[0-9]{1,2}))?s?"
)
"""What may follow a name and still leaves it one: `DB_PASSWORD_PROD`, `api_key_2`, `tokens`."""

DUMMY_WORDS = (
    "example|sample|dummy|fake|mock|placeholder|redacted|removed|hidden|masked|censored|changeme|change|replace|insert|"
    "enter|yours|your|here|todo|default|undefined|null|none|true|false|string|value|username|user|password|passwd|"
    "passphrase|pass|pwd|secret|token|apikey|api|access|private|public|client|auth|bearer|key|login|admin|root|guest|"
    "testing|tests|test|demo|foobar|invalid|valid|wrong|incorrect|expired|super|very|strong|secure|long|random|"
    "generated|unique|please|update|local|staging|github|gitlab|openai|anthropic|google|stripe|slack|postgres|mysql|"
    "redis|mongo|hello|world|letmein|qwerty|encoded|something|whatever|xxx+"
)
DUMMY_SHORT_WORDS = (
    "my|our|the|some|this|that|with|not|real|use|env|dev|prod|aws|azure|foo|bar|baz|qux|old|new|and|for|is|in|a|an|of|"
    "to|id|hex|jwt|uuid|hash|base64|tbd|nil|xx?|one|two|from|be|set|it|has|goes|put|app|db|sk|pk"
)
"""Words a stand-in is made of; what is left of a real secret when they are taken away is still long.

The short ones count only as words of their own: random text is full of them.
"""

KNOWN_EXAMPLES = (
    "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
    "4eC39HqLyjWDarjtT1zdp7dc",
    "BQokikJOvBiI2HlWgH4olfQ2",
    "wJalrXUtnFEMI/K7MDENG",
    "2YotnFZFEjr1zCsicMWpAA",
    "tGzv3JOkF0XG5Qx2TlKWIA",
    "SplxlOBeZQQYbYS6WxSbIA",
    "czZCaGRSa3F0MzpnWDFmQmF0M2JW",
    "7Fjfp0ZBr1KtDRbnfVdmIw",
    "SlAV32hkKG",
    "A3ddj3w",
)
"""Keys that stand in a vendor's own manual or an RFC, recognised by a part of them. AWS's other ones end in EXAMPLE."""

LETTER_PAIRS = (
    "abcdgilmnprstuy baeilou caehiklortu dadeiosu eacdefglmnprstvx faefiloru geinrs haeio iabcdefglmnoprstvz ke "
    "ladeilostuy maeiops nacdefgiostuv obcdglmnoprstuvw paeiloprsty qu racdegilmnorstuy sacehiopstu tacehiloprstuy "
    "uabceilmnprst vaei wai xpt yp ze"
)
"""The 200 commonest pairs of letters in English words and names of code: a letter, and what follows it."""
