"""The discourse signs that the rules read: constraints, reasons, places, words; hedges, chores, agreement, dissent.

Each table is a kind of sign, in English, Chinese and Japanese. A sign never decides alone.
"""

from __future__ import annotations

import re


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.I)


CONSTRAINT = _any(
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
    r"(?:ては|では)(?:いけ|なら|なり)|なければ|べき|禁止|避け|必要が?(?:ある|です|があり)|してください|ないでください|できません|できない",
)

WHY_NOT = _any(
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

ORIGIN = _any(
    r"\b(?:copied|vendored|imported|generated|taken|synced|mirrored) (?:literally |verbatim |directly |automatically )?(?:from|by|with|upstream)\b",
    r"\b(?:a |the )?(?:verbatim |literal )?copy of\b|\bauto[- ]?generated\b|\bgenerated (?:file|code)\b|\bsource of truth\b|\b(?:edited|tweaked|written|maintained) by hand\b",
    r"自动生成|拷贝自|自動生成|から生成|コピー元",
)

LOCATION = _any(
    r"\b(?:lives?|resides?|belongs?|goes|sits) (?:in|under|at|inside|to|with|next to)\b",
    r"\b(?:is|are|was|were|gets?|be) (?:\w+ly )?(?:defined|located|declared|generated|copied|maintained|handled|implemented|checked|"
    r"stored|kept|set|computed|vendored|imported|built|documented|created|populated|registered) (?:literally )?"
    r"(?:in|by|from|at|inside|under|upstream|with)\b",
    r"\b(?:auto[- ]?generated|generated (?:file|code|by|from)|a copy of|copied from|source of truth|upstream|vendored)\b",
    r"位于|定义在|放在|在.{1,30}(?:里|中|目录|模块)(?:定义|实现|处理)|自动生成",
    r"に(?:あります|ある|定義|置い|置か|移)|自動生成|から生成",
)

TERM = _any(
    r"\b(?:is|are|was) (?:also )?(?:called|named|known as|termed|short for|another (?:name|word) for)\b",
    r"\b(?:refers? to|stands? for|a\.?k\.?a\.?|by [\"“`]\w[^\"”`]{0,40}[\"”`] (?:we|i|it) mean)\b",
    r"(?:[`\"”'][^`\"”']{1,40}[`\"”']|\b[A-Z]\w+) (?:really |actually |here )?means?\b|\bwe call\b|\bterminology\b|\bnaming (?:scheme|convention)\b",
    r"(?:叫做|称为|稱為|指的是|是指|意思是|即为)",
    r"(?:と呼|という意味|を指し|を指す|の略)",
)

REASON = _any(
    r"\b(?:because|since|otherwise|so that|due to|as otherwise|in order to|thereby|thus|hence|therefore)\b",
    r"\b(?:to (?:avoid|prevent|ensure|keep|make sure|not break|reduce|preserve))\b",
    r"\b(?:which|that|this|it) (?:means|causes?|caused|leads? to|results? in|makes?|breaks?|prevents?|allows?|is why|would|will|can)\b",
    r"\b(?:the reason|that['’]?s why|or else|leads? to|results? in|causes|given that|the (?:problem|issue|point) (?:is|here|with))\b",
    r"\bas (?:it|we|they|the|this|that|there|otherwise|users?|some|you)\b|(?:^|[,;] ?)so\b|\bif (?:you|we|the|it|a|an|one|someone|this)\b",
    r"因为|因為|由于|由於|否则|否則|以免|以便|所以|因此|这样|會導致|会导致|导致|为了|防止",
    r"から|ため|ので|さもないと|そうしないと|なぜなら|によって|防ぐ|避けるため",
)

HEDGED = _any(
    r"\b(?:maybe|perhaps|not (?:entirely |totally |really |quite |100% )?(?:sure|certain)|unsure|i guess|i wonder|no idea|don['’]?t (?:really )?know|"
    r"might be (?:nice|good|better|worth|useful)|could be (?:nice|good|better)|i suppose|i assume|if i (?:understand|remember|recall)|"
    r"not familiar|i may be|i might be|what do you think|wdyt|thoughts|curious|does (?:this|that|it) make sense|looks like you|"
    r"feel free|up to you|if (?:someone|anyone|somebody|you) (?:has|have|wants?|likes?|feels?|prefers?|cares?)|not a blocker|just a (?:thought|suggestion|nit)|alternatively|i['’]?d (?:be fine|be ok|like to))\b",
    r"也许|可能是|不确定|不太清楚|是不是|要不要|我猜|或许",
    r"かもしれ|でしょうか|わからない|思うのですが|どうでしょう|かな[?？。]?$",
)

PASTED = _any(
    r"\bline \d+, in \b|^Traceback\b|^File \"|^\s*at [\w.$<>]+\(|^\w*(?:Error|Exception|Warning): |^(?:\$|>>>|#) \w|\b0x[0-9a-f]{6,}\b|={5,}|-{5,}",
)

HYPOTHETICAL = _any(
    r"\b(?:what if|would it|could we|should we|can we|shall we|how about|why not|suppose|imagine|let['’]?s say|in theory|hypothetically)\b",
    r"如果.{0,20}会怎样|能不能|可不可以|もし.{0,30}(?:たら|れば).{0,20}[?？か]$",
)

CHORE = _any(
    r"\b(?:nit(?:pick)?|typo|trailing (?:space|whitespace|comma|newline)|extra (?:space|line|newline|blank)|whitespace|indent(?:ation|ed)?|"
    r"newline at|blank line|import order|sort(?:ed)? imports?|reformat|clang-format|prettier|eslint|lint(?:er)?|squash|rebase|cherry-pick|"
    r"re-?review|merge conflict|ci (?:is|fail|pass)|changelog|release note|spelling|grammar|wording|rephrase|camel ?case|snake ?case)\b",
    r"空格|缩进|拼写|改名|格式化|变基|错别字|タイポ|インデント|空白|誤字|リベース|整形",
)

THIS_DIFF = _any(
    r"\b(?:this|the|your|my|current|latest|last) (?:pr|pull request|mr|patch|commit|diff|branch|change(?:set|s)?|revision|version of the patch)\b",
    r"\b(?:here you|you (?:added|changed|removed|forgot|missed|renamed|moved|need|want|have|can|could|should|may|might)|"
    r"in a (?:follow[- ]?up|separate|later)|follow[- ]?up|out of scope|for now|short[- ]term|temporar(?:y|ily)|in the meantime|next (?:pr|commit|patch)|later on)\b",
    r"^(?:please |pls |can you |could you |let['’]?s |we (?:can|could|should) )?(?:please )?"
    r"(?:add|remove|delete|rename|move|update|fix|change|replace|revert|use|drop|put|extract|inline|split|merge|squash|rebase|test|document|mention)\b",
    r"\b(?:as (?:mentioned|said|discussed|above|below)|see (?:above|below|my|comment))\b",
    r"本次|这个(?:PR|提交|改动|补丁)|这次|このPR|このコミット|今回",
)

OWN_DOING = _any(
    r"^(?:thanks|thank you|hi|hey|sorry|hm+|ah|oh)\b[ ,.!]",
    r"\b(?:i|we)(?:['’]?(?:ve|ll|m)| have| had| will| am| was| did| just| also| now)*? ?(?:added|removed|changed|moved|updated|fixed|went|found|"
    r"left|kept|guess|noticed|pushed|tested|opened|created|submitted|rebased|ran|checked|looked|wrote|made|thought|meant|forgot|missed|reverted)\b",
    r"\bi['’](?:ll|m|d|ve)\b|\bwe['’]ll (?:need|have|want|also|then)\b|\b(?:i|we) will\b|\bmy (?:thinking|point|guess|understanding|take|opinion|suggestion|approach|change|bad)\b",
    r"\b(?:you (?:supported|said|meant|mentioned|suggested|wrote)|your (?:point|comment|suggestion|question|concern))\b",
    r"\b(?:[ls]gtm|[cut]?ack|utack|tack|approved|looks good|thanks|thank you|good catch|nice catch|well spotted|great work|awesome)\b",
    r"^@[\w-]+|^(?:cc|fyi|btw|edit|update)\b|^(?:added|removed|changed|moved|updated|fixed|reverted|renamed|addressed|done)\b",
    r"^(?:我|谢谢|感谢|好的|已经?|收到)|^(?:私は|ありがとう|了解|確認し|修正し|対応し)",
)

OPINION = _any(
    r"\bi (?:really |also |still |just |personally |kind of |would |do |(?:do|did|would)(?:n['’]?t| not) )*?"
    r"(?:like|liked|love|prefer|believe|think|feel|find|see why|be happy|be fine|be ok|mind|want|hope|expect|assume|suspect|was trying|am trying)\b",
    r"\b(?:imo|imho|personally|in my (?:opinion|view|mind)|to me\b|tbh|my preference)\b",
    r"我(?:觉得|认为|想|感觉|喜欢|倾向)|個人的には|と思(?:う|い)|気がし",
)

AGREED = _any(
    r"^[*_>\s]*(?:done|fixed|addressed|resolved|updated|changed|removed|added|reverted|applied|ok(?:ay)?|yes|yep|yeah|yup|right|sure|agreed?|"
    r"true|indeed|correct|exactly|makes sense|sounds good|good (?:point|catch|idea|call|to know)|nice catch|great (?:catch|point|idea)|"
    r"ah|oh|oops|whoops|my bad|sorry|thanks?(?: you)?|will do|fair|got it|sgtm|lgtm|\+1|👍|no (?:problem|worries)|ack|acknowledged|understood|noted|absolutely|definitely)"
    r"(?![\w'’])(?!,? but\b)",
    r"\b(?:i agree|you(?:['’]re| are) right|that(?:['’]s| is) (?:right|true|correct|a good point|fair)|good (?:point|catch|call)|"
    r"nice catch|thanks for (?:catching|the|pointing|explaining|letting)|(?:i(?:['’]ve| have)?|just|now) "
    r"(?:just |now |also )?(?:fixed|updated|changed|removed|added|reverted|addressed|moved|renamed|pushed|applied|done|dropped|switched|submitted)|"
    r"(?:fixed|addressed|done|changed|updated|removed|reverted) (?:in|with|by|it|this|that|the|now)|(?:what|as) (?:you )?suggested|makes sense|sgtm)\b",
    r"^(?:ok(?:ay)?,? |sure,? |yes,? )?(?:i['’]?ll|i will|will|let me|going to|gonna) (?:refactor|change|fix|update|remove|add|move|rename|drop|switch|"
    r"revert|do (?:that|this|so|it)|use|adapt|adjust|rework|simplify|try that|address)\b|\bi['’]ll (?:refactor|change|fix|update|remove|adapt|rework)\b",
    r"^(?:converting|reverting|changing|switching|moving|switched|dropped|replaced|renamed|moved|reworked|refactored|converted|simplified|removing)\b",
    r"已(?:修改|修复|更新|处理|删除|添加|改)|同意|好的|明白|收到|有道理|确实|没错|赞同|感谢指出|改好了",
    r"修正(?:し|済)|対応(?:し|済)|了解|同意|確かに|なるほど|そうですね|おっしゃる通り|ありがとう|直しました|変更しました",
)

COURTESY = re.compile(
    r"[*_>\s]*(?:thanks?(?: you)?(?: (?:a lot|so much|for \S.{0,60}))?|sorry(?: about that)?|oh|ah|oops|hi|hey)[\s!.,:)]*",
    re.I,
)
"""Thanks and sorry alone take no stand."""

DISSENT = _any(
    r"^[*_\s]*(?:no|nope|nah|not (?:really|quite|necessarily|true)|wrong|disagree)\b(?! (?:problem|worries|need|more))",
    r"\b(?:i|we) (?:still |strongly |respectfully )?disagree\b|\b(?:that|this|it|which)(?:['’]s| is| was) (?:still |just |plain |simply )?"
    r"(?:wrong|incorrect|false|mistaken|not (?:true|right|correct|quite right|the case))\b|\bthat (?:won|doesn|can)['’]?t (?:work|hold|be right)\b",
    r"\b(?:i (?:disagree|don['’]?t agree|don['’]?t think (?:so|that|this|it)|beg to differ|object)|"
    r"that(?:['’]s| is) (?:not (?:true|correct|right|quite|the case|how)|wrong|incorrect)|this is (?:wrong|incorrect|not (?:true|correct))|"
    r"(?:was|were|am|is|are) (?:wrong|mistaken|incorrect)|on second thought|never ?mind|scratch that|ignore (?:this|that|my|me)|"
    r"i (?:was|am) wrong|i take (?:it|that) back|turns out (?:it|this|that|i|we)|actually[, ]+(?:no|it|this|that|i)|"
    r"why (?:not|would|do|is|should)|not convinced|i['’]?d rather (?:not|keep|have)|i (?:would )?prefer (?:to|not|the|keeping)|"
    r"(?:can|could|does|do|will|would|is|was)(?:n['’]?t| not) (?:work|true|hold)|unfortunately)\b",
    r"不同意|不对|不是这样|其实(?:不|没)|错了|算了|反对|但是|违う|違い?ます|反対|いや|実は|やはり|ですが",
)

REFERS_BACK = re.compile(
    r"^(?:yes|no|yeah|yep|right|ok(?:ay)?|sure|well|oh|indeed|true|exactly|actually|hm+)\b|^(?:and |but |so |also |then |however,? |otherwise,? |(?:because|since) (?![^,]{10,},)|which |in (?:this|that) case,? |"
    r"(?:for|on|in|regarding|about|as for) the (?:latter|former|first|second|other|same|above|next|last)\b|if (?:so|not)\b|then,? |same |likewise|ditto|the (?:same|former|latter|above|problem|issue|reason|other|original|previous|earlier) |both |either |neither |such )",
    re.I,
)
POINTS = re.compile(
    r"\b(this|that|it|its|it['’]s|they|them|these|those|here|there|above|below)\b(?:[ ]+([a-z`][\w`-]*))?|这个|这里|这样|那个|它|これ|それ|ここ|この|その",
    re.I,
)
