"""Names of products, formats, units and ways of spelling: spelled like symbols, and names of nothing in a project."""

from __future__ import annotations

import re

_PRODUCTS = (
    "GitHub GitLab BitBucket SourceForge GitOps JavaScript TypeScript CoffeeScript ActionScript "
    "PowerShell PowerPoint PostgreSQL MySQL SQLite NoSQL MongoDB CouchDB MariaDB DynamoDB RocksDB LevelDB "
    "InfluxDB IndexedDB ClickHouse BigQuery GraphQL RabbitMQ ZeroMQ ActiveMQ OpenSSL OpenSSH OpenGL "
    "OpenCL OpenMP OpenAPI OpenAI OpenTelemetry OpenStack OpenShift OpenBSD FreeBSD NetBSD macOS MacOS "
    "iPadOS watchOS tvOS iPhone iPad MacBook MacPorts HomeBrew DevOps DevTools DevSecOps WebAssembly "
    "WebGL WebGPU WebKit WebRTC WebSocket WebSockets WebView WebStorm WordPress YouTube LinkedIn PayPal "
    "TikTok WhatsApp LaTeX BibTeX LibreOffice OpenOffice OneDrive SharePoint VirtualBox DockerHub "
    "DigitalOcean CloudFlare CloudFront CloudWatch CircleCI TravisCI AppVeyor TeamCity JetBrains IntelliJ "
    "IntelliSense PyCharm PyTorch TensorFlow NumPy SciPy PyPI PyPy CPython JPython IronPython MicroPython "
    "RubyGems RubyMine NodeJS AngularJS ReactJS VueJS NextJS ExpressJS jQuery ESLint TSLint PostCSS JSDoc "
    "JavaDoc PHPDoc phpDocumentor PHPUnit JUnit NUnit QUnit PhpStorm NuGet MSBuild MinGW CMake GnuPG "
    "VMware StackOverflow ReadTheDocs SonarQube CodeQL CodeCov ChatGPT DeepMind OAuth OAuth2 VSCode "
    "VirtualEnv WiFi ASan UBSan TSan MSan LSan OpenRouter DeepSeek LangChain LlamaIndex HuggingFace MinIO "
    "SwiftUI GitBook GitKraken BuildKite DataDog PagerDuty NewRelic SendGrid MailChimp DuckDuckGo "
    "ElasticSearch OpenSearch TimescaleDB ScyllaDB ArangoDB CockroachDB DuckDB PlanetScale SurrealDB "
    "YugabyteDB KeyDB AppImage AppStore PlayStation SteamOS ChromeOS ChromeBook WebAuthn WebP WebM "
    "ImageMagick GraphViz PlantUML AsciiDoc AsciiDoctor MathJax MathML OpenAL OpenCV OpenMPI OpenJDK "
    "OpenJ9 OpenBLAS OpenWrt OpenVPN WireGuard CentOS RedHat AlmaLinux ArchLinux NixOS visionOS DirectX "
    "QuickTime FFmpeg GStreamer PulseAudio PipeWire SystemD HiDPI X11 CodeRabbit CirrusCI "
    "HackerOne JFrog ProxySQL"
)
_ABBREVIATIONS = (
    "TODO FIXME NOTE XXX LGTM IIRC AFAIK IMHO IMO AFAICT FWIW ASAP WIP TBD HTTP HTTPS JSON YAML TOML HTML "
    "XML CSV UTF ASCII API APIs URL URLs URI UUID CPU GPU RAM CI CD PR PRs MR OK UI UX RFC README tACK "
    "utACK NACK"
)
_UNITS = "KiB MiB GiB TiB PiB KB kB MB GB TB PB kHz MHz GHz kWh"
_SPELLINGS = (
    "camelCase CamelCase PascalCase snake_case kebab_case UPPER_CASE lower_case SCREAMING_SNAKE_CASE "
    "SCREAMING_CASE x86_64 x86_32 amd_64 and_or"
)
_TOOLS = (
    "git npm yarn pnpm npx pip pip3 pipx conda cargo rustup cmake ninja docker podman kubectl helm brew bash zsh curl wget "
    "grep sed awk ssh scp rsync sudo systemctl localhost master"
)
"""What people type, or speak of as a place; no word among them that a member may well be called by."""
_STANDARD = (
    "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t size_t ssize_t ptrdiff_t wchar_t "
    "char16_t char32_t"
)
_TARGETS = "_blank _self _parent _top"
"""Where a link of a page opens."""
PRODUCTS = frozenset(
    " ".join((_PRODUCTS, _ABBREVIATIONS, _UNITS, _SPELLINGS, _TOOLS, _STANDARD, _TARGETS)).split()
)
_PRODUCT_FILE = re.compile(
    r"(?:Node|Vue|Next|Nuxt|Three|D3|Express|Chart|Alpine|Ember|Backbone|Moment|React|Angular|Svelte|Electron|Socket|"
    r"Pixi|Solid|Day|Video|Knockout|Preact|Discord|Matter|Highlight|Mermaid|Handlebars|Underscore)\.(?:js|JS)"
    r"|(?i:socket\.io|asp\.net|ado\.net|vb\.net|ml\.net|draw\.io|vert\.x|crates\.io|docs\.rs|lib\.rs|npm\.js|read\.me|hex\.pm)"
)
_ABBREVIATION = re.compile(
    r"(?i:e\.g|i\.e|a\.k\.a|w\.r\.t|a\.m|p\.m|p\.s|u\.s|u\.s\.a|u\.k|u\.n|d\.h|z\.b|u\.a|o\.k|ph\.d|vs\.the)"
)


def is_product(name: str) -> bool:
    """Return whether a name is that of a product, a format, or an abbreviation."""
    return bool(
        name in PRODUCTS or _PRODUCT_FILE.fullmatch(name) or _ABBREVIATION.fullmatch(name.rstrip("."))
    )
