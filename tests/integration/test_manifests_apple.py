"""CocoaPods' manifests and lock file, as people and CocoaPods write them."""

from __future__ import annotations

import pytest

from gitexp.adapters.manifests_reading import Unreadable
from support.manifest_readings import ecosystems, locked, project, ranges, reading, versions

PODFILE = """
source 'https://specs.example/'
platform :ios, '15.0'
use_frameworks!

def shared
  pod 'Alamofire', '~> 5.8'
end

target 'Pages' do
  shared
  pod "Lantern/Core", ">= 1.2", "< 2"
  pod 'Wire', '2.0.0', :configurations => ['Debug']
  pod 'Kite', :git => 'https://example.org/kite.git', :tag => '1.4.0'
  # pod 'Commented'
  target 'PagesTests' do
    inherit! :search_paths
    pod 'Artsy+UIColors'
  end
end

post_install do |installer|
  installer.pods_project.targets.each { |pod| puts pod.name }
end
"""


def test_a_podfile_names_the_pods_of_all_its_targets() -> None:
    found = reading("ios/Podfile", PODFILE)

    assert ranges(found) == {
        "Alamofire": "~> 5.8",
        "Lantern/Core": ">= 1.2, < 2",
        "Lantern": ">= 1.2, < 2",
        "Wire": "= 2.0.0",
        "Kite": None,
        "Artsy+UIColors": None,
    }
    assert (ecosystems(found), found.counts, found.unread) == ({"cocoapods"}, "whole", ())


@pytest.mark.parametrize(
    "code",
    ["require_relative '../node_modules/react-native/scripts/react_native_pods'", "use_native_modules!",
     "use_react_native!(:path => config[:reactNativePath])", "flutter_install_all_ios_pods File.dirname(__FILE__)",
     "podspec :path => 'Pages.podspec'", "eval(File.read('more'))"],
)  # fmt: skip
def test_a_podfile_that_takes_pods_from_elsewhere_counts_in_part(code: str) -> None:
    assert reading("Podfile", f"pod 'Wire'\n{code}\n").counts == "part"


def test_a_pod_whose_name_is_worked_out_by_code_is_told() -> None:
    found = reading("Podfile", "PODS.each do |name|\n  pod name, '~> 1'\nend\n")

    assert (found.counts, found.unread) == (
        "part",
        ("line 2: the name of a pod is worked out by code, which exp does not run",),
    )


PODSPEC = """
Pod::Spec.new do |s|
  s.name = 'Pages'
  s.version = '1.2.0'
  s.subspec 'Core' do |core|
    core.dependency 'Wire', '~> 2.0'
    core.ios.dependency 'Kite/UI'
  end
  s.subspec 'All' do |all|
    all.dependency 'Pages/Core'
  end
end
"""


def test_a_podspec_names_itself_and_what_its_parts_depend_on() -> None:
    found = reading("Pages.podspec", PODSPEC)

    assert ranges(found) == {"Pages": None, "Wire": "~> 2.0", "Kite/UI": None, "Kite": None}
    assert (versions(found)["Pages"], found.counts) == ("1.2.0", "whole")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Pod::Spec.new { |s| s.dependency name }", "part"), ("puts 1", "nothing")],
)
def test_a_podspec_counts_for_what_it_tells_in_so_many_words(text: str, expected: str) -> None:
    assert reading("a.podspec", text).counts == expected


LOCK = """PODS:
  - Alamofire (5.8.1)
  - Lantern/Core (1.4.0):
    - Wire (~> 2.0)
  - "Odd+Name (0.3.0-beta.2)"
  - Wire (2.0.0):
    - Hidden (= 1.0)

DEPENDENCIES:
  - Alamofire (~> 5.8)
  - Kite (from `../kite`)

SPEC CHECKSUMS:
  Alamofire: 00

PODFILE CHECKSUM: 11

COCOAPODS: 1.14.3
"""


def test_a_podfile_lock_gives_the_exact_version_of_each_pod_and_its_parts() -> None:
    assert versions(reading("Podfile.lock", LOCK)) == {
        "Alamofire": "5.8.1",
        "Lantern/Core": "1.4.0",
        "Lantern": "1.4.0",
        "Odd+Name": "0.3.0-beta.2",
        "Wire": "2.0.0",
        "cocoapods": "1.14.3",
    }


def test_a_podfile_lock_of_old_may_have_no_indentation() -> None:
    text = "PODS:\n- Reach (2.0.5):\n  - Hidden\n- Old (1.5pre)\nDEPENDENCIES:\n- Reach (= 2.0.5)\n"

    assert versions(reading("Podfile.lock", text)) == {"Reach": "2.0.5", "Old": "1.5pre"}


def test_a_podfile_lock_is_for_the_podfile_beside_it() -> None:
    assert locked("ios/Podfile.lock", LOCK, project("cocoapods", "Podfile", "Wire"))
    assert locked("Podfile.lock", LOCK, project("cocoapods", "example/Podfile", "Wire")) is None


@pytest.mark.parametrize("text", ["a: 1", "- Wire (1.0)", "PODS:\n<<<<<<< HEAD\n  - Wire (1.0)\n", "PODS\0"])
def test_what_is_no_podfile_lock_is_told(text: str) -> None:
    with pytest.raises(Unreadable):
        reading("Podfile.lock", text)


@pytest.mark.parametrize("text", ["", "{}\n"])
def test_a_podfile_lock_without_pods_locks_nothing(text: str) -> None:
    assert versions(reading("Podfile.lock", text)) == {}
