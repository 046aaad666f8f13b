/**
 * Adds a NetworkPolicy to a Kubernetes manifest whose vLLM pods open a ZMQ port: HTTP stays open for everyone, all other
 * ports only for pods of the same application, by a label that the pod template gives them. A scraper, a probe or a port scan then cannot reach the ZMQ ports.
 *
 * Offered as unsafe: a router or proxy of another application may have to speak to these ports and then needs a rule of
 * its own, and the cluster's network must enforce policies.
 *
 * Before:
 * ```yaml
 * kind: Deployment
 * spec:
 *   selector:
 *     matchLabels:
 *       app: llm
 *   template:
 *     metadata:
 *       labels:
 *         app: llm
 *     spec:
 *       containers:
 *         - args: ["vllm", "serve", "m", "--data-parallel-rpc-port", "13345"]
 * ```
 *
 * After:
 * ```yaml
 * kind: Deployment
 * spec:
 *   selector:
 *     matchLabels:
 *       app: llm
 *   template:
 *     metadata:
 *       labels:
 *         app: llm
 *     spec:
 *       containers:
 *         - args: ["vllm", "serve", "m", "--data-parallel-rpc-port", "13345"]
 * ---
 * apiVersion: networking.k8s.io/v1
 * kind: NetworkPolicy
 * metadata:
 *   name: llm-zmq
 * spec:
 *   podSelector:
 *     matchLabels:
 *       app: llm
 *   policyTypes: [Ingress]
 *   ingress:
 *     # HTTP and metrics for everyone.
 *     - ports:
 *         - port: 8000
 *     # Everything else among the pods themselves.
 *     - from:
 *         - podSelector:
 *             matchLabels:
 *               app: llm
 * ```
 */
import { yamlLanguages } from '../config/languages';
import { manifestOf } from '../config/manifest';
import { openPorts } from '../config/networkPolicy';
import { ManifestFile } from '../config/ports';
import { withoutTemplates } from '../config/templates';
import type { Fix } from '../fix';

export const isolateZmqPort: Fix = {
  id: 'isolate-zmq-port',
  title: 'Let only this application reach the ZMQ port',
  languages: yamlLanguages,
  mayApply: (text) => text.includes('vllm') && text.includes('kind:'),
  find: ({ text }) => openPorts(text, new ManifestFile(manifestOf(withoutTemplates(text), text))),
};
