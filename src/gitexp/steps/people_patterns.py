"""What tells a person's address, name or home folder from what only looks like one, as data."""

from __future__ import annotations

COUNTRIES = frozenset(
    """ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd
    cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf
    gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km
    kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz
    na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg
    sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc
    ve vg vi vn vu wf ws ye yt za zm zw""".split()
)
TOP_LEVEL = frozenset(
    """com org net edu gov mil int info biz app dev xyz online site tech cloud email mail blog shop store club live pro
    page world life today company agency digital systems solutions software engineer engineering design studio media
    network group team space website work works academy university school foundation institute international expert
    consulting ventures capital finance bank health care law legal tax money global asia africa berlin london paris nyc
    tokyo wien hamburg koeln bayern swiss scot wales cat eus gal quebec museum aero coop jobs mobi travel post arpa
    games game fun ninja rocks guru zone social chat cafe bar art photos photography pictures music video film wiki
    community support services center house land city earth green energy science technology computer codes hosting
    domains link click one top vip win bot ltd llc inc gmbh sarl srl plc google amazon apple microsoft lol fyi ooo
    new page day how foo moe monster icu tel win academy plus run sh ist""".split()
)
NO_MAILBOXES = frozenset(
    "noreply no-reply no_reply donotreply do-not-reply git hg svn bzr this super return break continue".split()
)
"""Machines that do not read mail, logins that serve repositories, and Kotlin's labels (`this@Activity.name`)."""
CIPHER_HOSTS = frozenset(("openssh.com", "libssh.org", "lysator.liu.se"))
"""`chacha20-poly1305@openssh.com` is the name of a cipher."""
GENERIC_LOCALS = frozenset(
    """a b c x y foo bar baz me you user user1 user2 users name username yourname your-name your.name your_name first.last
    firstname.lastname email mail your-email your.email your_email youremail someone somebody test test1 tester testuser
    admin root hello hi info contact support john.doe jane.doe johndoe someuser abc""".split()
)
GENERIC_DOMAINS = frozenset(
    """foo.com bar.com baz.com foo.bar bar.baz foobar.com test.com test.org test.net domain.com domain.tld yourdomain.com
    your-domain.com mydomain.com company.com yourcompany.com your-company.com mycompany.com host.com site.com website.com
    server.com abc.com xyz.com somewhere.com nowhere.com address.com a.com b.com x.com y.com""".split()
)
"""Both must be generic for an address to stay: `user@domain.com`."""
TRAILERS = (
    r"(?:signed-off|(?:co-?)?authored|co-author(?:ed)?|co-committed|co-developed|committed|developed|reviewed|acked|nacked|"
    r"tested|reported|suggested|requested|approved|helped|mentored|improved|inspired|merged|debugged|bisected|fixed|"
    r"diagnosed|found|noticed|spotted|proposed|pointed-out|original-patch|patch|based-on-(?:a-)?patch|paired|pair|"
    r"verified|triggered|pushed|submitted|contributed|translated|written|sponsored|maintained|reproduced|"
    r"(?:reported|reviewed|tested|acked|signed-off)(?:-and-[a-z]{1,20}){1,3})-by"
)
KEPT_HOMES = frozenset(("Public", "Default", "Default User", "All Users", "Shared", "linuxbrew", "USERNAME"))
"""Folders beside the homes of people that belong to no one."""
