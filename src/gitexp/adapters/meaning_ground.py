"""Sentences of no project, in three languages: what a language model makes of them tells how to read its cosines.

They say the same things in English, Chinese and Japanese, in this order, so that what differs is the language. Whoever
changes one changes FORM: vectors that were made of others can't be compared.
"""

from __future__ import annotations

FORM = "1"
EACH = 16
"""Sentences of a language."""
SENTENCES = (
    "When a test passes alone and fails with the others: give each test its own folder and clock, since they share state.",
    "When adding a column to a large table: fill it in small steps, because one long statement locks the table.",
    "When a button does not react: look for an element above it that takes the click.",
    "When a build is slow: keep what was downloaded between runs, and build only what changed.",
    "When a request fails now and then: try again with a growing pause, and give up after a few tries.",
    "When a date is shown to a person: store it in UTC and convert it only on the screen.",
    "When a function gets too long: split it where one idea ends, and name the parts by what they mean.",
    "When memory grows over days: look for a list that is filled and never emptied.",
    "When a password is needed: read it from the environment, and never write it into a log.",
    "When a picture looks blurred: ask for the size of the screen, not of the page.",
    "When two threads write the same file: take a lock, or write to another file and move it.",
    "When a customer pays twice: keep a number for each order, and refuse the second one with the same number.",
    "When a translation is missing: show the text in the first language, and note the key.",
    "When a sensor reads nonsense: leave out the first values after it was switched on.",
    "When releasing a library: raise the first number if callers have to change their code.",
    "When a page loads slowly: send fewer bytes first, and the rest after it is shown.",
    "一个测试单独能通过、一起跑就失败时：给每个测试自己的目录和时钟，因为它们共用了状态。",
    "给大表加一列时：分小步填充，因为一条很长的语句会锁住整张表。",
    "按钮没有反应时：检查它上面有没有别的元素挡住了点击。",
    "构建太慢时：在多次运行之间保留下载的内容，只构建有变化的部分。",
    "请求偶尔失败时：间隔逐渐加长地重试，几次之后就放弃。",
    "给人显示日期时：用 UTC 保存，只在界面上转换。",
    "函数太长时：在一个想法结束的地方拆开，并按含义给各部分命名。",
    "内存几天里不断增长时：找一个只填充、从不清空的列表。",
    "需要密码时：从环境变量读取，绝不写进日志。",
    "图片看起来模糊时：按屏幕的大小取图，而不是按页面的大小。",
    "两个线程写同一个文件时：加锁，或者写到另一个文件再移过去。",
    "客户被重复扣款时：给每个订单一个编号，拒绝同一编号的第二次请求。",
    "缺少翻译时：显示默认语言的文字，并记下键名。",
    "传感器读数异常时：丢掉刚上电后的头几个值。",
    "发布一个库时：如果调用方必须改代码，就提升第一位版本号。",
    "页面加载慢时：先发少量字节，其余的等显示之后再发。",
    "テストが単独では通り、まとめて走らせると落ちるとき：状態を共有しているので、テストごとにフォルダーと時計を分ける。",
    "大きな表に列を足すとき：一つの長い文は表をロックするので、少しずつ埋める。",
    "ボタンが反応しないとき：その上に重なってクリックを受け取る要素を探す。",
    "ビルドが遅いとき：ダウンロードしたものを次回まで残し、変わったところだけをビルドする。",
    "リクエストがときどき失敗するとき：間隔を延ばしながら再試行し、数回であきらめる。",
    "日付を人に見せるとき：UTC で保存し、画面でだけ変換する。",
    "関数が長くなりすぎたとき：一つの考えが終わるところで分け、意味で名前を付ける。",
    "メモリーが何日もかけて増えるとき：足されるだけで空にされないリストを探す。",
    "パスワードが必要なとき：環境変数から読み、ログには決して書かない。",
    "画像がぼやけて見えるとき：ページではなく画面の大きさで取り寄せる。",
    "二つのスレッドが同じファイルに書くとき：ロックを取るか、別のファイルに書いて移動する。",
    "お客さまに二重に請求したとき：注文ごとに番号を持ち、同じ番号の二度目は断る。",
    "訳文がないとき：最初の言語の文を出し、キーを記録する。",
    "センサーの値がおかしいとき：電源を入れた直後の値を捨てる。",
    "ライブラリーを出すとき：呼び出す側がコードを変えなければならないなら、先頭の番号を上げる。",
    "ページの表示が遅いとき：先に少ないバイトを送り、残りは表示してから送る。",
)
