"""Maven's and Gradle's manifests, version catalogs and lock files, as people and tools write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.manifests_gradle import gradle_build
from gitexp.adapters.manifests_jvm import pom_xml
from gitexp.adapters.manifests_reading import Importer, Reading, Unreadable
from gitexp.adapters.manifests_text import MAX_WRITTEN
from gitexp.records.facts import Dependency
from support.manifest_readings import ecosystems, locked, ranges, reading, several, versions


def pom(inner: str, head: str = "<groupId>org.acme</groupId><artifactId>pages</artifactId>") -> Reading:
    return reading("pom.xml", f'<project xmlns="http://maven.apache.org/POM/4.0.0">{head}{inner}</project>')


def dependency(name: str, version: str = "", more: str = "") -> str:
    group, artifact = name.split(":")
    told = f"<version>{version}</version>" if version else ""
    return (
        f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>{told}{more}</dependency>"
    )


def dependencies(*rows: str) -> str:
    return f"<dependencies>{''.join(rows)}</dependencies>"


def managed(*rows: str) -> str:
    return f"<dependencyManagement>{dependencies(*rows)}</dependencyManagement>"


def test_a_pom_names_its_dependencies_in_exact_versions_itself_and_java() -> None:
    found = pom(
        "<version>1.4.0</version><properties><maven.compiler.release>17</maven.compiler.release></properties>"
        + dependencies(
            dependency("org.acme.wire:wire", "2.0.1"),
            dependency("junit:junit", "\n  4.13.2  ", "<scope>test</scope><exclusions><exclusion><groupId>x</groupId>"
                       "<artifactId>y</artifactId></exclusion></exclusions>"),
            dependency("org.acme:late", "LATEST"),
        )
        + "<build><plugins><plugin><artifactId>plug</artifactId>"
        + dependencies(dependency("org.acme:inside", "1"))
        + "</plugin></plugins></build>"
    )  # fmt: skip

    assert versions(found) == {
        "org.acme:pages": "1.4.0",
        "java": None,
        "org.acme.wire:wire": "2.0.1",
        "junit:junit": "4.13.2",
        "org.acme:late": None,
    }
    assert ranges(found)["java"] == ">=17"
    assert found.dependencies[0] == Dependency("maven", "org.acme:pages", "pom.xml", version="1.4.0")
    assert (ecosystems(found), found.counts) == ({"maven"}, "whole")


@pytest.mark.parametrize(
    ("written", "row"),
    [
        ("[1.0, 2.0)", (None, "[1.0,2.0)")),
        ("(,1.0],[1.2,)", (None, "(,1.0],[1.2,)")),
        ("[1.5]", ("1.5", None)),
        ("1.0-SNAPSHOT", ("1.0-SNAPSHOT", None)),
        ("RELEASE", (None, None)),
        ("${nobody.said}", (None, None)),
    ],
)
def test_a_range_is_declared_and_all_else_is_exact(written: str, row: tuple[str | None, str | None]) -> None:
    assert several(pom(dependencies(dependency("a:b", written))), "a:b") == [row]


def test_properties_are_filled_in_from_the_file_itself() -> None:
    found = pom(
        "<version>3.1</version><properties><wire.version>2.${minor}</wire.version><minor>7</minor></properties>"
        + dependencies(
            dependency("a:wire", "${wire.version}"),
            dependency("${project.groupId}:twin", "${project.version}"),
            dependency("a:old", "${pom.version}"),
        )
    )

    expected = {"a:wire": "2.7", "org.acme:twin": "3.1", "a:old": "3.1"}
    assert expected.items() <= versions(found).items()


@pytest.mark.parametrize(
    "properties",
    [
        "<v>${v}</v>",
        "<v>${w}</v><w>x${v}</w>",
        "".join(f"<v{n}>${{v{n + 1}}}${{v{n + 1}}}</v{n}>" for n in range(200))
        + "<v>${v0}</v><v200>1</v200>",
        f"<v>{'1' * 10_000}</v>",
        "<v>${}</v>",
        "<v>${open</v>",
    ],
)
def test_a_property_that_comes_to_no_end_has_no_value(properties: str) -> None:
    found = pom(f"<properties>{properties}</properties>{dependencies(dependency('a:b', '${v}'))}")

    assert several(found, "a:b") == [(None, None)]


def test_what_dependency_management_has_settles_a_dependency_without_a_version() -> None:
    found = pom(
        managed(dependency("a:wire", "2.0"), dependency("a:own", "1.0"), dependency("a:further", "3.0"))
        + dependencies(dependency("a:wire"), dependency("a:own", "1.5"), dependency("a:elsewhere"))
    )

    assert several(found, "a:wire") == [("2.0", None)]
    assert several(found, "a:own") == [("1.5", None)]
    assert several(found, "a:further") == [("3.0", None)]
    assert several(found, "a:elsewhere") == [(None, None)]


def test_an_imported_list_of_versions_is_named() -> None:
    bom = dependency("org.acme:bom", "7.1", "<type>pom</type><scope>import</scope>")

    assert versions(pom(managed(bom)))["org.acme:bom"] == "7.1"


PARENT = (
    "<parent><groupId>org.acme</groupId><artifactId>above</artifactId><version>5.0</version></parent>"
    "<artifactId>below</artifactId>"
)


def test_a_module_has_group_and_version_of_its_parent_and_may_get_more_from_it() -> None:
    found = pom(
        dependencies(dependency("${project.groupId}:twin", "${project.parent.version}"), dependency("a:b")),
        PARENT,
    )

    assert versions(found) == {
        "org.acme:below": "5.0",
        "org.acme:above": "5.0",
        "java": None,
        "org.acme:twin": "5.0",
        "a:b": None,
    }
    assert found.counts == "part"


def test_a_pom_of_modules_does_not_name_all_that_they_need() -> None:
    assert pom("<packaging>pom</packaging><modules><module>a</module></modules>").counts == "part"


def test_a_profile_names_what_it_adds_and_leaves_open_what_it_sets_otherwise() -> None:
    found = pom(
        "<properties><wire>1.0</wire><glue>1.0</glue></properties>"
        + dependencies(dependency("a:wire", "${wire}"), dependency("a:glue", "${glue}"))
        + "<profiles><profile><properties><wire>2.0</wire></properties>"
        + managed(dependency("a:managed", "4.0"))
        + dependencies(dependency("a:added", "${wire}"), dependency("a:managed"))
        + "</profile></profiles>"
    )

    assert several(found, "a:wire") == [(None, None)]
    assert several(found, "a:glue") == [("1.0", None)]
    assert several(found, "a:added") == [("2.0", None)]
    assert several(found, "a:managed") == [("4.0", None)]


@pytest.mark.parametrize(
    ("inner", "least"),
    [
        ("<properties><maven.compiler.source>1.8</maven.compiler.source></properties>", ">=8"),
        ("<properties><java.version>21</java.version></properties>", ">=21"),
        (
            "<properties><jdk>11</jdk></properties><build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId>"
            "<configuration><source>8</source><release>${jdk}</release></configuration></plugin></plugins></build>",
            ">=11",
        ),
        ("", None),
    ],
)
def test_the_release_that_is_compiled_for_is_the_least_java(inner: str, least: str | None) -> None:
    assert several(pom(inner), "java") == [(None, least)]


def test_a_name_that_only_another_file_tells_is_noted() -> None:
    found = pom(dependencies(dependency("a:wire_${scala}", "1.0")))

    assert found.counts == "part"
    assert found.unread == ("what `a:wire_${scala}` names can't be told from this file",)


def test_entities_of_html_in_names_of_people_do_no_harm() -> None:
    assert versions(pom(f"<name>S&oslash;ren</name>{dependencies(dependency('a:b', '1'))}"))["a:b"] == "1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<project><dependencies></project>", "it is no valid XML"),
        ("", "it is no valid XML"),
        ("\0<project/>", "it is no valid XML"),
        ("<settings/>", "it is no <project>"),
        ('<!DOCTYPE p [<!ENTITY a "b">]><project>&a;</project>', "it holds a document type: not read"),
        ("<project>" + "<a>" * 200_000, "it is no valid XML"),
        ("<project>" + " " * MAX_WRITTEN + "</project>", "it is larger than 2 MB"),
        ("<project>\n<<<<<<< ours\n=======\n>>>>>>> theirs\n</project>", "line 2 is left from a git merge"),
    ],
)
def test_what_is_no_pom_is_refused_with_its_reason(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        reading("pom.xml", text)


@given(
    st.lists(
        st.sampled_from("project dependencies dependency groupId version properties profile parent".split())
    )
)
def test_no_order_of_elements_breaks_it(names: list[str]) -> None:
    inner = "".join(f"<{name}>${{a}}" for name in names) + "".join(f"</{name}>" for name in reversed(names))

    assert pom_xml("pom.xml", f"<project>{inner}</project>").counts in ("whole", "part")


GROOVY = """
buildscript {
    ext.kotlin_version = '1.9.24'
    dependencies { classpath "org.acme:build-plugin:8.1" }
}
plugins { id 'java' }
def wireVersion = '2.0.1' // the last that works
ext { glueVersion = "3.1" }
ext.twice = '1'
sourceCompatibility = JavaVersion.VERSION_1_8
targetCompatibility = '11'
repositories { maven { url 'https://example.org/maven:2' } }
/* dependencies { api 'a:commented:1' } */
dependencies {
    implementation "a:wire:$wireVersion"
    api("a:glue:${glueVersion}") { exclude group: 'x', module: 'y' }
    testImplementation group: 'a', name: 'fields', version: '4.0'
    runtimeOnly(
        group: 'a',
        name: 'lines',
        version: wireVersion
    )
    compileOnly 'a:classified:1.2:tests@jar', 'a:second:5'
    implementation platform('a:bom:6.0')
    implementation 'a:managed'
    implementation "a:kotlin:${kotlin_version}"
    implementation "a:computed:${versions.computed}"
    implementation "a:project:${rootProject.ext.glueVersion}"
    implementation "a:unsure:$twice"
    implementation 'a:added:' + wireVersion
    implementation "a:named_$scala:1.0"
    implementation project(':core')
    implementation files('libs/a.jar')
    constraints { implementation('a:bound:[1.0, 2.0[') { because 'of x:y:1' } }
    if (project.hasProperty('x')) { implementation 'a:maybe:1.+' } else { implementation 'a:latest:latest.release' }
    // implementation 'a:gone:1'
}
dependencyManagement { imports { mavenBom "a:spring-bom:7.0" } }
twice = '2'
"""


def test_a_groovy_build_names_what_stands_in_its_dependencies() -> None:
    found = reading("build.gradle", GROOVY)

    assert ranges(found) == {
        "java": ">=8",
        "a:wire": "2.0.1",
        "a:glue": "3.1",
        "a:fields": "4.0",
        "a:lines": "2.0.1",
        "a:classified": "1.2",
        "a:second": "5",
        "a:bom": "6.0",
        "a:managed": None,
        "a:kotlin": "1.9.24",
        "a:computed": None,
        "a:project": "3.1",
        "a:unsure": None,
        "a:added": None,
        "a:bound": "[1.0, 2.0[",
        "a:maybe": "1.+",
        "a:latest": None,
        "a:spring-bom": "7.0",
    }
    assert set(versions(found).values()) == {None}
    assert (ecosystems(found), found.counts) == ({"maven"}, "part")


KOTLIN = """
plugins { kotlin("jvm") version "2.0.0" }
val wire = "1.2"
java { toolchain { languageVersion = JavaLanguageVersion.of(21) } }
tasks.test { javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(17) } }
kotlin {
    sourceSets {
        val commonMain by getting { dependencies { api("a:common:${wire}") } }
        jvmMain.dependencies { implementation(libs.okay.core) }
    }
}
dependencies {
    implementation(group = "a", name = "named", version = "9")
    implementation(platform(libs.bom))
    implementation(libs.bundles.net)
    implementation(libs.plugins.shadow)
    implementation(testLibs.mock.get())
    implementation(libs.findLibrary("found-late").get())
    testImplementation(kotlin("test"))
    add("ksp", "a:added:3!!")
    implementation("a:by-catalog:${libs.versions.x.get()}")
    implementation(projects.core)
    implementation(\"\"\"a:long:1\"\"\")
}
"""


def test_a_kotlin_build_names_them_too_and_what_it_takes_from_a_version_catalog() -> None:
    assert ranges(reading("build.gradle.kts", KOTLIN)) == {
        "java": ">=21",
        "a:common": "1.2",
        "libs.okay.core": None,
        "a:named": "9",
        "libs.bom": None,
        "libs.bundles.net": None,
        "testLibs.mock": None,
        "libs.found.late": None,
        "org.jetbrains.kotlin:kotlin-test": None,
        "a:added": "3",
        "a:by-catalog": None,
        "a:long": "1",
    }


def test_a_build_script_without_dependencies_may_get_them_from_elsewhere() -> None:
    found = reading("build.gradle", "apply from: 'common.gradle'\n")

    assert (found.dependencies, found.counts) == ((), "part")


@pytest.mark.parametrize(
    "text",
    ["dependencies {", "}}}}", 'dependencies { api "a:b', "/* dependencies {", "dependencies { api '''a:b:1",
     "dependencies { group: }", "dependencies { api group: 'a', name: }", "= = =", "dependencies { " + "{" * 1000,
     '"\\' * 100_000, "dependencies { api libs." + "get." * 50_000 + "x }", "dependencies { api '" + "a:" * 50_000 + "' }"],
)  # fmt: skip
def test_a_broken_script_gives_nothing_and_takes_no_time(text: str) -> None:
    assert [one.name for one in gradle_build("build.gradle", text).dependencies] in ([], ["a:b"])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (" " * MAX_WRITTEN + "x", "it is larger than 2 MB"),
        ("<<<<<<< ours\n=======\n>>>>>>> theirs\n", "line 1 is left from a git merge"),
    ],
)
def test_what_is_no_build_script_is_refused_with_its_reason(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        reading("build.gradle.kts", text)


@given(st.text("dependencies {}()[]'\"\\$:=/*\na1.,"))
def test_no_text_breaks_a_build_script(text: str) -> None:
    assert gradle_build("build.gradle", f"dependencies {{{text}").counts == "part"


CATALOG = """
[versions]
okay = "3.9.0"
rich = { strictly = "[1.7, 1.8[", prefer = "1.7.25" }

[libraries]
okay-core = { module = "org.acme:okay", version.ref = "okay" }
okay_net = { group = "org.acme", name = "okay-net", version = { require = "4.0" } }
bom = "org.acme:bom:5.1"
logging = { module = "org.acme:logging", version.ref = "rich" }
managed = { module = "org.acme:managed" }
untaken = "org.acme:untaken:1.0"
odd = 7
lost = { module = "org.acme:lost", version.ref = "nobody" }

[bundles]
net = ["okay-core", "okay_net", "nobody"]

[plugins]
shadow = { id = "org.acme.shadow", version = "8.0" }
"""


def build(folder: str, *names: str) -> Importer:
    text = "\n".join(f"    api({name})" for name in names)
    return Importer(folder, reading("build.gradle.kts", f"dependencies {{\n{text}\n}}").dependencies)


def test_a_version_catalog_gives_what_the_build_scripts_take_from_it() -> None:
    asked = [
        build("a", "libs.bundles.net", "libs.logging"),
        build("b", "libs.managed", "libs.lost", "libs.nowhere"),
    ]

    found = locked("gradle/libs.versions.toml", CATALOG, *asked)

    assert found
    assert ranges(found) == {
        "org.acme:okay": "3.9.0",
        "org.acme:okay-net": "4.0",
        "org.acme:logging": "[1.7, 1.8[",
        "org.acme:managed": None,
        "org.acme:lost": None,
    }
    assert (found.counts, set(versions(found).values())) == ("part", {None})
    assert found.dependencies[0].origin == "gradle/libs.versions.toml"


def test_a_catalog_of_another_name_gives_what_is_asked_by_that_name() -> None:
    asked = build(".", "testLibs.okay.core", "libs.bom")

    found = locked("gradle/testLibs.versions.toml", CATALOG, asked)

    assert found
    assert ranges(found) == {"org.acme:okay": "3.9.0"}


def test_a_catalog_from_which_nobody_takes_anything_is_for_none_of_them() -> None:
    assert locked("gradle/libs.versions.toml", CATALOG, build(".", '"a:b:1"')) is None


def test_a_catalog_that_nobody_asks_names_all_it_holds() -> None:
    assert ranges(reading("gradle/libs.versions.toml", CATALOG))["org.acme:untaken"] == "1.0"


@pytest.mark.parametrize(
    "text",
    ["libraries = 1", "[libraries]\na = ':'\nb = '::'\nc = {}\nd = { module = 1 }", "[bundles]\nx = 1"],
)
def test_entries_of_a_wrong_shape_name_nothing(text: str) -> None:
    assert reading("gradle/libs.versions.toml", text).dependencies == ()


LOCK = """\
# This is a Gradle generated file for dependency locking.
org.acme:okay:3.9.1=compileClasspath,runtimeClasspath
org.acme:wire:2.0=compileClasspath
org.acme:wire:2.1=testRuntimeClasspath
empty=annotationProcessor
"""


def test_a_gradle_lockfile_gives_exact_versions() -> None:
    found = locked("gradle.lockfile", LOCK, build(".", '"org.acme:okay:3.9.0"'))

    assert found
    assert several(found, "org.acme:okay") == [("3.9.1", None)]
    assert several(found, "org.acme:wire") == [("2.0", None), ("2.1", None)]
    assert (found.counts, found.unread) == ("whole", ())


def test_a_gradle_lockfile_with_a_bad_line_gives_the_others() -> None:
    found = reading("gradle.lockfile", f"{LOCK}what is this\n")

    assert versions(found)["org.acme:okay"] == "3.9.1"
    assert found.unread == ("not every line of it names a module",)


@pytest.mark.parametrize(
    ("text", "why"),
    [("{}", "it is no gradle.lockfile"), (f"{LOCK}<<<<<<< ours\n", "line 6 is left from a git merge")],
)
def test_what_is_no_gradle_lockfile_is_refused_with_its_reason(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        reading("gradle.lockfile", text)
