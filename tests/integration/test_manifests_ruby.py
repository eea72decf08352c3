"""Ruby's manifests and lock file, as people and Bundler write them."""

from __future__ import annotations

import pytest

from gitexp.adapters.manifests_reading import Unreadable
from gitexp.adapters.manifests_text import MAX_WRITTEN
from support.manifest_readings import ecosystems, locked, project, ranges, reading, several, versions

GEMFILE = """
# frozen_string_literal: true
source "https://gems.example"
ruby "~> 3.2", ">= 3.2.2"

gem "rails", "~> 7.1", ">= 7.1.2"   # gem "commented", "1.0"
gem 'pg'
gem("puma", ">= 5")
gem "rubocop", "1.60.1", require: false
gem "nokogiri", ["> 1.8", "!= 1.11.0"]
gem "pages", git: "https://example.org/pages.git", branch: "main"
gem "wire", path: "../wire" if Dir.exist? "../wire"
gem %q<yard>, "~> 0.9".freeze
gem "shoulda",
    "~> 6.0",   # the last that has it
    group: :test

group :development, :test do
  gem "debug", platforms: %i[mri]; gem "irb"
  install_if -> { RUBY_PLATFORM =~ /darwin/ } do
    gem "rb-fsevent"
  end
end
puts "gem 'spoken'"
=begin
gem "blocked"
=end
MESSAGE = <<~TEXT
  gem "told"
TEXT
gem "versioned", "~> #{RAILS}"
__END__
gem "ended"
"""


def test_a_gemfile_names_its_gems_in_all_groups_and_the_ruby_it_needs() -> None:
    found = reading("Gemfile", GEMFILE)

    assert ranges(found) == {
        "ruby": "~> 3.2, >= 3.2.2",
        "rails": "~> 7.1, >= 7.1.2",
        "pg": None,
        "puma": ">= 5",
        "rubocop": "= 1.60.1",
        "nokogiri": "> 1.8, != 1.11.0",
        "pages": None,
        "wire": None,
        "yard": "~> 0.9",
        "shoulda": "~> 6.0",
        "debug": None,
        "irb": None,
        "rb-fsevent": None,
        "versioned": None,
    }
    assert (ecosystems(found), found.counts, found.unread) == ({"gem"}, "whole", ())


def test_a_gem_that_is_asked_for_twice_has_two_ranges() -> None:
    found = reading("gems.rb", 'if OLD\n  gem "rack", "< 3"\nelse\n  gem "rack", "~> 3.0"\nend\n')

    assert several(found, "rack") == [(None, "< 3"), (None, "~> 3.0")]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("gemspec", "whole"),
        ('gemspec name: "pages"', "whole"),
        ("gemspec path: '../pages'", "part"),
        ('eval_gemfile "Gemfile.local"', "part"),
        ('instance_eval File.read(".Gemfile")', "part"),
        ('require_relative "gems"', "part"),
        ('require "json"', "whole"),
        ('my_gem = "x"\ndef gem_name(gem)\n  gem.name\nend', "whole"),
        ("", "whole"),
    ],
)
def test_a_gemfile_that_takes_gems_from_elsewhere_counts_in_part(code: str, expected: str) -> None:
    assert reading("Gemfile", f'gem "pg"\n{code}\n').counts == expected


@pytest.mark.parametrize(
    "code", ["gem name", "gem(*ARGS)", '%w[a b].each { |one| gem one, "~> 1" }', 'gem "a#{b}"']
)
def test_a_gem_whose_name_is_worked_out_by_code_is_told_and_the_rest_is_read(code: str) -> None:
    found = reading("Gemfile", f'gem "pg"\n\n{code}\n')

    assert (ranges(found), found.counts) == ({"pg": None}, "part")
    assert found.unread == ("line 3: the name of a gem is worked out by code, which exp does not run",)


GEMSPEC = """
require_relative "lib/pages/version"

Gem::Specification.new do |spec|
  spec.name = "pages"
  spec.version = "2.4.0"
  spec.authors = ["it's me"]
  spec.description = <<-TEXT
    You'll like it: spec.add_dependency "told"
  TEXT
  spec.required_ruby_version = Gem::Requirement.new(">= 3.0", "< 4")
  spec.add_dependency "rack", ">= 2.2", "< 4"
  spec.add_runtime_dependency(%q<rexml>.freeze, ["~> 3.2".freeze])
  spec.add_dependency "json", Pages::JSON
  spec.add_development_dependency 'rspec', '3.0.0' unless ENV["CI"]
end
"""


def test_a_gemspec_names_itself_its_ruby_and_what_it_needs() -> None:
    found = reading("pages.gemspec", GEMSPEC)

    assert ranges(found) == {
        "pages": None,
        "ruby": ">= 3.0, < 4",
        "rack": ">= 2.2, < 4",
        "rexml": "~> 3.2",
        "json": None,
        "rspec": "= 3.0.0",
    }
    assert (versions(found)["pages"], found.counts) == ("2.4.0", "whole")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('Gem::Specification.new do |s|\n  s.name = "a"\nend\n', "whole"),
        ("Gem::Specification.new do |s|\n  NEEDED.each { |one| s.add_dependency one }\nend\n", "part"),
        ("--- !ruby/object\nname: a\n", "nothing"),
    ],
)
def test_a_gemspec_counts_for_what_it_tells_in_so_many_words(text: str, expected: str) -> None:
    assert reading("a.gemspec", text).counts == expected


def test_a_version_that_code_works_out_is_not_known() -> None:
    found = reading("a.gemspec", 'Gem::Specification.new do |s|\n s.name = "a"\n s.version = A::VERSION\nend')

    assert versions(found) == {"a": None}


LOCK = """GIT
  remote: https://example.org/pages.git
  revision: 1f2e3d4c5b6a798081726354453627180918273a
  branch: main
  specs:
    pages (2.5.0.beta1)
      rack (>= 2.2)

PATH
  remote: engines/wire
  specs:
    wire (0.1.0)

GEM
  remote: https://gems.example/
  specs:
    nokogiri (1.16.0-x86_64-linux)
      racc (~> 1.4)
    nokogiri (1.16.0-arm64-darwin)
    racc (1.7.3)
    rails (7.1.2)

PLATFORMS
  arm64-darwin
  x86_64-linux

DEPENDENCIES
  nokogiri
  pages!
  rails (~> 7.1, >= 7.1.2)
  wire!

CHECKSUMS
  racc (1.7.3) sha256=00

RUBY VERSION
   ruby 3.2.2p53

BUNDLED WITH
   2.5.3
"""


def test_a_gemfile_lock_gives_the_exact_version_of_each_gem_once() -> None:
    found = reading("Gemfile.lock", LOCK)

    assert versions(found) == {
        "pages": "2.5.0.beta1",
        "wire": "0.1.0",
        "nokogiri": "1.16.0",
        "racc": "1.7.3",
        "rails": "7.1.2",
        "ruby": "3.2.2",
        "bundler": "2.5.3",
    }
    assert len(found.dependencies) == 7


def test_a_gemfile_lock_is_for_the_gemfile_beside_it_and_the_gems_that_it_takes_from_folders() -> None:
    beside = project("gem", "Gemfile", "rails")
    engine = project("gem", "engines/wire/wire.gemspec", "wire", "rack")
    other = project("gem", "examples/Gemfile", "wire")

    assert locked("gems.locked", LOCK, beside, other)
    assert locked("gems.locked", LOCK, engine)
    assert locked("gems.locked", LOCK, other) is None


@pytest.mark.parametrize("text", ["{}", "gem 'x'\n", "GEM\n<<<<<<< HEAD\n  specs:\n"])
def test_what_is_no_gemfile_lock_is_told(text: str) -> None:
    with pytest.raises(Unreadable):
        reading("Gemfile.lock", text)


def test_an_empty_gemfile_lock_locks_nothing() -> None:
    assert versions(reading("Gemfile.lock", "\n")) == {}


@pytest.mark.parametrize(
    "text",
    ["gem 'a", 'gem "a', "gem %q(a", "gem [", "=begin\ngem 'a'", "x = <<~A\ngem", "gem '" + "\\'" * 2000, "\0", "gem(",
     "'" * 5000],
)  # fmt: skip
def test_code_that_never_ends_what_it_opens_is_read_to_its_end(text: str) -> None:
    assert reading("Gemfile", f'gem "first"\n{text}').dependencies[0].name == "first"


def test_a_gemfile_that_is_too_long_is_none() -> None:
    with pytest.raises(Unreadable, match="larger than"):
        reading("Gemfile", "#" * (MAX_WRITTEN + 1))
