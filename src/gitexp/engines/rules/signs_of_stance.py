"""How a turn stands to what was said before it: yes, no, a question, a correction, a commit as the answer.

Each table is a kind of sign, in English, Chinese and Japanese.
"""

from __future__ import annotations

import re

from gitexp.engines.rules.patterns import any_of

_AND_NO_MORE = r"(?=\s*(?:[.,!;:)…—–]|-\s|$|(?:in|with|by|it|this|that|the|now|and|as|to|too|both|all|up|via|accordingly|per|thanks|them|these|here|back|also)\b))(?!,? but\b)"
"""What follows where "fixed" reports what was done, and does not describe a thing ("fixed size", "removed items")."""

AGREED = any_of(
    rf"^[*_>\s]*(?:done|fixed|addressed|resolved|updated|changed|removed|added|reverted|applied){_AND_NO_MORE}",
    r"^[*_>\s]*(?:ok(?:ay)?|yes|yep|yeah|yup|right(?! (?:now|after|before|here|there|away))|sure|agreed?|"
    r"true|indeed|correct|exactly|makes sense|sounds good|good (?:point|catch|idea|call|to know)|nice catch|great (?:catch|point|idea)|"
    r"ah|oh|oops|whoops|my bad|sorry(?!,? (?:but|it|i|this|that|no|we|still))|thanks?(?: you)?|will do|fair|got it|sgtm|lgtm|\+1|👍|no (?:problem|worries)|ack|acknowledged|understood|noted|absolutely|definitely)"
    r"(?![\w'’])(?!,? but\b)",
    r"\b(?:i agree|you(?:['’]re| are) right|that(?:['’]s| is) (?:right|true|correct|a good point|fair)|good (?:point|catch|call)|"
    r"nice catch|thanks for (?:catching|the|pointing|explaining|letting)|(?:i(?:['’]ve| have)?|just|now) "
    r"(?:just |now |also )?(?:fixed|updated|changed|removed|added|reverted|addressed|moved|renamed|pushed|applied|done|dropped|switched|submitted)|"
    r"(?:fixed|addressed|done|changed|updated|removed|reverted) (?:in|with|by|it|this|that|the|now)|(?:what|as) (?:you )?suggested|makes sense|sgtm)\b",
    r"^(?:ok(?:ay)?,? |sure,? |yes,? )?(?:i['’]?ll|i will|will|let me|going to|gonna) (?:refactor|change|fix|update|remove|add|move|rename|drop|switch|"
    r"revert|do (?:that|this|so|it)|use|adapt|adjust|rework|simplify|try that|address)\b|\bi['’]ll (?:refactor|change|fix|update|remove|adapt|rework)\b",
    r"^(?:converting|reverting|changing|switching|moving|removing)\b",
    rf"^(?:switched|dropped|replaced|renamed|moved|reworked|refactored|converted|simplified){_AND_NO_MORE}",
    rf"(?:^|[.!,;:] ?)(?:moved|renamed|removed|dropped|applied|reverted|switched|pushed|regenerated){_AND_NO_MORE}",
    r"(?:^|[.!,;:] ?)(?:til|took it out|taken out|back to|will (?:do|move|fix|change|rename|remove|drop)|good to know|that explains|didn['’]t know|i wondered why|ouch|uff|whoa|learned something)\b",
    r"(?:已经?|都|一起|重新|刚)?(?:挪|改|加|换|删|去掉|修|补|移|搬|合|拆|挂|拿掉|调整|统一|恢复|更新|提交|撤)(?:过去|上|成|回|好|掉|完|进)?了|换成|原来(?:如此|是)|怪不得|懂了|学到|知道了|(?<!不)了解了?|多谢|谢谢|OK[，。]|(?<![不可])行[，。]|没问题",
    r"承知|かしこまり|知りませんでした|助かります|なるほど|納得(?:し|で(?!き(?:ません|ない)))|たしかに|"
    r"(?:直|移|消|外|戻|分け|揃え|入れ|足|減ら|替え|換え|直し|まとめ|寄せ|書き換え|差し替え|置き換え|作り直|生成し直)(?:し|り|き|え)?(?:ておき)?ました(?!か)|"
    r"(?:修正|対応|変更|追加|削除|更新|反映|統一|移動|整理|適用|復元|調整|改名)(?:し|いたし)(?:ておき)?ました(?!か)",
    r"已(?:修改|修复|更新|处理|删除|添加|改)|(?<!不)(?<!太)同意|(?:^|[，。,.！!])好的(?=[，。,.！!]|$)|(?<!不)(?<!太)明白|收到|(?<!没)(?<!没有)有道理|确实|没错|(?<!不)赞同|感谢指出|改好了",
    r"修正済|対応済|了解(?!でき(?:ません|ない))|同意(?!でき(?:ません|ない))|確かに|なるほど|そうですね|おっしゃる通り|ありがとう|直しました|変更しました",
)

COURTESY = re.compile(
    r"[*_>\s]*(?:thanks?(?: you)?(?: (?:a lot|so much|for \S.{0,60}))?|sorry(?: about that)?|oh|ah|oops|hi|hey)[\s!.,:)]*",
    re.I,
)
"""Thanks and sorry alone take no stand."""

DISSENT = any_of(
    r"^[*_\s]*(?:no|nope|nah|not (?:really|quite|necessarily|true)|wrong|disagree)\b(?! (?:problem|worries|need|more))",
    r"\b(?:i|we) (?:still |strongly |respectfully )?disagree\b|\b(?:that|this|it|which)(?:['’]s| is| was) (?:still |just |plain |simply )?"
    r"(?:wrong|incorrect|false|mistaken|not (?:true|right|correct|quite right|the case))\b|\bthat (?:won|doesn|can)['’]?t (?:work|hold|be right)\b",
    r"\b(?:i (?:disagree|don['’]?t agree|don['’]?t think (?:so|that|this|it)|beg to differ|object)|"
    r"that(?:['’]s| is) (?:not (?:true|correct|right|quite|the case|how)|wrong|incorrect)|this is (?:wrong|incorrect|not (?:true|correct))|"
    r"(?<!if )(?<!when )\b(?:i|you|we|it|this|that) (?:was|were|am|is|are) (?:wrong|mistaken|incorrect)|on second thought|never ?mind|scratch that|ignore (?:this|that|my|me)|"
    r"i (?:was|am) wrong|i take (?:it|that) back|turns out (?:it|this|that|i|we)|actually[, ]+(?:no|it|this|that|i)|"
    r"why (?:not|would|do|is|should)|not convinced|i['’]?d rather (?:not|keep|have)|i (?:would )?prefer (?:to|not|the|keeping)|"
    r"(?:can|could|does|do|will|would|is|was)(?:n['’]?t| not) (?:work|true|hold)|unfortunately)\b",
    r"\bwon['’]?t ?fix\b|\b(?:is|are|was|works?) (?:by design|on purpose|intentional|intended|as intended|deliberate)\b|\bi(?:['’]?d| would|['’]ll| will)? (?:rather )?(?:keep|leave) (?:it|this|that|them)\b(?! in mind)|"
    r"^[*_\s]*(?:not (?:needed|necessary)|no need)\b",
    r"(?:没|沒)(?:有)?必要|不(?:需要|用)(?:改|了|动)|(?:先|还是)(?:保留|这样)|就这样吧|故意的|必要(?:は)?(?:ない|ありません)|このまま(?:に|で)|不要です|意図的です|仕様です",
    r"\bstill (?:fails?|breaks?|crashes|hangs|broken|doesn['’]?t|does not|stands|not)\b",
    r"不(?:太|怎么|能|敢|是很)?(?:同意|赞同|认同|合适|合理|行)|没(?:有)?(?:什么)?道理|不了解|不明白|没明白|(?:同意|納得|了解|賛成)(?:でき|し)(?:ません|ない|かね)|(?:修正|対応|変更)し(?:ません|ない|ていません)|"
    r"不对|不是这样|其实(?:不|没)|错了|算了|反对|但是|违う|違い?ます|反対|いや|実は|やはり|ですが",
)

DONE = any_of(
    rf"(?:^|[.!,;] ?)(?:(?:i(?:['’]ve| have)?|just|now) )*(?:done|fixed|addressed|resolved|updated|changed|removed|added|reverted|applied|moved|renamed|dropped|switched){_AND_NO_MORE}",
    r"已(?:经)?(?:修改|修复|更新|处理|删除|添加|改)|(?:改|加|换|删|去掉|修|补|移)(?:过去|上|成|回|好|掉|完)?了",
    r"(?:直|移|消|外|戻|分け|揃え|入れ)(?:し)?ました|(?:修正|対応|変更|追加|削除|更新|反映|統一|移動)しました",
)
"""Reports that what was asked for is done."""
OPPOSED = any_of(
    r"\bdisagree\b|\bbeg to differ\b|\bi object\b|\b(?:although|though|but) i (?:don['’]?t|still|would)\b|\bon second thought\b|\bnot convinced\b|\bi['’]?d rather\b",
    r"不(?:太)?(?:同意|赞同|认同)|反对|反対|同意でき|納得でき",
)
"""A no that stays one though the thing was done."""

WONDERS = any_of(
    r"\b(?:no idea|don['’]?t (?:really )?(?:know|understand|see)|not sure|unsure|i wonder|wondering|curious|confused|maybe @[\w-]+ knows|(?:can|could) you (?:explain|elaborate|clarify))\b.{0,80}"
    r"\b(?:what|why|how|whether|if|where|when|which)\b|\bmaybe @[\w-]+ knows\b|^(?:why|how come|what about)\b",
    r"不(?:太)?(?:明白|理解|清楚|懂)|没看明白|没看懂|为什么|为何|なぜ|どうして|(?:分|わ)か(?:らない|りません|ってい?な)|でしょうか|ですか",
)
"""Asks without a question mark."""

CORRECTS = any_of(
    r"^(?:no|nope|nah|wrong|wait|hmm+|stop|hold on|actually|but|not quite|that['’]s (?:not|wrong)|this is (?:not|wrong))\b",
    r"\b(?:you (?:should(?:n['’]t| not)|must(?:n['’]t| not)|forgot|missed|broke|edited|used|changed|ignored)|don['’]?t|do not|never|instead|rather than|not like that|again|"
    r"the (?:issue|problem|point|trailer|reason) (?:is|was)|we (?:don['’]t|do not|never|always|no longer)|is(?:n['’]t| not) (?:right|correct|how|what)|still (?:fails?|broken|wrong|not)|anymore|obsolete|already)\b",
    r"不对|不是|错了|别|不要|等等|停|应该|其实|又(?:错|挂|失败)|違います|ちがい|そうじゃな|ではなく|じゃなくて|やめて|待って|ないでください|直してください",
)
"""A prompt that says that what was done is not right."""

STOPS = any_of(
    r"^(?:never ?mind|scratch that|ignore (?:that|this|my)|forget (?:it|that)|i was wrong|my mistake|undo (?:that|it)|revert (?:that|it))\b|\bi was wrong\b|\bi take (?:it|that) back\b",
    r"算了|我(?:说|搞)错了|撤回|やっぱり(?:やめ|元)|忘れて|私の(?:勘違い|間違い)",
)
"""A prompt that takes back what its speaker said before."""

COMMIT = any_of(
    r"\b(?:in|with|by|as of|pushed|commit) `?(?=\d*[a-f])[0-9a-f]{7,40}`?(?![\w-])",
    r"^`?(?=\d*[a-f]|\d{7,40}`?\.?$)[0-9a-f]{7,40}`?\.?$",
)

COMMIT_LINK = re.compile(
    r"https?://[^/\s]+/([\w.-]+/[\w.-]+)/(?:pull/\d+/|-/)?(?:commit|commits|changes)/[0-9a-f]{7,40}\b"
)
"""A commit that is named as an answer; the group of the link is the repository."""
