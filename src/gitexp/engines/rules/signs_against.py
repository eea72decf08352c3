"""The discourse signs that speak against a statement: guesses, jokes, hearsay, chores, taste, this diff alone.

Each table is a kind of sign, in English, Chinese and Japanese.
"""

from __future__ import annotations

import re

from gitexp.engines.rules.patterns import any_of

HEDGED = any_of(
    r"\b(?:maybe|perhaps|not (?:entirely |totally |really |quite |100% )?(?:sure|certain)|unsure|i guess|i wonder|no idea|don['’]?t (?:really )?know|"
    r"might be (?:nice|good|better|worth|useful)|could be (?:nice|good|better)|i suppose|i assume|if i (?:understand|remember|recall)|"
    r"not familiar|consider (?:using|adding|\w+ing)|i may be|i might be|what do you think|wdyt|thoughts|curious|does (?:this|that|it) make sense|looks like you|"
    r"feel free|up to you|if (?:someone|anyone|somebody|you) (?:has|have|wants?|likes?|feels?|prefers?|cares?)|not a blocker|just a (?:thought|suggestion|nit)|alternatively|i['’]?d (?:be fine|be ok|like to))\b",
    r"\b(?:it|this|that|there) (?:might|may)(?: not)? (?:be|have)\b(?! (?:called|null|empty|none|missing|used|run|re-?used))|\b(?:would|might|could|may) depend\b|\bprobably (?:fine|ok|okay|good|not|best|better|worth|nothing|unrelated)\b|"
    r"\b(?:hard|difficult|impossible) to (?:say|tell|know)\b|\bnot that i know\b|\bhappy to (?:be|hear|change|discuss)\b|\bi could be wrong\b|\bcorrect me\b|\biirc\b|\bafaik\b|\bafaict\b",
    r"\bi (?:was(?:n['’]t| not) aware|did(?:n['’]t| not) (?:know|realis|realiz|notice|see|think)|had no idea|can['’]t think of)",
    r"也许|可能是|说不定|大概是|好像是|不确定|不太清楚|是不是|要不要|我猜|或许",
    r"かもしれ|でしょうか|わからない|思うのですが|どうでしょう|かな[?？。]?$|たぶん|多分|おそらく|気がします|自信(?:が|は)?(?:ない|ありません)",
)

HYPOTHETICAL = any_of(
    r"\b(?:what if|would it|could we|should we|can we|shall we|how about|why not|suppose|imagine|let['’]?s say|in theory|hypothetically)\b",
    r"\bif (?:we|you|one|i|they) (?:did|were to|wanted to|had to|could|ever want(?:ed)?)\b|\b(?:one|you|we) (?:could|might) (?:imagine|argue|say|also|even|instead)\b|\bin an ideal world\b|\bwould be (?:nice|great|cool|better|good|worth|useful|interesting)\b",
    r"如果.{0,20}会怎样|假如|假设|要是.{0,20}就好了|理想情况下|仮に|だったら.{0,12}(?:いい|よい|良い)|能不能|可不可以|もし.{0,30}(?:たら|れば).{0,20}[?？か]$",
)

SARCASTIC = any_of(
    r"(?:^|\s)/s\b|🙄|🤡|\byeah,? right\b|\bwhat could (?:possibly )?go wrong\b|\bas if\b.{0,40}!|\bgood luck with that\b|\bhow hard can it be\b",
    r"^(?:oh )?(?:great|sure|brilliant|fantastic|perfect|wonderful|lovely|right|yeah|yes|of course)[,!.]+ (?:so )?(?:let['’]?s (?:just|simply|also|all)|just |because |why not |another |who needs|nobody |everyone )",
    r"\b(?:because|since) (?:that|this|it) (?:always|never|went|worked) (?:works|fails|out|so well|well)\b|\bwho needs \w+ anyway\b|\bclearly,? (?:nobody|no one|everyone)\b",
    r"呵呵|真是太(?:好|棒)了|干脆.{0,20}(?:算了|得了)|好家伙|谁还需要|さぞ(?:かし)?|どうせ|いっそ.{0,20}(?:ば|たら)|素晴らしいですね.{0,4}(?:笑|w)|（笑）|\(笑\)",
)

HEARSAY = any_of(
    r"^[\"“'‘「『].*[\"”'’」』][.!。]?$",
    r"\b(?:he|she|they|someone|somebody|people|everyone|the (?:bot|tool|linter|ai|model|assistant)|chatgpt|copilot|claude|gemini|gpt-?\d?\w*|stack ?overflow) "
    r"(?:said|says|say|claims?|claimed|told|suggests?|suggested|thinks?|insists?|reckons?)\b|\b(?:allegedly|supposedly|reportedly|apparently|rumou?r)\b",
    r"据说|听说|有人说|(?:他|她|机器人|AI)(?:说|声称)|らしい(?:です|が|。|$)|だそう(?:です|だ)|と言って(?:いた|いる|た|る)|と聞い",
)

PASTED = any_of(
    r"^(?:low|medium|high|critical) severity\b|\b(?:low|medium|high|critical) severity\b\W*$|^~\S[^~\n]*~|\bline \d+, in \b|^Traceback\b|^File \"|^\s*at [\w.$<>]+\(|^\w*(?:Error|Exception|Warning): |^(?:\$|>>>|#) \w|\b0x[0-9a-f]{6,}\b|={3,}|-{5,}|\b(?:create|delete) mode \d{6}\b|^❯|^</?(?:summary|details|table|tbody|thead|td|th|tr|pre|code)\b",
    r"^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE|CRITICAL)\b\]?:?(?= )|^(?:error|warning|note|fatal)(?:\[\w+\])?: |^E +(?:\w*(?:Error|Exception|Warning)\b|assert\b)|^Caused by: ",
)

CHORE = any_of(
    r"\b(?:nit(?:pick)?|typo|trailing (?:space|whitespace|comma|newline)|extra (?:space|line|newline|blank)|whitespace|indent(?:ation|ed)?|"
    r"newline at|blank line|import order|sort(?:ed)? imports?|reformat|clang-format|prettier|eslint|lint(?:er)?|squash|rebase|cherry-pick|"
    r"re-?review|merge conflict|ci (?:is|fail|pass)|changelog|release note|spelling|grammar|wording|rephrase|camel ?case|snake ?case)\b",
    r"空格|缩进|拼写|改名|格式化|变基|错别字|タイポ|インデント|空白|誤字|リベース|整形",
)

THIS_DIFF = any_of(
    r"\b(?:this|the|your|my|current|latest|last) (?:pr|pull request|mr|patch|commit|diff|branch|change(?:set|s)?|revision|version of the patch)\b",
    r"\b(?:here you|you (?:added|changed|removed|forgot|missed|renamed|moved|need|want|have|can|could|should|may|might)|"
    r"in a (?:follow[- ]?up|separate|later)|follow[- ]?up|out of scope|for now|short[- ]term|temporar(?:y|ily)|in the meantime|next (?:pr|commit|patch)|later on)\b",
    r"^(?:please |pls |can you |could you |let['’]?s |we (?:can|could|should) )?(?:please )?"
    r"(?:add|remove|delete|rename|move|update|fix|change|replace|revert|use|drop|put|extract|inline|split|merge|squash|rebase|test|document|mention)\b",
    r"\b(?:as (?:mentioned|said|discussed|above|below)|see (?:above|below|my|comment))\b",
    r"本次|这个(?:PR|提交|改动|补丁)|这次|このPR|このコミット|今回",
)

OWN_DOING = any_of(
    r"^(?:thanks|thank you|hi|hey|sorry|hm+|ah|oh)\b[ ,.!]",
    r"\b(?:i|we)(?:['’]?(?:ve|ll|m)| have| had| will| am| was| did| just| also| now)*? ?(?:added|removed|changed|moved|updated|fixed|went|found|"
    r"left|kept|guess|noticed|pushed|tested|opened|created|submitted|rebased|ran|checked|looked|wrote|made|thought|meant|forgot|missed|reverted)\b",
    r"\b(?:i|we)(?:['’]ve| have| had)? (?:just |also |then |already |now |actually )?(?!needed|used|wanted|called|named|supported|tried|required|agreed|decided|relied|depended|expected|learn|support|need|exceed|proceed|succeed|embed|feed)[a-z]{2,}ed\b",
    r"\b(?:i|we) (?:did|ran|wrote|made|took|put|built|saw|got|gave|hit|sent|split|cut|broke) (?!not|n['’]t)",
    r"\bi['’](?:ll|m|d|ve)\b|\bwe['’]ll (?:need|have|want|also|then)\b|\b(?:i|we) will\b|\bmy (?:thinking|point|guess|understanding|take|opinion|suggestion|approach|change|bad)\b",
    r"\b(?:good|great|reasonable|fair|valid|interesting|nice) (?:question|point|idea|suggestion|catch|find|one)\b|\bas (?:you )?(?:suggested|requested|proposed|discussed|asked)\b|\b(?:still|just|only|also) (?:kept|left) (?:it|this|that|them)\b",
    r"\b(?:you (?:supported|said|meant|mentioned|suggested|wrote)|your (?:point|comment|suggestion|question|concern))\b",
    r"\b(?:[ls]gtm|[cut]?ack|utack|tack|approved|looks good|thanks|thank you|good catch|nice catch|well spotted|great work|awesome)\b",
    r"^@[\w-]+|^(?:cc|fyi|btw|edit|update)\b|^(?:added|removed|changed|moved|updated|fixed|reverted|renamed|addressed|done)\b",
    r"^(?:我(?!们|觉得|认为|个人)|谢谢|感谢|好的|收到)|^已经?(?:改|修|删|加|处理|更新|完成|提交|合并)|^(?:私は|ありがとう|了解|確認し|修正し|対応し)",
)

OPINION = any_of(
    r"\bi (?:really |also |still |just |personally |kind of |would |do |(?:do|did|would)(?:n['’]t| not) )*?(?:think|believe|find|feel|expect|assume|suspect)\b",
    r"\b(?:imo|imho|in my (?:opinion|view|mind)|to me\b|tbh)\b|\bi['’]?(?:m| am) (?:in favou?r|against)\b|\bi would(?:n['’]t| not)? says?\b",
    r"我(?:个人)?(?:觉得|认为)|(?:と|って)思(?:う|い)|気がし",
)
"""What someone holds to be so; for a reason, and taken over, it is more than theirs."""

WISH = any_of(
    r"\bi (?:really |also |still |just |personally |kind of |would |do |(?:do|did|would)(?:n['’]t| not) )*?"
    r"(?:like|liked|love|prefer|see why|be happy|be fine|be ok|mind|want|hope|was trying|am trying)\b",
    r"\bmy (?:inclination|preference|vote|gut)\b|\bi['’]?(?:m| am) (?:not a fan|leaning|inclined|happy|fine|ok)\b|\bi (?:would |['’]d )?(?:vote|lean)\b|\bpersonally\b",
    r"我(?:个人)?(?:想|感觉|喜欢|倾向|偏好)|個人的には",
)
"""What someone would like."""

TASTE = any_of(
    r"\b(?:looks?|reads?|feels?|seems?|is|are) (?:a bit |kind of |rather |really |quite |much |so |very |slightly )?"
    r"(?:weird|ugly|odd|strange|nicer|cleaner|neater|prettier|clunky|more readable|easier to read|confusing to read|less verbose|more elegant|elegant)\b",
    r"更(?:优雅|好看|美观|顺眼)|好み|見やす|読みやす|きれい|綺麗",
)
"""How it looks to someone: no reason of the project."""

CHANGE = any_of(
    r"\b(?:current(?:ly)?|now|nowadays|previous(?:ly)?|before (?:this|that)|as of|used to|no longer|was|were|had|been|did|so far|yet|already|recently|until now|i|me|my)\b",
    r"\bthis (?:pr|pull|commit|change|patch|mr|adds?|fix(?:es)?|removes?|makes?|moves?|allows?|enables?|introduces?|refactors?|also|is|will|has|does)\b",
    r"^(?:add|fix|remove|make|move|allow|enable|introduce|refactor|update|use|replace|rename|split|extract|drop|switch|implement|support|improve|ensure|avoid|prevent|"
    r"clean|simplify|convert|bump|document|test|handle|change|note)(?:e?s|ed|ing)?\b",
    r"现在|目前|之前|以前|原来|本次|这个|现在|これまで|現在|今まで|以前|本PR|このPR|追加し|修正し|変更し",
)
"""How it was, is by now, or came about: what a change tells of itself."""

EXAMPLE = any_of(
    r"^(?:as an example|for example|for instance|e\.g\.)", r"^(?:比如|例如|举个例子)", r"^(?:例えば|たとえば)"
)
"""An example shows; it says nothing to do or to leave."""

COMMON = any_of(
    r"\b(?:best practi[cs]es?|good practice|single responsibility|separation of concerns|don['’]t repeat yourself|\bDRY\b|\bKISS\b|\bYAGNI\b|magic (?:number|string)s?|clean code|code smell|"
    r"(?:hard[- ]?cod\w*) (?:a |the |your )?(?:passwords?|secrets?|credentials?|keys?|tokens?)|sql injection|sanitiz?se? (?:user )?inputs?|null pointer|premature optimi[sz]ation|never trust (?:user )?input|"
    r"(?:unit )?tests? (?:are|is) (?:important|good)|every (?:function|method|class) should|(?:functions?|methods?|variables?|names?) should (?:always )?(?:be (?:short|small|descriptive|meaningful)|have|do one)|"
    r"industry standard|common (?:sense|knowledge|practice)|as (?:everyone|everybody|we all) knows?|well[- ]known|any (?:linter|engineer|developer)|pep ?8)\b",
    r"^in (?:python|go|golang|rust|java|javascript|js|typescript|ts|c|c\+\+|c#|ruby|php|swift|kotlin|bash|shell|sql|git|docker|css|html|yaml|json)\b,?",
    r"最佳实践|硬编码(?:密码|密钥)|魔法(?:数|值)|众所周知|常识|单一职责|ベストプラクティス|マジックナンバー|常識|一般的に(?:は)?|単一責任",
)
"""What holds everywhere and is written in every book."""

VACUOUS = any_of(
    r"^(?:please )?(?:be (?:more )?careful|take care|pay attention|keep (?:that|this|it) in mind|think about (?:it|this|that)|let['’]?s be careful)\b[^,;:]{0,40}$",
    r"\b(?:quality|performance|security|readability|maintainability|consistency|correctness) (?:is|are|must be|should be) (?:\w+ )?(?:important|critical|key|a priority|ensured|considered|improved|good)\b",
    r"(?:注意|保证|提高|重视|考虑)(?:一下)?(?:质量|性能|安全|规范|细节|可读性|可维护性)|要(?:认真|仔细|小心)|(?:品質|性能|安全性|可読性|保守性).{0,8}(?:大事|重要|意識|注意)|気をつけ(?:て|ましょう)|注意(?:して|しましょう)",
)
"""What everyone nods to and nobody can act on."""

ITEM = re.compile(r"(?:^|[\s;,；，])(?:\(?\d{1,2}[.)）]|[①-⑳]|[a-e]\))\s?\S")
"""An item of a list that was written into a line."""
