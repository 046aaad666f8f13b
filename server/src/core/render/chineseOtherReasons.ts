/**
 * Reasons against a proof, pieces of reasons, and reasons of fixes in configuration, written as in `chineseCodeReasons`. What
 * stands in a hole `{0!}` is a piece of its own, which must be known.
 */
export const chineseOtherReasons = `
several statements share a line
多条语句写在同一行
the message is received in the head of another statement
消息在另一条语句的头部接收
the receive call spans several lines
接收调用跨多行
the call may give a future, which another call or statement awaits
该调用可能返回 future，由另一个调用或语句等待
the receive call decodes with arguments of its own
接收调用用自己的参数解码
the message is received under a condition of its statement
消息在其语句的条件下接收
recv_serialized takes the message apart within the call; receive with recv_multipart first
recv_serialized 在调用内部拆解消息；请先用 recv_multipart 接收
recv_pyobj unpickles what anyone sends, which must be replaced first
recv_pyobj 会反序列化任何人发来的 pickle，必须先替换它
leaving the loop would skip its else branch
离开循环会跳过其 else 分支
task_done must be called for a dropped item too
对丢弃的项也必须调用 task_done
a lock that the loop takes would stay taken
循环取得的锁会一直被占用
the message is used in several blocks
消息在多个代码块中使用
its finally branch must run together with the receive
其 finally 分支必须与接收一起运行
its try has an else branch
其 try 带有 else 分支
one except clause takes errors of the socket and of the message
同一个 except 子句捕获套接字和消息的错误
an except clause of the receive goes on with what an earlier message has left
接收的某个 except 子句会用先前消息留下的内容继续
its except clause goes on after every error, which spins on a closed socket
其 except 子句在任何错误后都继续，套接字关闭后会空转
an except clause of its own takes messages of another number of frames
已有专门的 except 子句处理帧数不同的消息
another except clause already takes every error
另一个 except 子句已捕获所有错误
statements behind the try use what it leaves behind
try 之后的语句使用它留下的内容
the receive stands in a nested block of the loop
接收位于循环的嵌套代码块中
The handling can go more ways than are looked at.
处理的分支多于所分析的数量。
The handling {0}.
处理过程 {0!}。
{0} comes before a message is taken, in every round.
{0} 在每一轮中都先于取消息。
A second message is taken before {0}: dropping one of the two would put them out of step.
在 {0} 之前又取了一条消息：丢弃其中一条会使两者错位。
The handling reads {0}, which may have no value there.
处理过程读取 {0}，而它在那里可能没有值。
{0} comes before something else that can fail: a dropped message would be handled by half.
{0} 之后还有可能失败的操作：丢弃的消息会只处理了一半。
The loop keeps {0} from message to message, and a dropped one may leave it as it must not be.
循环在消息之间保留 {0}，丢弃一条消息可能使其处于不应有的状态。
The loop stands in {0}, which ends in another way for an error than without one.
循环位于 {0} 中，它在有错误和无错误时的结束方式不同。
The loop stands in another one, which goes on behind it.
循环位于另一个循环中，后者会在其后继续。
What stands around the loop gets to see the error that ends it now.
循环外围的代码现在会看到结束循环的错误。
The loop asks {0} in each round, which runs code of the file.
循环每轮都会询问 {0}，而这会运行文件中的代码。
The loop runs until {0}: if that stands for all messages having come, a dropped one is missed.
循环运行到 {0} 为止：如果这表示所有消息都已到达，就会缺少丢弃的那条。
{0} says by its name that somebody waits for what is in it: a dropped message leaves it as it is.
{0} 的名称表明有人在等待其中的内容：丢弃的消息不会更新它。
Line {0} waits for {1} or counts it: if a dropped message was a genuine one, it is missed there.
第 {0} 行等待或统计 {1}：如果丢弃的消息是真正的消息，那里就会缺少它。
{0} may give any name or property of the file another meaning.
{0} 可能赋予文件中任何名称或属性别的含义。
{0} may give any name or attribute of the file another meaning.
{0} 可能赋予文件中任何名称或属性别的含义。
The file is a test, which may look for what the error does.
该文件是测试，可能正在检查该错误的效果。
The file acts on the end of the process, which does not come with the change.
该文件会对进程结束作出反应，而更改后进程不再结束。
The file acts on errors that nobody catches, and with the change there is none.
该文件会对未捕获的错误作出反应，而更改后不再有这种错误。
Who imports this file gets to see the error that ends it now.
导入此文件的一方现在会看到结束它的错误。
Nothing shows that {0} is only started and never awaited: who awaits it may need the error that ends it now.
没有迹象表明 {0} 只被启动而从不被等待：等待它的一方可能需要现在结束它的错误。
the function
该函数
The file gives {0} another meaning than that of the module.
文件赋予 {0} 与模块不同的含义。
{0} runs where nothing is called.
{0} 会在没有调用之处运行。
The file derives a class from a socket, whose methods may do more than receive.
文件从套接字派生了类，其方法可能不只是接收。
The round has changed {0} when it comes to the receive.
本轮到达接收时已更改了 {0}。
The file says itself what {0} does (line {1}), which runs where nothing is called.
文件自行定义了 {0} 的行为（第 {1} 行），它会在没有调用之处运行。
The function around the loop is not in sight, so nothing shows who else needs the error.
看不到循环所在的函数，因此无法得知还有谁需要该错误。
{0} stands above the function or its class and may act on its end; with the change it gets to see none.
{0} 位于函数或其类之上，可能对其结束作出反应；更改后它看不到结束。
Nothing shows that {0} only runs as a thread: who calls or awaits it may need the error that ends it now.
没有迹象表明 {0} 只作为线程运行：调用或等待它的一方可能需要现在结束它的错误。
The file acts on the end of a thread ({0} in line {1}), which does not come with the change.
该文件会对线程结束作出反应（第 {1} 行的 {0}），而更改后线程不再结束。
calls {0}, and nothing shows what that changes
调用 {0}，看不出它会更改什么
calls {0}, which is not followed
调用 {0}，未作跟踪
calls {0}, which is not in this file
调用 {0}，它不在此文件中
calls {0}, whose arguments are not followed
调用 {0}，其参数未作跟踪
calls {0}, which calls itself
调用 {0}，它会调用自身
calls {0}, deeper than calls are followed
调用 {0}，深度超出跟踪范围
calls {0}, which is a coroutine
调用 {0}，它是协程
calls {0}, which is a generator
调用 {0}，它是生成器
holds {0}, whose body runs at once
含有 {0}，其主体会立即运行
is longer than what is looked at
超出分析的长度
holds {0}, of which nothing is known
含有 {0}，对其一无所知
reads {0}, which runs code
读取 {0}，这会运行代码
reads {0}, which a base class may make
读取 {0}，它可能由基类生成
reads {0}, and nothing shows what that runs
读取 {0}，看不出会运行什么
looks into {0}, which nothing shows to be a plain table
查询 {0}，没有迹象表明它是普通的表
waits for {0}
等待 {0}
goes through {0}, which may be used up by that
遍历 {0}，它可能因此耗尽
makes a class
创建类
gives {0} to a function
把 {0} 交给函数
gives {0} to a function, which may call it
把 {0} 交给可能调用它的函数
counts in {0}, where a dropped message may have to be counted as well
在 {0} 中计数，丢弃的消息可能也须计入
has a finally branch, which may rest on what came before
带有 finally 分支，它可能依赖之前的结果
takes groups of exceptions
捕获异常组
enters {0}, which may act on an error
进入 {0}，它可能对错误作出反应
raises {0}, which may be a signal to end the loop
抛出 {0}，它可能是结束循环的信号
raises where {0}, which is not about the message
在 {0} 时抛出，而这与消息无关
raises for one expected message, as a request to stop is
对某条预期消息（如停止请求）抛出
compares ranks or configuration, which must stay fatal
比较 rank 或配置，这类错误必须保持致命
ends the loop under a condition of its own: if it waits for messages there, a dropped one is missed
按自己的条件结束循环：如果在那里等待消息，就会缺少丢弃的那条
ends the loop, or a part of it, under a condition of its own
按自己的条件结束循环或其一部分
sets {0}, which runs code of the class
设置 {0}，这会运行类的代码
sets {0}, which a base class may act on
设置 {0}，基类可能对此作出反应
sets {0} of the thread
设置线程的 {0}
assigns to {0}
给 {0} 赋值
sets {0}, which a function inside reads
设置 {0}，内部的函数会读取它
sets {0}, and nothing shows what that is
设置 {0}，看不出它是什么
sets {0}, and nothing shows what that runs
设置 {0}，看不出会运行什么
sets {0} to a value of its own, and others may wait for that
把 {0} 设为自己的值，其他方可能在等待它
changes {0}, which nothing shows to be a plain table
更改 {0}，没有迹象表明它是普通的表
throws {0}, which says that something is to end
抛出 {0}，它表示某事要结束
raises {0}, which says that something is to end
抛出 {0}，它表示某事要结束
makes a generator, {0}, which runs later
创建稍后才运行的生成器 {0}
throws {0}, which may be a signal to end the loop
抛出 {0}，它可能是结束循环的信号
leaves what {0} names
离开 {0} 所指的代码
serves a socket whose peer may wait for what it has sent to be done
服务的套接字的对端可能在等待它所发内容处理完毕
The error asks for it; other places that start the same engine may need it too.
该错误要求如此；启动同一引擎的其他位置可能也需要。
{0} must be {1}, and {2} is not ({3}).
{0} 必须 {1}，而 {2} 不符合（{3}）。
at least {0}
不小于 {0}
above {0}
大于 {0}
below {0}
小于 {0}
at most {0}
不大于 {0}
at least {0} and below {1}
不小于 {0} 且小于 {1}
at least {0} and at most {1}
不小于 {0} 且不大于 {1}
above {0} and at most {1}
大于 {0} 且不大于 {1}
at least {0}, or {1}
不小于 {0}，或为 {1}
above {0}, or {1}
大于 {0}，或为 {1}
A headless process starts no API server, so vLLM refuses this flag beside --headless.
headless 进程不启动 API 服务器，因此 vLLM 拒绝把此参数与 --headless 同用。
Hybrid load balancing needs an API server on each node, and --headless starts none: one of the two must go.
混合负载均衡要求每个节点都有 API 服务器，而 --headless 不启动：两者必须去掉一个。
{0} begins with a typographic dash; flags begin with two hyphens.
{0} 以排版用的破折号开头；参数以两个连字符开头。
{0} is no flag of vLLM; long flags begin with two hyphens.
{0} 不是 vLLM 的参数；长参数以两个连字符开头。
{0} is no flag of vLLM, which tells capitals from small letters.
{0} 不是 vLLM 的参数；vLLM 区分大小写。
{0}, the release of the image, takes dashes in the names of flags alone.
镜像的版本 {0} 只接受参数名中使用连字符。
vllm {0} has no flag {1}.
vllm {0} 没有参数 {1}。
{0} can be {1}: vLLM refuses a start that fits several flags.
{0} 可以是 {1}：vLLM 拒绝与多个参数相符的缩写。
{0} has no opposite; leave it out instead.
{0} 没有相反的参数；请直接去掉。
vllm {0} has no {1}.
vllm {0} 没有 {1}。
vllm {0} has no {1}; {2} is the nearest it has and is given already.
vllm {0} 没有 {1}；最接近的 {2} 已经给出。
vllm {0} has no {1}; {2} is the nearest it has.
vllm {0} 没有 {1}；最接近的是 {2}。
{0} is gone; the last release with it is {1}.
{0} 已被移除；最后包含它的版本是 {1}。
{0}, the release of the image, has no {1}; the last with it is {2}.
镜像的版本 {0} 没有 {1}；最后包含它的是 {2}。
{0}, the release of the image, has no {1}; the first with it is {2}.
镜像的版本 {0} 没有 {1}；最早包含它的是 {2}。
{0}, the release of the image, has no {1}; it came after {2}.
镜像的版本 {0} 没有 {1}；它在 {2} 之后才出现。
{0} is a switch and takes no value.
{0} 是开关，不带值。
{0} is a switch and takes no value; its opposite is {1}.
{0} 是开关，不带值；与其相反的是 {1}。
The value of {0} is no valid JSON.
{0} 的值不是有效的 JSON。
{0} takes one of {1} at vLLM {2}.
在 vLLM {2} 中，{0} 只接受 {1} 之一。
{0} takes a whole number.
{0} 接受整数。
{0} takes a number such as 32768 or 32k.
{0} 接受 32768 或 32k 之类的数字。
{0} takes a number such as 32768 or 32k, or auto.
{0} 接受 32768 或 32k 之类的数字，或 auto。
{0} takes a number.
{0} 接受数字。
No shell takes these quotes off: {0} gets them as part of its value.
没有 shell 会去掉这些引号：{0} 会把它们当作值的一部分。
{0} needs a value behind it.
{0} 后面需要一个值。
An item of a list is one argument: vLLM gets "{0}" and what follows as one word, which it does not know.
列表的一项是一个参数：vLLM 会把“{0}”及其后内容当作一个它不认识的词。
A blank behind the backslash: the command ends here, and the flags below are not given.
反斜杠后有空格：命令在此结束，下面的参数不会传入。
Without prometheus.io/port every declared port is scraped, {0} for {1} over ZMQ too.
没有 prometheus.io/port 时会抓取每个声明的端口，包括用于 ZMQ 上 {1} 的 {0}。
That port is declared already: this one needs another name.
该端口已经声明：此处需要另一个名称。
A policy lets only pods with {0} speak to it.
策略只允许带有 {0} 的 pod 与其通信。
Whoever reaches port {0}, for {1}, can send what is no message.
任何能连到端口 {0}（用于 {1}）的一方都能发送不是消息的内容。
A NetworkPolicy would keep others out; which port has to stay open for HTTP cannot be told here.
NetworkPolicy 可阻止他人；但此处看不出哪个端口须为 HTTP 保持开放。
Write a NetworkPolicy as a template of its own: what stands here may be left out or repeated.
请把 NetworkPolicy 写成单独的模板：此处的内容可能被省略或重复。
With hostNetwork no NetworkPolicy covers the pod: a firewall of the node has to.
使用 hostNetwork 时 NetworkPolicy 不覆盖该 pod：须由节点的防火墙负责。
A NetworkPolicy would keep others out, but the pods have no label to select them by: add one below {0}, such as {1}.
NetworkPolicy 可阻止他人，但这些 pod 没有可供选择的标签：请在 {0} 下添加一个，例如 {1}。
Port {0} is for {1} over ZMQ, where {2} is a malformed message; vLLM serves {3} on {4}.
端口 {0} 用于 ZMQ 上的 {1}，{2} 在那里是格式错误的消息；vLLM 在 {4} 上提供 {3}。
Port {0} is for {1} over ZMQ, where {2} is a malformed message; {3}.
端口 {0} 用于 ZMQ 上的 {1}，{2} 在那里是格式错误的消息；{3}。
A connection alone does port {0}, for {1} over ZMQ, no harm, but tells only that something listens there; with httpGet /health on {2} a probe asks vLLM itself.
仅建立连接对端口 {0}（用于 ZMQ 上的 {1}）无害，但只能说明有程序在监听；在 {2} 上用 httpGet /health 的探针会询问 vLLM 本身。
.Values.{0} is named for {1} over ZMQ, where {2} is a malformed message; which value of the chart is its HTTP port cannot be told from a template.
.Values.{0} 的名称表明它用于 ZMQ 上的 {1}，{2} 在那里是格式错误的消息；从模板看不出 chart 的哪个值是它的 HTTP 端口。
No port of this file has a name for it.
此文件中没有端口带有它的名称。
Targets that would be the same become one.
会变得相同的目标合并为一个。
That target is listed already.
该目标已经列出。
it is headless and serves no HTTP
它是 headless，不提供 HTTP
it is headless and serves no HTTP; a probe that only connects does no harm
它是 headless，不提供 HTTP；只建立连接的探针无害
where to send it instead cannot be told: {0}
看不出应改发到哪里：{0}
it serves HTTP on several ports ({0})
它在多个端口上提供 HTTP（{0}）
its HTTP port is filled in from elsewhere
其 HTTP 端口由别处填入
each scrape
每次抓取
a probe
探针
each request
每个请求
the start of HTTP/2
HTTP/2 的开头
HTTP, which the name {0} asks for,
名称 {0} 所要求的 HTTP
its metrics
其指标
the data-parallel handshake
数据并行握手
the KV events
KV 事件
the NIXL handshake
NIXL 握手
the control of KV offloading
KV 卸载的控制
the MoRIIO handshake
MoRIIO 握手
the MoRIIO notifications
MoRIIO 通知
the sockets between vLLM’s own processes
vLLM 自身进程之间的套接字
the replay of KV events
KV 事件重放
the KV transfer
KV 传输
`;
