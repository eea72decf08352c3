"""Knows what belongs to a language itself: an import of it shows no package, though one may bear the same name."""

from __future__ import annotations

import sys

_NODE = frozenset(
    "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel"
    " dns domain events fs http http2 https inspector module net os path perf_hooks process punycode"
    " querystring readline repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi"
    " worker_threads zlib".split()
)
# What this Python has no longer or not yet, and what Cython brings along.
_PYTHON = sys.stdlib_module_names | frozenset(
    "aifc annotationlib asynchat asyncore audioop binhex cgi cgitb chunk commands compression crypt"
    " distutils dummy_threading formatter imghdr imp macpath mailcap md5 msilib new nis nntplib"
    " ossaudiodev parser pipes popen2 sets sha smtpd sndhdr spwd sunau symbol telnetlib thread uu xdrlib"
    " BaseHTTPServer ConfigParser Cookie HTMLParser Queue SimpleHTTPServer SocketServer StringIO Tkinter"
    " UserDict UserList __builtin__ cPickle cStringIO cookielib copy_reg httplib urllib2 urlparse"
    " xmlrpclib cpython libc libcpp posix".split()
)
_RUBY = frozenset(
    "English abbrev base64 benchmark bigdecimal bundler cgi continuation coverage csv date delegate"
    " did_you_mean digest drb erb error_highlight etc expect fcntl fiber fiddle fileutils find forwardable"
    " getoptlong io ipaddr irb json logger matrix mkmf monitor mutex_m net nkf objspace observer open-uri"
    " open3 openssl optparse ostruct pathname pp prettyprint prime pstore psych pty racc random rbconfig"
    " rdoc readline reline resolv rexml rinda ripper rss rubygems securerandom set shellwords singleton"
    " socket stringio strscan syslog tempfile test thread time timeout tmpdir tsort un uri weakref"
    " win32ole yaml zlib".split()
)
_FIRST: dict[str, frozenset[str]] = {
    "python": _PYTHON,
    "javascript": _NODE,
    "java": frozenset(
        "android com.sun dalvik groovy java javax jdk kotlin org.w3c org.xml scala sun".split()
    ),
    "rust": frozenset("alloc core proc_macro std test".split()),
    "ruby": _RUBY,
    "c": frozenset("arpa asm bits linux mach machine net netinet rpc sys".split()),
    "csharp": frozenset("Microsoft.CSharp Microsoft.VisualBasic Microsoft.Win32 System".split()),
    "dart": frozenset({"dart"}),
}
_APPLE = frozenset(
    "AVFoundation AppKit CFNetwork Cocoa Combine CoreData CoreFoundation CoreGraphics CoreImage"
    " CoreLocation CoreServices CryptoKit Darwin Dispatch Foundation Glibc ImageIO MapKit"
    " MobileCoreServices ObjectiveC OSLog QuartzCore Security StoreKit Swift SwiftUI SystemConfiguration"
    " Testing UIKit UserNotifications WebKit XCTest dispatch objc os".split()
)
_SIGNS = {"javascript": "/", "rust": "::", "ruby": "/", "c": "/", "dart": ":"}


def is_standard(language: str, name: str) -> bool:
    """Return whether a module, by its full name, comes with the language or with the system."""
    if language == "go":
        return "." not in name.partition("/")[0]
    parts = name.split(_SIGNS.get(language, "."))
    if language in ("c", "swift") and parts[0] in _APPLE:
        return True
    first = _FIRST.get(language, frozenset())
    return parts[0] in first or ".".join(parts[:2]) in first
