import { valuesIn } from './chineseReasons';

/** Titles of fixes in Simplified Chinese, by the English ones that `core/fix` gives them; `{0}`, `{1}` stand for values. */
export const chineseTitles: ReadonlyMap<string, string> = new Map([
  ['Retry a few times before giving up', '放弃之前重试几次'],
  ['Check identity width', '检查标识的长度'],
  ['Name the cause with "from"', '用“from”指明起因'],
  ['Point this at the HTTP port', '改为指向 HTTP 端口'],
  ['Check the fields of the message first', '先检查消息的字段'],
  ['Wait for the reply with a time limit', '限时等待回复'],
  ['Let only this application reach the ZMQ port', '只允许此应用访问 ZMQ 端口'],
  ['Replace pickle for messages from a socket', '不再用 pickle 读取套接字消息'],
  ['Correct this flag of vLLM', '更正此 vLLM 参数'],
  ['Bound what msgpack takes from the network', '限制 msgpack 从网络接收的大小'],
  ['Check the number of frames', '检查帧数'],
  ['Drop malformed message instead of raise', '丢弃格式错误的消息，而不抛出异常'],
  ['Leave the loop when the socket is closed', '套接字关闭后退出循环'],
  ['Refuse peers that do not speak ZMTP 3', '拒绝不使用 ZMTP 3 的对端'],
  ['Drop payloads that cannot be decoded', '丢弃无法解码的数据'],
  ['Log the traceback too', '同时记录回溯'],
  ['Set {0} to {1}', '将 {0} 设为 {1}'],
  ['Add {0}', '添加 {0}'],
  ['Remove {0}', '删除 {0}'],
  ['Double {0} in {1}', '将 {1} 中的 {0} 加倍'],
]);

/** The title in Chinese; undefined for one that is not known. */
export function chineseTitle(title: string): string | undefined {
  const known = chineseTitles.get(title);
  if (known !== undefined) return known;
  for (const [pattern, translation] of chineseTitles) {
    const values = valuesIn(title, pattern.split(/\{\d\}/));
    if (values) return translation.replace(/\{(\d)\}/g, (_, index) => values[Number(index)] ?? '');
  }
  return undefined;
}
