/** Images of containers that start vLLM. */

/** What the image of a container starts. */
export interface Image {
  readonly release: string | undefined;
  /** Its entry point is vLLM's server; of another one with the name in it that is likely. */
  readonly isServer: boolean;
}

/** Images that only speak to vLLM. */
const others = /router|proxy|gateway|exporter|bench|dashboard|operator|sidecar|client|-ui\b|webui|epp|omni|semantic/;

/** Those of the project itself, mirrors among them; their tags are releases. */
const own = /^vllm-(?:openai|cpu|tpu|xpu|rocm|arm64|gpu|server)/;

/** An image of the server and the release in its tag; undefined for another image. */
export function imageIn(name: string): Image | undefined {
  const slash = name.lastIndexOf('/');
  const [base = ''] = name.slice(slash + 1).split(/[:@]/, 1);
  const path = name.slice(0, slash + 1) + base;
  const isImage = /^[\w.:@/-]+$/.test(path) && /[/:]/.test(name) && !/\s/.test(name);
  if (!isImage || !base.includes('vllm') || others.test(base)) return undefined;
  const isServer = own.test(base);
  const isOwn = isServer && !/lmcache/.test(path);
  const tag = name.slice(path.length + 1);
  const release = isOwn ? /^v?(0\.\d+\.\d+)/.exec(tag)?.[1] : /(?:^|[_-])vllm[_-]v?(0\.\d+\.\d+)/.exec(tag)?.[1];
  return { release: release && `v${release}`, isServer };
}
