/** Each fix in each language it reads: what is offered there, beside the one example of its documentation. */
import type { Applicability } from '../../server/src/core/fix/finding';
import { fixes } from '../../server/src/core/fix/fixes/all';
import { exampleOf } from './examples';

/** One place for a fix in a language. */
export interface LanguageExample {
  readonly fix: string;
  readonly title: string;
  /** LSP language id. */
  readonly language: string;
  readonly before: string;
  /** What the change gives; undefined where only its documentation's language says so. */
  readonly after: string | undefined;
  readonly applicability: Applicability;
}

const go = (body: string) => `package main

import zmq "github.com/pebbe/zmq4"

${body}`;

/** Code by fix and by the family of its language; languages of one family share their code. */
const codes = new Map<string, Readonly<Record<string, string>>>([
  [
    'drop-malformed-message',
    {
      javascript:
        'import { Router } from "zeromq";\nconst router = new Router();\nconst kept = new Map();\nfor await (const [id, body] of router) {\n  kept.set(id.toString(), JSON.parse(body));\n}\n',
      rust: 'async fn take(mut sub: SubSocket) -> Result<()> {\n    loop {\n        let message = sub.recv().await?;\n        let event: Event = rmp_serde::from_slice(&message)?;\n        keep(event);\n    }\n}\n',
      go: go(
        'func take(sock *zmq.Socket) error {\n\tfor {\n\t\tbody, err := sock.RecvBytes(0)\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\tvar e Event\n\t\tif err := json.Unmarshal(body, &e); err != nil {\n\t\t\treturn err\n\t\t}\n\t\tkeep(e)\n\t}\n}\n',
      ),
    },
  ],
  [
    'leave-closed-socket',
    {
      javascript:
        'import { Pull } from "zeromq";\nconst sock = new Pull();\nwhile (true) {\n  try {\n    use(await sock.receive());\n  } catch (error) {\n    console.error(error);\n  }\n}\n',
    },
  ],
  [
    'check-frame-count',
    {
      javascript:
        'import { Subscriber } from "zeromq";\nconst sub = new Subscriber();\nfor await (const [topic, body] of sub) {\n  keep(topic, body);\n}\n',
      rust: 'async fn take(mut sub: SubSocket) -> Result<()> {\n    loop {\n        let frames = sub.recv().await?.into_vec();\n        keep(&frames[1]);\n    }\n}\n',
      go: go(
        'func take(sock *zmq.Socket) error {\n\tfor {\n\t\tframes, err := sock.RecvMessageBytes(0)\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\tkeep(frames[1])\n\t}\n}\n',
      ),
    },
  ],
  [
    'receive-timeout',
    {
      rust: 'use zeromq::ReqSocket;\n\nasync fn ask(socket: &mut ReqSocket) -> anyhow::Result<Vec<u8>> {\n    socket.send("get".into()).await?;\n    let reply = socket.recv().await?;\n    Ok(reply)\n}\n',
      go: go(
        'func ask(sock *zmq.Socket) ([]byte, error) {\n\tif _, err := sock.Send("get", 0); err != nil {\n\t\treturn nil, err\n\t}\n\treply, err := sock.RecvBytes(0)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\treturn reply, nil\n}\n',
      ),
    },
  ],
  [
    'guard-msgpack-decode',
    {
      javascript:
        'import { Subscriber } from "zeromq";\nconst sub = new Subscriber();\nfor await (const [topic, body] of sub) {\n  const message = JSON.parse(body);\n  if (message.type === "stop") throw new Stopped();\n  use(message);\n}\n',
    },
  ],
  [
    'scrape-port',
    {
      dockerfile:
        'FROM vllm/vllm-openai:v0.11.0\nHEALTHCHECK CMD curl -f http://localhost:13345/health\nCMD ["--model", "m", "--data-parallel-rpc-port", "13345"]\n',
      'systemd-unit-file':
        '[Container]\nImage=vllm/vllm-openai:v0.11.0\nExec=--model m --data-parallel-rpc-port 13345\nHealthCmd=curl -f http://localhost:13345/health\n',
      shellscript:
        'docker run --health-cmd "curl -f http://localhost:13345/health" vllm/vllm-openai:v0.11.0 --model m --data-parallel-rpc-port 13345\n',
    },
  ],
  [
    'check-vllm-flags',
    {
      shellscript: 'vllm serve m --max-model-length 2048\n',
      dockerfile: 'FROM vllm/vllm-openai:v0.11.0\nCMD ["--model", "m", "--max-model-length", "2048"]\n',
      'systemd-unit-file': '[Service]\nExecStart=/opt/vllm/bin/vllm serve m --max-model-length 2048\n',
    },
  ],
]);

/** The family of languages whose code is the same. */
function familyOf(language: string): string {
  if (/^(?:javascript|typescript)/.test(language)) return 'javascript';
  return ['helm', 'dockercompose'].includes(language) ? 'yaml' : language;
}

/** One example for each fix and language; a language without code is a fault of this table. */
export const languageExamples: readonly LanguageExample[] = fixes.flatMap(({ id, title, languages }) => {
  const shown = exampleOf(id);
  return languages.map((language): LanguageExample => {
    const isShown = familyOf(language) === familyOf(shown.language);
    const before = isShown ? shown.before : codes.get(id)?.[familyOf(language)];
    if (before === undefined) throw new Error(`no example of ${id} in ${language}`);
    // Rust and Go hide what else a function may owe, so nothing is safe there.
    const isOpen = ['rust', 'go'].includes(language);
    const applicability = isOpen && shown.applicability === 'safe' ? 'unsafe' : shown.applicability;
    return { fix: id, title, language, before, after: isShown ? shown.after : undefined, applicability };
  });
});
