/**
 * Reasons of fixes in source code, in Simplified Chinese: an English line as `core/fix` writes it, with holes for what it
 * quotes, and below it the Chinese one. One text, since rows of two long sentences are read best below each other.
 */
export const chineseCodeReasons = `
This code asks and waits for a reply that does not come again: dropping it would turn the error into a hang.
此代码发出请求并等待不会再来的回复：丢弃它会把错误变成挂起。
Use a timeout, a retry and a clear error.
请使用超时、重试和明确的错误。
Use a timeout and a clear error.
请使用超时和明确的错误。
A replying socket must answer before it receives again; the answer to a bad message depends on the protocol.
应答套接字必须先应答才能再次接收；如何应答错误的消息取决于协议。
The loop waits for a known set of messages, and who sent a bad one does not send again: dropping it would turn the error into a hang.
循环等待一组已知的消息，发错消息的一方不会重发：丢弃它会把错误变成挂起。
The loop has an end of its own: if it comes when certain messages are there, who sent a bad one does not send again, and dropping it would turn the error into a hang.
循环有自己的结束条件：如果要等某些消息到齐才结束，发错消息的一方不会重发，丢弃它会把错误变成挂起。
The loop ends with the first message that is handled, and who sent a bad one does not send again: dropping it would turn the error into a hang.
循环在处理第一条消息后结束，发错消息的一方不会重发：丢弃它会把错误变成挂起。
This answers one expected message, as a request to stop does, so the end of the loop is meant.
这是对某条预期消息（如停止请求）的响应，因此循环本就应结束。
This follows a comparison of ranks or configuration, which must stay fatal: the sender does not send again.
此处之前比较了 rank 或配置，这类错误必须保持致命：发送方不会重发。
This follows a comparison of versions, which a peer of another one fails each time: dropped, it would never be told.
此处之前比较了版本，版本不同的对端每次都会失败：若丢弃，它永远得不到通知。
The message is handed to a reader that waits for it: a dropped one is lost for ever, so its request must be failed instead.
消息会交给等待它的读取方：丢弃的消息永远丢失，因此应让其请求失败。
The loop counts messages or crosses off who has sent one: if the dropped one was of a genuine peer, who waits for the rest waits for ever.
循环会统计消息或划掉已发送者：如果丢弃的消息来自真正的对端，等待其余消息的一方会永远等待。
The stream is numbered: after a dropped message the subscriber must ask for a replay.
消息流带有编号：丢弃消息后，订阅方必须请求重放。
Another function asks through this socket: if the message is an answer, who asked waits for it for ever.
另一个函数通过此套接字发出请求：如果该消息是应答，请求方会永远等待。
The try stands around the loop, so one malformed message ends it; a guard in the loop changes what that try gets to see.
try 包在循环外，因此一条格式错误的消息就会结束循环；在循环内加保护会改变该 try 看到的内容。
The finally around the loop runs when one malformed message ends it; with a guard in the loop it runs only when the loop is left.
循环外的 finally 会在一条格式错误的消息结束循环时运行；在循环内加保护后，只有离开循环时才运行。
The check does more than log before it ends the loop, and that work belongs to the end of the loop.
该检查在结束循环之前不只是记录日志，这些工作属于循环的结束。
The error does not depend on the message, so dropping the message is no answer to it.
该错误与消息无关，因此丢弃消息解决不了它。
Not rewritten because several statements share a line.
未改写，因为多条语句写在同一行。
Not rewritten because {0}.
未改写，因为 {0!}。
A part of this code cannot be read, such as a bracket that is not closed, so it is not rewritten.
此代码有一部分无法解析（例如括号未闭合），因此不改写。
A part of this file cannot be read, such as a bracket or a quote that is not closed.
此文件有一部分无法解析，例如括号或引号未闭合。
The failure passes by itself, but the first one is raised at once.
该故障会自行消失，但第一次出现就被抛出。
Bytes of another kind raise here and end the loop; dropping them is right if no genuine peer sends them.
其他类型的字节会在此抛出异常并结束循环；如果真正的对端不会发送这种字节，丢弃是正确的。
Bytes of another kind throw here and end the loop; dropping them is right if no genuine peer sends them.
其他类型的字节会在此抛出异常并结束循环；如果真正的对端不会发送这种字节，丢弃是正确的。
The new exception replaces the one that is handled, but does not name it as its cause.
新异常取代了正在处理的异常，却没有指明它是起因。
The exception ends here and its traceback is lost: only its text is logged.
异常在此终止，回溯丢失：只记录了它的文本。
Unpickling runs code that the message names, so whoever reaches this socket can run anything here; both sides must move to a format that only holds data.
反序列化 pickle 会运行消息指定的代码，因此任何能连到此套接字的人都可在此运行任意代码；双方必须改用只含数据的格式。
Unpickling runs code of whoever sent the message; replace it by a format that only holds data.
反序列化 pickle 会运行发送者的代码；请改用只含数据的格式。
The fields of {0} are used as they come; a wrong one fails later, with an error that names neither the message nor the value.
{0} 的字段未经检查就使用；错误的字段会在稍后失败，而那时的错误既不指明消息也不指明值。
Any TCP client that reaches this port is taken for a peer of ZMTP 1.0, so an HTTP request arrives as a message.
任何连到此端口的 TCP 客户端都会被当作 ZMTP 1.0 对端，因此 HTTP 请求会作为消息到达。
One message that cannot be decoded leaves the receive loop and ends it.
一条无法解码的消息就会离开并结束接收循环。
One message of another form leaves the receive loop and ends it.
一条其他形式的消息就会离开并结束接收循环。
One message that is refused leaves the receive loop and ends it; go on only if the error says nothing about this process.
一条被拒绝的消息就会离开并结束接收循环；只有当错误与本进程无关时才应继续。
The loop answers through a socket whose kind is not in sight: one that replies must answer each message, and is stuck when it goes on without.
循环通过一个类型未知的套接字应答：应答套接字必须应答每条消息，否则会卡住。
This stands in a loop of its own, where going on would not take the next message.
此处位于另一个循环中，继续执行不会取得下一条消息。
The check stands in a loop of its own, where going on would not take the next message.
该检查位于另一个循环中，继续执行不会取得下一条消息。
More than a log line stands before the end of the loop, and that work belongs to it.
在循环结束之前不只有一行日志，这些工作属于循环的结束。
A lock that the loop takes would stay taken.
循环取得的锁会一直被占用。
The message is handed to a channel whose reader waits for it: a dropped one is lost for ever, so its request must be failed instead.
消息会交给一个有读取方等待的通道：丢弃的消息永远丢失，因此应让其请求失败。
The message is handed to a queue whose reader waits for it: a dropped one is lost for ever, so its request or client must be failed instead.
消息会交给一个有读取方等待的队列：丢弃的消息永远丢失，因此应让其请求或客户端失败。
A message of fewer frames is an index out of range, a panic that ends the process; dropping it is right if every genuine one has this number.
帧数较少的消息会造成索引越界，即结束进程的 panic；如果每条真正的消息都有这么多帧，丢弃是正确的。
A message of fewer frames is an index out of range, a panic that ends the process.
帧数较少的消息会造成索引越界，即结束进程的 panic。
A message of fewer frames is an index out of range, a panic; dropping it is right if every genuine one has this number.
帧数较少的消息会造成索引越界，即 panic；如果每条真正的消息都有这么多帧，丢弃是正确的。
The code asks and then waits without a limit: if no reply comes, it hangs for ever.
代码发出请求后无限期等待：如果没有回复，会永远挂起。
The code asks and then waits without a limit.
代码发出请求后无限期等待。
This package has no time limit for one receive: receive in a goroutine, and select on its answer and time.After.
此包不支持为单次接收设定时限：请在 goroutine 中接收，并用 select 等待其结果和 time.After。
Put tokio::time::timeout around it and turn its error into one of this function.
请在外面加 tokio::time::timeout，并把它的错误转换为此函数的错误。
Once the socket is closed, each receive fails at once; this clause goes on, so the loop spins and nothing else of the program gets a turn.
套接字关闭后，每次接收都会立即失败；此子句会继续，因此循环空转，程序的其他部分得不到运行机会。
Once the socket is closed or its context terminated, each receive fails at once; this clause goes on, so the loop spins at full CPU.
套接字关闭或其上下文终止后，每次接收都会立即失败；此子句会继续，因此循环会占满 CPU 空转。
Once the socket is closed or its context terminated, each receive fails at once; this clause goes on, so the loop spins at full CPU, where nothing else of its event loop gets a turn.
套接字关闭或其上下文终止后，每次接收都会立即失败；此子句会继续，因此循环会占满 CPU 空转，其事件循环中的其他任务得不到运行机会。
Once the socket is closed or its context terminated, each receive fails at once; this clause goes on, so the loop goes on failing for ever.
套接字关闭或其上下文终止后，每次接收都会立即失败；此子句会继续，因此循环会永远失败下去。
If the socket is made anew elsewhere, the loop must go on instead.
如果套接字会在别处重新创建，循环则应继续。
The clause does more than log: if it opens the socket again, the loop must go on.
该子句不只是记录日志：如果它会重新打开套接字，循环则应继续。
What else ends the loop helps only if it comes before the close.
其他结束循环的方式只有在关闭之前发生才有用。
What the round does before the receive may need what the rest of it does.
本轮在接收之前所做的事可能需要其余部分所做的事。
{0} stands behind the loop, and runs with the change when the socket is closed.
{0} 位于循环之后，更改后会在套接字关闭时运行。
Nothing shows that the socket is made once; if another one replaces a closed one, the loop must go on instead.
没有迹象表明套接字只创建一次；如果会用新的替换已关闭的，循环则应继续。
A close while the task waits cancels it; the spin comes of one at any other time.
任务等待期间关闭会取消它；在其他时刻关闭才会造成空转。
It takes the end of the process and cancellation too, which it should let pass.
它也会捕获进程退出和取消，而这些应当放行。
Leaving the loop skips its else branch.
离开循环会跳过其 else 分支。
The throw leaves the receive loop, so one malformed message ends it.
throw 会离开接收循环，因此一条格式错误的消息就会结束它。
A message that cannot be decoded throws out of the receive loop and ends it.
无法解码的消息会抛出接收循环并结束它。
{0} stands for {1} (line {2}), and only a receive that stands in the loop by its own name is rewritten: call it there, then the fix is offered.
{0} 是 {1} 的别名（第 {2} 行），只有以原名写在循环中的接收才会改写：请在循环中直接调用它，随后即提供修复。
{0} stands for {1}, and only a receive that stands in the loop by its own name is rewritten: call it there, then the fix is offered.
{0} 是 {1} 的别名，只有以原名写在循环中的接收才会改写：请在循环中直接调用它，随后即提供修复。
{0} receives the message (line {1}), and only a receive that stands in the loop is rewritten: receive there, then the fix is offered.
{0} 接收消息（第 {1} 行），只有写在循环中的接收才会改写：请在循环中接收，随后即提供修复。
One malformed message ends this loop, and no clause can stand around a receive in its head: write "while (true)" and receive in its first statement, then the fix is offered.
一条格式错误的消息就会结束此循环，而循环头中的接收无法用子句包住：请写成“while (true)”并在第一条语句中接收，之后会提供此修复。
One malformed message ends this loop, and no clause can stand around a receive in its head: write "while True:" and receive in its first statement, then the fix is offered.
一条格式错误的消息就会结束此循环，而循环头中的接收无法用子句包住：请写成“while True:”并在第一条语句中接收，之后会提供此修复。
An empty message of anyone ends it as well.
任何人发来的空消息也会结束它。
Nothing in the file shows that {0} is a socket of zeromq.js, whose messages are arrays of buffers.
文件中没有迹象表明 {0} 是 zeromq.js 的套接字（其消息为缓冲区数组）。
The loop takes several messages in one round, and what one brings may be needed for the next; each needs its own guard, written by hand.
循环一轮取多条消息，前一条的内容可能为后一条所需；每条都需要手写各自的保护。
JavaScript binds frames that are missing to undefined and leaves out those beyond the pattern.
JavaScript 会把缺少的帧绑定为 undefined，并忽略多出的帧。
The socket may be of several kinds ({0}), and with some of them who sent the message waits for an answer.
套接字可能是多种类型之一（{0}），其中有些类型的发送方会等待应答。
The function yields the message to its caller, who may need the error.
函数把消息 yield 给调用方，调用方可能需要该错误。
The function returns the message to its caller, which would wait for ever if it were dropped.
函数把消息返回给调用方；若丢弃，调用方会永远等待。
The catch clause does more than log before it throws, and that work belongs to the end of the loop.
catch 子句在抛出之前不只是记录日志，这些工作属于循环的结束。
{0} may throw to end the loop, and a guard around it would hide that.
{0} 可能通过抛出来结束循环，加保护会掩盖这一点。
{0} may raise to end the loop, and a guard around it would hide that.
{0} 可能通过抛出异常来结束循环，加保护会掩盖这一点。
All who call {0} go on together, and one that drops a message leaves the others waiting.
所有调用 {0} 的一方同时继续，其中一方丢弃消息会让其他方一直等待。
All ranks call {0} together, and one that drops a message leaves the others waiting.
所有 rank 一起调用 {0}，其中一个丢弃消息会让其他 rank 一直等待。
A message of another number of frames ends the loop; dropping it is right if every genuine one has this number.
帧数不同的消息会结束循环；如果每条真正的消息都有这么多帧，丢弃是正确的。
A message of another number of frames raises an error that does not say what came; it stays an error, of the same class.
帧数不同的消息会抛出一个不说明收到了什么的错误；它仍是同一类的错误。
The receive loop in line {0} has to catch this, and the fix is offered there: {1} itself has no next message to go on with.
应由第 {0} 行的接收循环捕获此错误，修复在那里提供：{1} 本身没有下一条消息可继续处理。
The check logs an error and leaves the receive loop, so one malformed message ends it; going on is right unless the end is meant.
该检查记录错误并离开接收循环，因此一条格式错误的消息就会结束它；除非本就要结束，否则应继续。
The check compares ranks or configuration, which must stay fatal: the sender does not send again.
该检查比较 rank 或配置，这类错误必须保持致命：发送方不会重发。
There is no receive loop around this raise to go on with; the fix belongs into the loop that receives, with the receive apart.
此 raise 外没有可继续的接收循环；修复应放在进行接收的循环中，并把接收分开。
The loop takes a message frame by frame: after a failure in between the rest would be taken for the next message.
循环逐帧取消息：中途失败后，其余帧会被当作下一条消息。
Receive it with recv_multipart first.
请先改用 recv_multipart 接收。
The loop receives from several sockets in turn, and what one brings may be needed by what follows; each needs its own guard, written by hand.
循环依次从多个套接字接收，前一个的内容可能为后面所需；每个都需要手写各自的保护。
Nothing shows that {0} runs as a thread or task of its own, so its caller may need the error.
没有迹象表明 {0} 作为独立的线程或任务运行，因此其调用方可能需要该错误。
Without a limit one peer can make this process hold gigabytes; the limit of the library is 100 MiB, beyond which BufferFull is raised.
若无限制，一个对端就能让此进程占用数 GB 内存；该库的上限为 100 MiB，超过则抛出 BufferFull。
A key that is an array or a map raises TypeError here, and integer keys can be chosen to collide; take this away if genuine peers send text keys only.
数组或映射作键会在此引发 TypeError，整数键可被刻意选成相互冲突；如果真正的对端只发送文本键，请去掉此项。
The raise does not depend on the message, so dropping the message is no answer to it.
该 raise 与消息无关，因此丢弃消息解决不了它。
The raise passes on a failure that the message tells of, so the end of the loop is meant.
该 raise 传递消息所报告的故障，因此循环本就应结束。
The handler does more than log before it raises, and that work belongs to the end of the loop.
处理程序在抛出之前不只是记录日志，这些工作属于循环的结束。
The handler raises only under a condition, so the end of the loop is meant.
处理程序只在某条件下抛出，因此循环本就应结束。
{0} is raised to end the loop, not about a malformed message.
抛出 {0} 是为了结束循环，而不是因为消息格式错误。
A clause of its own leaves the loop for a bad message, so the end is meant; if it is not, go on there.
有专门的子句在遇到错误消息时离开循环，因此本就应结束；若非如此，请在那里继续。
A REP socket must answer before it receives again: a dropped message is answered with an empty frame, which its clients must understand.
REP 套接字必须先应答才能再次接收：丢弃的消息会以空帧应答，其客户端必须能理解。
The loop handles messages that another thread or task received, and the first that raises ends it; dropping one is right if nobody waits for it.
循环处理由其他线程或任务接收的消息，第一条引发异常的就会结束它；如果没有人等待该消息，丢弃是正确的。
The loop serves several sockets, and what one of them brings changes what the others get; dropping a message is right if nobody waits for it.
循环服务多个套接字，其中一个的内容会影响其他套接字；如果没有人等待该消息，丢弃是正确的。
The loop stands in another one, which starts it again when an error has ended it; a guard in the inner one changes what the outer one gets to see.
该循环位于另一个循环中，出错结束后外层会重新启动它；在内层加保护会改变外层看到的内容。
The socket has a time limit whose end leaves the loop now; with the change the loop goes on waiting.
套接字有时限，现在超时会离开循环；更改后循环会继续等待。
The clause logs an error and leaves the loop, so one malformed message ends it; going on is right unless the end is meant.
该子句记录错误并离开循环，因此一条格式错误的消息就会结束它；除非本就要结束，否则应继续。
Nothing shows the kind of the socket: if this side has asked, who waits for the answer waits for ever.
看不出套接字的类型：如果是本方发出请求，等待应答的一方会永远等待。
The peer of a {0} socket may wait for what it has sent to be done.
{0} 套接字的对端可能在等待它所发内容处理完毕。
Nothing guards the handling of a message, but whether it can raise is not in sight.
消息的处理没有保护，但看不出它是否会抛出异常。
The except clause raises out of the receive loop, so one malformed message ends it.
except 子句会抛出接收循环，因此一条格式错误的消息就会结束它。
The check of the message raises out of the receive loop, so one malformed message ends it.
对消息的检查会抛出接收循环，因此一条格式错误的消息就会结束它。
A message with another number of frames raises out of the receive loop and ends it.
帧数不同的消息会抛出接收循环并结束它。
An assertion about the message raises out of the receive loop and ends it.
对消息的断言会抛出接收循环并结束它。
A message of another shape raises out of the receive loop and ends it.
结构不同的消息会抛出接收循环并结束它。
A message that cannot be decoded raises out of the receive loop and ends it.
无法解码的消息会抛出接收循环并结束它。
There is no receive loop around this that could go on with the next message.
此处外面没有可继续处理下一条消息的接收循环。
Nothing in the file shows how many bytes the identity of a genuine peer has, so there is no width to ask for.
文件中看不出真正对端的标识有多少字节，因此没有可要求的长度。
The file writes identities of several widths, so the right one is not in sight.
文件写出多种长度的标识，因此看不出哪种正确。
The receive statement spans several lines, so the check is not written into it.
接收语句跨多行，因此不在其中写入检查。
Any client of the port chooses its identity; the rest of this round, behind the branch that receives, is left out for a message that is dropped.
端口的任何客户端都能自选标识；对于丢弃的消息，本轮中接收分支之后的部分会被跳过。
A message that is dropped ends the round there.
丢弃的消息会在那里结束本轮。
Any client of the port chooses its identity, but how long the loop runs, or what kind of socket it serves, is not in sight.
端口的任何客户端都能自选标识，但看不出循环运行多久，或服务哪种套接字。
The file makes identities of this width, but nothing shows that the loop refuses every other one by an error.
文件生成此长度的标识，但没有迹象表明循环会以错误拒绝其他长度。
Any client of the port chooses its identity; only one as wide as the file makes them can be from a genuine peer.
端口的任何客户端都能自选标识；只有与文件所生成长度相同的才可能来自真正的对端。
The check returns an error from the receive loop, so one message of another form ends it.
该检查从接收循环返回错误，因此一条其他形式的消息就会结束它。
One message that cannot be decoded is a panic, which ends the thread or the process.
一条无法解码的消息就会造成 panic，结束线程或进程。
The ? returns from the receive loop, so one message that cannot be decoded ends it; what fails behind it still does.
“?”会从接收循环返回，因此一条无法解码的消息就会结束它；其后的失败仍会结束它。
The ? returns from the receive loop, so one message that is refused ends it; go on only if the error says nothing about this process.
“?”会从接收循环返回，因此一条被拒绝的消息就会结束它；只有当错误与本进程无关时才应继续。
`;
