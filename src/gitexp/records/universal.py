"""What every object of a language has without anyone declaring it, bases that add nothing else, and platforms' names."""

from __future__ import annotations

TYPES = frozenset({"class", "struct", "interface", "trait", "enum", "module", "type"})
"""Kinds of symbols that can have members."""

FAMILIES = {
    "javascript": "ecmascript",
    "typescript": "ecmascript",
    "tsx": "ecmascript",
    "c": "c",
    "cpp": "c",
    "objc": "c",
    "java": "jvm",
    "kotlin": "jvm",
    "scala": "jvm",
}
"""Languages whose types see each other."""

EMPTY_BASES = {
    "python": frozenset("object type ABCMeta".split()),
    "ruby": frozenset("Object BasicObject".split()),
    "jvm": frozenset("Object Any AnyRef".split()),
    "csharp": frozenset("object Object ValueType".split()),
    "ecmascript": frozenset({"Object"}),
    "go": frozenset(
        "any int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr float32 float64 complex64 complex128 "
        "string bool byte rune comparable".split()
    ),
    "rust": frozenset(
        "Sized Send Sync Copy Unpin Eq Debug Display Drop Default Clone PartialEq PartialOrd Ord Hash From Into TryFrom "
        "TryInto AsRef AsMut Borrow BorrowMut ToString ToOwned FromStr Error UnwindSafe RefUnwindSafe Add Sub Mul Div Rem "
        "Neg Not Index IndexMut AddAssign SubAssign Termination".split()
    ),
    "php": frozenset({"stdClass"}),
    "swift": frozenset("AnyObject Sendable String Int".split()),
    "dart": frozenset({"Object"}),
}
"""Bases outside of any tree whose members are all among `members_of_all`: the roots that are there without being
written, plain values, and traits of Rust, which are no bases but come one by one."""

_OF_ALL = {
    "python": "mro name qualname",
    "ecmascript": "constructor prototype toString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString "
    "call apply bind name length arguments caller",
    "jvm": "equals hashCode toString getClass clone notify notifyAll wait finalize class values valueOf ordinal name "
    "run call close compareTo getDeclaringClass entries length copy component1 component2 component3 apply unapply canEqual productArity",
    "csharp": "Equals GetHashCode ToString GetType MemberwiseClone ReferenceEquals Finalize Deconstruct Dispose "
    "DisposeAsync Clone CompareTo Compare ToType GetTypeCode",
    "ruby": "new class send public_send respond_to? instance_of? is_a? kind_of? nil? tap then dup clone freeze frozen? "
    "inspect to_s object_id method methods instance_variable_get instance_variable_set instance_variables "
    "define_singleton_method extend hash eql? equal? instance_eval instance_exec class_eval class_exec "
    "module_eval name superclass ancestors include prepend included extended inherited allocate const_get "
    "instance_methods instance_method public_instance_methods private_constant attr_accessor attr_reader "
    "attr_writer alias_method remove_method undef_method define_method const_set constants display itself "
    "raise puts require initialize method_missing singleton_class",
    "rust": "clone clone_from eq ne hash default cmp partial_cmp lt le gt ge max min clamp fmt to_string to_owned into "
    "try_into from try_from borrow borrow_mut type_id as_ref as_mut drop from_str source description cause add sub mul "
    "div rem neg not index index_mut report",
    "objc": "alloc init new copy mutableCopy description dealloc retain release class superclass isEqual hash "
    "respondsToSelector isKindOfClass performSelector load initialize self",
    "php": "count getIterator jsonSerialize offsetGet offsetSet offsetExists offsetUnset class __construct __destruct __toString cases from tryFrom name value",
    "swift": "init self Type hash hashValue description debugDescription allCases rawValue id encode copy "
    "localizedDescription superclass isEqual responds perform",
    "dart": "hashCode runtimeType toString noSuchMethod values index name call",
    "elixir": "__struct__ __info__ module_info exception message child_spec impl_for impl_for!",
}
members_of_all = {language: frozenset(words.split()) for language, words in _OF_ALL.items()}

_BUILT_IN = {
    "ruby": "String Array Hash Object BasicObject Integer Float Numeric Complex Rational Symbol NilClass TrueClass "
    "FalseClass "
    "Time Date DateTime Module Class Kernel Proc Method UnboundMethod Range Enumerable Enumerator Comparable Exception "
    "StandardError RuntimeError ArgumentError NameError NoMethodError IO File Dir Pathname Tempfile URI Regexp MatchData "
    "Struct Data OpenStruct Set Thread Mutex Monitor Queue Fiber Process Random BigDecimal Marshal Logger Delegator "
    "SimpleDelegator SecureRandom Digest ERB CGI JSON YAML ObjectSpace GC Benchmark Singleton Forwardable "
    "Observable Psych StringIO Socket OpenSSL Net Gem Bundler Rake Minitest RSpec",
    "ecmascript": "String Array Object Promise Map Set WeakMap WeakSet Date Error TypeError RangeError Number Boolean "
    "Function RegExp Symbol BigInt Math JSON Reflect Proxy Intl Iterator Generator ArrayBuffer DataView Uint8Array Buffer "
    "Element HTMLElement Node Document Window Event EventTarget Request Response Headers URL URLSearchParams FormData "
    "Blob File Storage ImportMeta NodeJS JSX Window globalThis window document console process",
    "rust": "Vec Option Result String Box Rc Arc Cell RefCell HashMap HashSet BTreeMap Path PathBuf OsStr OsString Cow "
    "Pin Future Iterator Duration Instant str slice Mutex RwLock Command File",
    "swift": "String Array Dictionary Set Int Double Bool Data Date URL Optional Result Sequence Collection Character "
    "View Color Text UIView UIViewController UIColor Bundle Notification",
    "dart": "String int double List Map Set Iterable Future Stream DateTime BuildContext Widget",
    "elixir": "String Enum Map List Kernel Access Inspect Enumerable Collectable",
    "lua": "string table math io os coroutine",
}
_BUILT_INS = {language: frozenset(words.split()) for language, words in _BUILT_IN.items()}


def is_built_in(language: str, container: str) -> bool:
    """Return whether a language brings a type of this name itself, which a tree can open again and add to."""
    return container in _BUILT_INS.get(family(language), frozenset())


PLATFORMS = frozenset(
    "System Microsoft Windows java javax jakarta jdk sun android androidx kotlin kotlinx scala std core alloc boost "
    "Foundation UIKit Swift google".split()
)
"""First words of namespaces and packages that belong to a platform: a tree may add to them, and never holds them whole."""


WITHOUT_COLONS = frozenset("python javascript typescript go csharp swift dart lua bash elixir".split())
"""Languages in which nobody writes `A::b`."""

CODE = frozenset(
    "py pyi pyx pxd js mjs cjs jsx ts mts cts tsx vue svelte coffee java kt kts scala sc groovy gradle clj go rs c h "
    "cpp cc cxx hpp hh hxx ipp inl tpp cu cuh m mm cs csx fs vb rb rake gemspec php phtml swift dart lua sh bash zsh "
    "pl pm r jl ex exs erl hs ml elm nim zig sol d pas f90 vala cr hx".split()
)
"""Endings of files that can declare what other code uses."""


def is_code(path: str) -> bool:
    """Return whether a file can declare what other code uses, by its ending."""
    return path.rpartition(".")[2].lower() in CODE


MODULES = frozenset(
    "os io fs sys re util utils path net http https time json math string strings sync context fmt log logger logging errors "
    "bytes sort strconv url crypto events stream buffer process assert zlib dns tls random collections itertools functools "
    "asyncio typing types copy socket threading subprocess pathlib shutil datetime request requests response client server "
    "config settings session user data app db cache store child_process".split()
)
"""Modules, or variables, that so many programs have that one name alone may mean another one's."""


def family(language: str) -> str:
    """Return the name that languages share whose types see each other."""
    return FAMILIES.get(language, language)


CORE = frozenset(
    "Object Array String Promise Map Set WeakMap Element File Date Symbol Function Number HashMap Vec Regexp Math JSON".split()
)
"""Types that so many languages and browsers have that one name alone may mean another language's."""


def has_every_object(language: str, member: str) -> bool:
    """Return whether every object of a language may have a member that stands nowhere."""
    of = family(language)
    if of == "python" and member.startswith("__") and member.endswith("__"):
        return True
    return member in members_of_all.get(language, members_of_all.get(of, frozenset()))
