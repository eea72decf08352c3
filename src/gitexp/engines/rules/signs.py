"""The discourse signs of a statement: rules, reasons, consequences, places, words. A sign never decides alone.

Each table is a kind of sign, in English, Chinese and Japanese.
"""

from __future__ import annotations

from gitexp.engines.rules.patterns import any_of

CONSTRAINT = any_of(
    r"\bmust(?:n['’]?t| not| never)?\b",
    r"\bshould(?:n['’]?t| not| never| always| only)\b",
    r"\b(?:never|always)\b(?! mind)",
    r"\b(?:do(?:es)?|can|could|wo|is|are)(?:n['’]?t| not)\b(?= (?:be |want |need |rely|depend|use|touch|change|call|add|assume|put|"
    r"support|work|allow|have|exist|guarantee|necessarily|just|determine|know|remove|edit|modify|run|export|handle|expose))",
    r"\bcan ?not\b|\bcan['’]?t\b",
    r"\b(?:needs?|ha(?:ve|s)|required?) to\b(?! (?:admit|say|check|look|think|ask|step|go\b))",
    r"\b(?:not|only) (?:be )?(?:allowed|permitted|supported|safe|guaranteed|possible|valid|available|accepted)\b",
    r"\b(?:no guarantee|not guaranteed|is reserved|is required|are required|is mandatory|forbidden|prohibited)\b",
    r"\b(?:avoid|make sure|ensure|be careful|beware|refrain from|instead of|rather than|keep in sync|in lockstep)\b",
    r"^(?:please )?(?:do not|don['’]?t|never|always|avoid|prefer|keep|leave)\b",
    r"\bshould be (?:\w+ ){0,3}(?:there|upstream|first|instead|before|after|by hand|in sync|together)\b|\binstead\b\W*$|\b(?:report|fix|done|do it) (?:\w+ )?upstream\b",
    r"\b(?:do(?:n['’]?t| not)|should(?:n['’]?t| not)) (?:think (?:we|you|it|this|that) )?(?:should |want to |need to |wants to )?(?:touch|change|edit|modify)\b",
    r"\bno (?:more|new|further) [\w`]+ (?:should|may|can|must)\b|\b(?:is|was|are) (?:on purpose|intentional|intended|deliberate|by design)\b",
    r"\bonly (?:works?|when|if|for|in|on|the)\b|\bunless\b|\bprefer(?:red|s|ably)?\b",
    r"必须|必須|不能|不可|不得|禁止|不要|不应|不應|务必|需要|应该|應該|只能|避免|注意",
    r"(?:ては|では)(?:いけ|なら|なり)|なければ|べき|禁止|避け|必要が?(?:ある|です|があり)|(?:て|で)ください|ないでください|できません|できない",
)

COMMAND = any_of(
    r"\b(?:must|never|should(?:n['’]t| not| never| always| only)|do not|don['’]t|(?:may|can) ?not|can['’]t|needs? to|ha(?:s|ve) to|make sure|be careful|keep in sync|is required|are required)\b",
    r"必须|不能|不可|不得|禁止|不要|不应|务必|只能|ては(?:いけ|なら)|なければ|べき|ないでください|必要があり",
)
"""The core of CONSTRAINT: what no one takes for a description."""

DIRECTIVE = any_of(
    r"\bshould(?:n['’]t| not)? (?!we\b|i\b|you\b|it\b|this\b|that\b|be (?:fine|ok|okay|good|enough|possible|easy|trivial|simple|able)\b|work\b|probably\b)[a-z]+",
    r"\b(?:off[- ]limits|on purpose|by hand|no more|at most|at least once|one per|only (?:before|after|once|through|via|from|inside|with|by|used))\b|\bleave (?:\S+ ){1,4}(?:out|alone|in|there|as it is)\b|\bplease no\b|^no \S+ (?:here|in|on|below|outside)\b",
    r"\b(?:goes|go|belongs?) (?:through|into|in|to|via|first|last|before|after)\b|\b(?:has|have|had) to\b|\bnot (?:by|from|on|in|the) \S+",
    r"一律|统一|不许|不准|不允许|不支持直接|(?:^|[，。；、：\s])(?:请|先|别|要|只|都要|得)(?=[^是有么])|(?:就好|就行|即可)",
    r"のほうに|側に|(?:先|事前|必ず|常)に|だけ(?:を|で|に|が)|初めて|以外は|統一|そろえ|原則",
)
"""What is said as a rule without a word of command; weaker than CONSTRAINT."""

WHY_NOT = any_of(
    r"\bwe(?:['’]ve| have| had)? (?:already )?tried\b|\bhad to (?:revert|back)|\bwas reverted\b|\breverted (?:because|since|as|due)\b",
    r"\b(?:would|will|could|can|may|might|to|and|which|that|this|it|then) (?:also |silently |then |still )?"
    r"(?:break|fail|crash|hang|leak|deadlock|overflow|race|regress|corrupt|lose|drop|clobber|overwrite|block|throw|panic|conflict)s?\b",
    r"\b(?:breaks?|broke|fails?|crash(?:es|ed)?|hangs?|deadlocks?|leaks?|corrupts?|loses?|flaky|regress(?:es|ion|ed)?)\b",
    r"\b(?:does|do|did|will|would|wo)(?:n['’]?t| not) (?:actually |really |always |necessarily )?"
    r"(?:work|happen|guarantee|exist|trigger|apply|hold|survive|match|contain|know|see|support|include|cover|run|fire|propagate|reach)\b",
    r"\b(?:breaking change|backwards?[- ]compatib\w+|race condition|undefined behaviou?r|out[- ]of[- ]bounds|dead ?lock|side[- ]effects?)\b",
    r"\b(?:not (?:enough|deterministic|thread[- ]safe|idempotent|reliable|stable|portable|atomic))\b|\bno longer\b",
    r"会(?:导致|造成|引起|破坏|崩溃|失败|报错)|不(?:生效|工作|兼容|支持)|崩溃|死锁|回滚|失败",
    r"壊れ|失敗|動(?:か|き)な|動きません|競合|落ち(?:る|ます)|クラッシュ|デッドロック|対応していな",
)

CONSEQUENCE = any_of(
    r"\b(?:wipe[sd]?|overwrit(?:es?|ten|ing)|clobber(?:s|ed)?|replaces? (?:the|this|that|all|every)|discard(?:s|ed)?|throws? away|drop(?:s|ped)|los(?:t|ing)|missed|misses|vanish(?:es|ed)?|disappear(?:s|ed)?|"
    r"(?:is|are|be|was|were|gets?|got) (?:\w+ )?(?:gone|lost|deleted|wiped|dropped|ignored|skipped|overwritten|thrown away|truncated|locked|blocked|stuck|stale|wrong|empty|twice|charged|duplicated)|"
    r"r(?:a|u)ns? out of|times? out|timed out|stood still|went down|took down|out of memory|oom(?:ed|s)?|stuck|slow(?:er|s down|ed down)|double[sd]?|leaves? out|never (?:see|know|get|reach|notice|delete|run|fire)s?|won['’]t (?:even )?\w+|wouldn['’]t \w+)\b",
    r"\bnot (?:be |been |get )?(?:caught|catched|covered|seen|picked up|respected|honou?red|recogni[sz]ed|detected|applied|propagated|synced|updated|reset|released)\b|\bthe (?:root cause|cause|culprit) (?:is|was)\b|\bobsolete\b|\banymore\b",
    r"\bfrom \d[\d.,]* ?\w* to \d|\b\d+(?:\.\d+)? ?% (?:slower|more|of|less|faster)\b|\bfor (?:\d+|two|three|several) (?:minutes|hours|days|weeks)\b|\b(?:last|first) time\b|\bwe (?:had|chased|lost|hit|saw|spent|got) (?:this|that|it|exactly|two|three|\d+|an? )",
    r"会(?:被|把|导致|造成|引起|破坏|崩溃|失败|报错|缺|丢|漏|多|少|变|算|偏|跑|卡|错)|冲掉|覆盖|没了|丢(?:了|失|掉)|漏(?:了|掉|算)|缺(?:了|大概|失)?.{0,6}\d|挂了|打满|卡(?:死|在|住)|超时|对不上|算(?:到|成)|重复|泄漏|溢出|过充|偏(?:低|高)|出过(?:事|问题)|踩过坑|被坑|误以为|以为是",
    r"(?:て|で)しま(?:う|い|った)|消え|ずれ|狂(?:う|い|った)|止ま(?:る|り|った)|遅く|無くな|なくな(?:る|り|った)|二重|重複|漏れ|上書き|巻き戻|はまっ|ハマっ|障害|事故|取りこぼ|数え(?:る|て)",
)
"""What happens, or happened once: a reason beside a rule, and little alone."""

ORIGIN = any_of(
    r"\b(?:copied|vendored|imported|generated|taken|synced|mirrored) (?:literally |verbatim |directly |automatically )?(?:from|by|with|upstream)\b",
    r"\b(?:a |the )?(?:verbatim |literal )?copy of\b|\bauto[- ]?generated\b|\bgenerated (?:file|code)\b|\bsource of truth\b|\b(?:edited|tweaked|written|maintained) by hand\b",
    r"\b(?:is|are|was|gets?) (?:\w+ )?(?:written|generated|dumped|produced|emitted|exported|built|rendered|synced|overwritten|replaced) (?:\w+ )?(?:by|from|out of)\b|\bedited the output\b|\bdumps? it from\b|\bpicks? (?:it|them) up from\b",
    r"自动生成|拷贝自|是.{1,40}生成的|由.{1,40}生成|同步(?:过来|自)|自動生成|から(?:自動)?生成|コピー元|から.{1,30}(?:吐い|出力|作(?:って|られ))",
)

LOCATION = any_of(
    r"\b(?:is|are) (?:only |just |solely |exclusively |meant |intended |reserved |made )+(?:meant |intended )?(?:for|used (?:in|by|for)|shared with)\b",
    r"\b(?:the )?(?:entry point|entrance|home|canonical (?:place|copy)|single source) (?:is|for|of)\b|\bbelongs? (?:in|to|under|into)\b",
    r"\b(?:lives?|resides?|belongs?|goes|sits) (?:in|under|at|inside|to|with|next to)\b",
    r"\b(?:is|are|was|were|gets?|be) (?:\w+ly )?(?:defined|located|declared|generated|copied|maintained|handled|implemented|checked|"
    r"stored|kept|set|computed|vendored|imported|built|documented|created|populated|registered) (?:literally )?"
    r"(?:in(?! order)|by|from|at|inside|under|upstream|with)\b",
    r"\b(?:auto[- ]?generated|generated (?:file|code|by|from)|a copy of|copied from|source of truth|upstream|vendored)\b",
    r"位于|定义在|放在|在.{1,30}(?:里|中|目录|模块)(?:定义|实现|处理)|自动生成",
    r"(?:单独|专门)(?:为|给|用于|用来)|只(?:应该|会|在|能)?在.{1,24}(?:里|中|使用|用)|专用|归.{1,12}(?:管|负责)|入口在|属于|専用|だけが(?:使|持)|が管理|が担当|の責務|側で(?:やる|持つ|行う|管理)",
    r"に(?:あります|ある|定義|置い|置か|移)|自動生成|から生成",
)

TERM = any_of(
    r"\b(?:is|are|was) (?:also )?(?:called|named|termed) (?:(?:an?|the|our) )?[`\"“'*A-Z]|\b(?:is|are|was) (?:also )?(?:known as|short for|another (?:name|word) for)\b|\b(?:is|are) what .{1,40}\bcall(?:ed|s)?\b",
    r"\b(?:refers? to|stands? for|a\.?k\.?a\.?|by [\"“`]\w[^\"”`]{0,40}[\"”`] (?:we|i|it) mean)\b",
    r"(?:[`\"”'][^`\"”']{1,40}[`\"”']|\b[A-Z]\w+) (?:really |actually |here )?means?\b|\bwe call\b|\bterminology\b|\bnaming (?:scheme|convention)\b",
    r"\bis (?:just |only |really )?(?:an alias|a synonym|shorthand|jargon|our (?:word|name|term)|what (?:we|you|they) call|the (?:name|word|term) (?:of|for|we))\b|\b(?:two|different|same) (?:names?|words?) for\b|\bnot to be confused with\b|\bdistinct from\b|\bin our (?:terms|terminology|parlance|code ?base)\b",
    r"(?:[\"“*](?:[^\"”*\n]{2,30})[\"”*]),? (?:in (?:this|our|\w+)(?: \w+)? )?(?:is|are|means?|stands for)\b|\bwording\b|\bconfusing (?:word|name|term)\b",
    r"(?:这里|代码里|我们|咱们).{0,12}(?:叫|是说|指)|.{1,12}叫 ?`|`[^`]{1,30}` ?(?:是说|是指|指|表示|叫)|用語|`[^`]{1,30}` ?(?:は|が|って).{1,40}(?:のこと|です|を指|と呼)",
    r"(?:叫做|称为|稱為|指的是|是指|意思是|即为)",
    r"(?:と呼|っていうのは|とは.{1,40}(?:のこと|を指)|という意味|を指し|を指す|の略)",
)

REASON = any_of(
    r"\b(?:because|since|otherwise|so that|due to|as otherwise|in order to|thereby|thus|hence|therefore)\b",
    r"\b(?:to (?:avoid|prevent|ensure|keep|make sure|not break|reduce|preserve))\b",
    r"\b(?:which|that|this|it) (?:means|causes?|caused|leads? to|results? in|makes?|breaks?|prevents?|allows?|is why|would|will|can)\b",
    r"\b(?:the reason|that['’]?s why|or else|leads? to|results? in|causes|given that|the (?:problem|issue|point|cause) (?:is|was|here|with))\b|\bso (?:this|that|it|we|you|the|they|there|now)\b",
    r"\bas (?:it|we|they|the|this|that|there|otherwise|users?|some|you)\b|(?:^|[,;] ?)so\b|\bif (?:you|we|the|it|a|an|one|someone|this)\b",
    r"因为|因為|由于|由於|否则|否則|以免|以便|所以|因此|这样|會導致|会导致|导致|为了|防止",
    r"から|ため|ので|さもないと|そうしないと|なぜなら|によって|防ぐ|避けるため",
)
