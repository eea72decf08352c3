"""Which languages a path may be written in, told by its name alone, and which ecosystems serve them."""

from __future__ import annotations

from collections.abc import Iterable

# What stands first is what the file most likely is. A name that several languages share (`.h`) lists them
# all: a check on any of them is true, and none of them can be ruled out.
_BY_EXTENSION: dict[str, str] = {
    "python": ".py .pyi .pyw",
    "cython python": ".pyx .pxd",
    "jupyter python": ".ipynb",
    "javascript": ".js .mjs .cjs .jsx",
    "typescript": ".ts .mts .cts .tsx",
    "vue javascript typescript": ".vue",
    "svelte javascript typescript": ".svelte",
    "coffeescript": ".coffee",
    "java": ".java",
    "kotlin": ".kt .kts",
    "scala": ".scala .sc",
    "groovy": ".groovy .gradle",
    "clojure": ".clj .cljs .cljc .edn",
    "go": ".go",
    "rust": ".rs",
    "c": ".c",
    "c cpp objc": ".h",
    "cpp": ".cpp .cc .cxx .hpp .hh .hxx .ipp .inl .tpp",
    "cuda cpp": ".cu .cuh",
    "objc": ".m",
    "objc cpp": ".mm",
    "csharp": ".cs .csx",
    "fsharp": ".fs .fsx .fsi",
    "vb": ".vb",
    "ruby": ".rb .rake .gemspec .podspec .erb",
    "php": ".php .phtml",
    "swift": ".swift",
    "dart": ".dart",
    "lua": ".lua",
    "bash": ".sh .bash .zsh .ksh .bats",
    "powershell": ".ps1 .psm1 .psd1",
    "perl": ".pl .pm",
    "r": ".r .rmd",
    "julia": ".jl",
    "elixir": ".ex .exs .heex .eex",
    "erlang": ".erl .hrl",
    "haskell": ".hs .lhs",
    "ocaml": ".ml .mli",
    "elm": ".elm",
    "nim": ".nim",
    "zig": ".zig",
    "solidity": ".sol",
    "assembly": ".s .asm",
    "fortran": ".f .f90 .f95 .f03",
    "sql": ".sql",
    "graphql": ".graphql .gql",
    "protobuf": ".proto",
    "hcl": ".tf .tfvars .hcl",
    "nix": ".nix",
    "cmake": ".cmake",
    "make": ".mk",
    "html": ".html .htm .xhtml",
    "css": ".css",
    "scss css": ".scss .sass",
    "less css": ".less",
    "xml": ".xml .xsd .xsl .svg",
    "yaml": ".yaml .yml",
    "json": ".json .jsonc .json5",
    "toml": ".toml",
    "markdown": ".md .markdown .mdx",
    "restructuredtext": ".rst",
}
_BY_NAME: dict[str, str] = {
    "make": "makefile gnumakefile",
    "dockerfile": "dockerfile containerfile",
    "cmake": "cmakelists.txt",
    "ruby": "gemfile rakefile podfile vagrantfile fastfile",
    "groovy": "jenkinsfile",
    "python": "sconstruct sconscript wscript",
    "starlark": "build build.bazel workspace workspace.bazel module.bazel",
    "just": "justfile",
    "bash": ".bashrc .bash_profile .profile .zshrc",
    "go": "go.mod go.sum",
}
_ALIASES: dict[str, str] = {
    "py": "python",
    "python3": "python",
    "js": "javascript",
    "node": "javascript",
    "jsx": "javascript",
    "ts": "typescript",
    "tsx": "typescript",
    "golang": "go",
    "rs": "rust",
    "c++": "cpp",
    "cplusplus": "cpp",
    "c#": "csharp",
    "cs": "csharp",
    "f#": "fsharp",
    "objective-c": "objc",
    "objectivec": "objc",
    "rb": "ruby",
    "kt": "kotlin",
    "sh": "bash",
    "shell": "bash",
    "zsh": "bash",
    "yml": "yaml",
    "md": "markdown",
    "rst": "restructuredtext",
    "terraform": "hcl",
    "docker": "dockerfile",
    "makefile": "make",
    "proto": "protobuf",
}
_ECOSYSTEMS: dict[str, str] = {
    "pypi": "python cython jupyter",
    "npm": "javascript typescript vue svelte coffeescript",
    "maven": "java kotlin scala groovy clojure",
    "go": "go",
    "cargo": "rust",
    "gem": "ruby",
    "composer": "php",
    "nuget": "csharp fsharp vb",
    "hex": "elixir erlang",
    "pub": "dart",
    "cpan": "perl",
    "cran": "r",
    "hackage": "haskell",
    "opam": "ocaml",
    "luarocks": "lua",
    "swiftpm": "swift",
    "cocoapods": "swift objc",
    "conan": "c cpp cuda",
    "vcpkg": "c cpp cuda",
    "cmake": "c cpp cuda cmake",
    "conda": "python r",
}

_EXTENSIONS = {ext: tuple(names.split()) for names, exts in _BY_EXTENSION.items() for ext in exts.split()}
_NAMES = {name: tuple(names.split()) for names, files in _BY_NAME.items() for name in files.split()}
LANGUAGES = frozenset(name for names in (*_EXTENSIONS.values(), *_NAMES.values()) for name in names)
"""Every language that a path can be told to be: of another one, no path proves the absence."""
ECOSYSTEMS = frozenset(_ECOSYSTEMS)
"""The prefixes that a dependency's name may carry (`pypi:httpx`)."""


def canonical(language: str) -> str:
    """Return the one name of a language: `c++` and `CPP` are `cpp`."""
    lowered = language.strip().lower()
    return _ALIASES.get(lowered, lowered)


def _told(path: str) -> tuple[str, ...]:
    name = path.rpartition("/")[2].lower()
    if name in _NAMES:
        return _NAMES[name]
    stem, dot, ending = name.rpartition(".")
    if dot and stem and f".{ending}" in _EXTENSIONS:
        return _EXTENSIONS[f".{ending}"]
    # `Dockerfile.dev` and `Makefile.am` are what their first word says.
    return _NAMES.get(name.partition(".")[0], ())


def languages_of(path: str) -> frozenset[str]:
    """Return every language the file may be written in; empty where its name does not tell."""
    return frozenset(_told(path))


def language_of(path: str) -> str | None:
    """Return the language the file most likely is written in."""
    return next(iter(_told(path)), None)


def ecosystems_of(languages: Iterable[str]) -> frozenset[str]:
    """Return the ecosystems whose manifests name what these languages depend on."""
    wanted = set(languages)
    return frozenset(name for name, served in _ECOSYSTEMS.items() if wanted & set(served.split()))
