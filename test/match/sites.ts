import type { CatalogSite } from '../../server/src/core/catalog/catalog';

/** A site for tests; the code is made from file and template, so that it can be told apart in results. */
export function site(template: string, change: Partial<CatalogSite> = {}): CatalogSite {
  return {
    code: `vllm/test/${(change.file ?? 'core').replace(/\W+/g, '-')}`,
    kind: 'entry',
    project: 'vllm',
    template,
    statement: 'raise',
    exception: 'RuntimeError',
    level: null,
    file: 'vllm/v1/engine/core.py',
    line: 1,
    function: 'run',
    versions: { first: null, last: null },
    role: null,
    context: [],
    ...change,
  };
}
