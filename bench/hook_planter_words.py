"""What planted experiences are made of: sentences with places for what is spoken of, by how many there are."""

from __future__ import annotations

ENGLISH = {
    1: (
        "Leave {0} alone here; it is set up by the deploy job.",
        "never call {0} before the lock is held.",
        "{0} must stay compatible with the mobile client.",
        "Do not add another branch for {0}; ask the owners of the gateway first.",
        "Treat {0} as untrusted until it went through the sanitiser.",
        "Whoever touches {0} has to update the runbook as well.",
        "Measure again after changing {0}, it sits on the hot path.",
    ),
    2: (
        "Keep {0} and {1} in step, else the nightly import breaks.",
        "{0} has to come before {1}.",
        "Do not derive {0} from {1}; they are owned by two teams.",
        "Use {0} rather than {1}, the latter is gone on the edge nodes.",
        "When {0} is absent, {1} must not be guessed.",
        "Only {0} may know about {1}.",
    ),
    3: (
        "Keep {0}, {1} and {2} together, customers copy all three.",
        "{0} goes first, then {1}; {2} comes last of all.",
        "Do not mix {0} with {1} when {2} is in play.",
        "Pass {0} down to {1} and let {2} decide.",
        "Neither {0} nor {1} may depend on {2}.",
    ),
    4: (
        "Change {0} and {1} together with {2} and {3}.",
        "{0} reads what {1} wrote, so {2} must wait for {3}.",
        "Put {0} next to {1}; {2} and {3} are checked by the billing team.",
    ),
}
CHINESE = {
    1: ("修改 {0} 之前先跟网关组确认。", "不要在这里直接使用 {0}，手机端会崩溃。"),
    2: ("{0} 必须在 {1} 之前完成，否则夜间导入会失败。", "{0} 和 {1} 要一起改，不能只改一个。"),
    3: ("{0}、{1} 和 {2} 属于不同的团队，不要混在一起。",),
    4: ("{0} 依赖 {1}，改动时也要检查 {2} 和 {3}。",),
}
JAPANESE = {
    1: ("{0} を変更する前にゲートウェイ担当へ確認すること。", "ここでは {0} を直接使わない。"),
    2: ("{0} は {1} より先に終わらせる。", "{0} と {1} は必ず一緒に直す。"),
    3: ("{0} と {1} と {2} は別のチームのもので、混ぜない。",),
    4: ("{0} を直すときは {1}、{2}、{3} も確認する。",),
}
REASONS = (
    "Two customers lost a day of orders when it was the other way round.",
    "The old gateway answers twice, and nobody noticed for a week.",
    "It was tried in spring and taken back after an outage.",
    "The vendor gives no promise about the order.",
    "Support cannot tell the two cases apart otherwise.",
)
MORE = (
    "This holds for the preview deployments as well.",
    "Ask in the review if you are not sure, there is a dashboard that shows the damage within minutes.",
    "The one exception is the migration of last year, which is still waiting for its owner.",
)
VERBS = frozenset(
    "parse load remove create render fetch resolve merge store update delete handle track check restore condense"
    " compare attach export import prune select filter validate normalize collapse expand highlight launch".split()
)
KEYWORDS = frozenset(
    "func function return const import export from type interface class extends implements async await default"
    " string number boolean null undefined true false void package struct range else elif then done switch case"
    " break continue throw catch finally this self super static public private protected readonly module require"
    " error errors print printf println sprintf fprintf errorf echo local exit test testing assert expect describe"
    " await promise array object keys values length push slice append make bool byte uint int64 float32 float64"
    " ctx context background nil defer chan select goto fallthrough interface typeof instanceof classname"
    " props children onclick span button label input form href http https json yaml html".split()
)
EVERYDAY = frozenset(
    "that this with from have been were they them then than when what which will would should could must into onto"
    " only also just more most some such each every other another about above after again against because before"
    " below between both does doing down during further here there these those under until very where while your"
    " yours their like over same once want need used uses using make makes made take takes work works well good"
    " back even ever without within still first last next left right show shows call calls name names value data"
    " file files line lines text list item items code part parts thing things user users todo note notes example"
    " accurate fully second entire exactly really simple simply already always never actual actually whole certain"
    " correct correctly empty different possible necessary available common current currently existing previous"
    " several however therefore otherwise instead being given known when whether either neither many much less least"
    " since while always often sometimes might cannot doesn isn aren wasn hasn haven didn clear concrete optional"
    " full long short high large small great single multiple able unable across along around among within".split()
)
