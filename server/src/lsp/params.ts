/** Checks the parameters of our own requests, which any program that speaks the protocol may send. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import * as z from 'zod';
import type { Notifications, Requests } from './protocol';

/** Requests whose parameters say something. */
export type CheckedRequest = Exclude<keyof Requests, 'errorLookup/status' | 'errorLookup/catalogFilters'>;

const index = z.int().nonnegative();
const linePlace = z.object({ uri: z.string(), line: index, character: index.exactOptional() });

const payload = z.object({
  text: z.string(),
  file: z.boolean().exactOptional(),
  fileSize: index.exactOptional(),
  form: z.string().exactOptional(),
  hint: z.string().exactOptional(),
  at: linePlace.exactOptional(),
});

const schemas: { readonly [M in CheckedRequest]: z.ZodType<Requests[M]['params']> } = {
  'errorLookup/page': z.object({
    code: z.string(),
    at: linePlace.exactOptional(),
    values: z
      .array(z.object({ name: z.string(), text: z.string() }))
      .max(100)
      .exactOptional(),
  }),
  'errorLookup/matchLines': z.object({ lines: z.array(z.string()) }),
  'errorLookup/scanOutput': z.object({
    id: z.string().max(200),
    text: z.string(),
    next: z.enum(['more', 'pause', 'end']),
  }),
  'errorLookup/explain': z.union([z.object({ at: linePlace }), z.object({ text: z.string() })]),
  'errorLookup/analyzeFile': z.object({ uri: z.string(), token: z.string().max(200) }),
  'errorLookup/indexPackages': z.object({ uri: z.string(), token: z.string().max(200) }),
  'errorLookup/fileSlice': z.object({ uri: z.string(), line: index }),
  'errorLookup/logErrors': z.object({ uri: z.string() }),
  'errorLookup/search': z.object({
    query: z.string(),
    project: z.string().exactOptional(),
    severity: z.string().exactOptional(),
    version: z.string().exactOptional(),
  }),
  'errorLookup/message': z.object({ at: linePlace }),
  'errorLookup/payloads': z.object({ at: linePlace }),
  'errorLookup/tool': z.object({ name: z.string(), input: z.unknown() }),
  'errorLookup/decode': payload,
  'errorLookup/payloadBytes': payload.extend({ from: index }),
  'errorLookup/copyPayload': payload.extend({ as: z.enum(['json', 'hex', 'python', 'base64', 'text']) }),
};

/** The parameters of a request; wrong ones throw the error that the protocol has for them, with one line that says why. */
export function readParams<M extends CheckedRequest>(method: M, value: unknown): Requests[M]['params'] {
  const result = schemas[method].safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join('.') ?? '';
  const where = path === '' ? '' : `${path}: `;
  throw new ResponseError(ErrorCodes.InvalidParams, `${method}: ${where}${issue?.message ?? 'wrong parameters'}`);
}

/** Notifications of the client whose parameters say something. */
export type CheckedNotification = Extract<keyof Notifications, `errorLookup/${string}Large`>;

const place = z.object({ line: index, character: index });

const notifications: { readonly [M in CheckedNotification]: z.ZodType<Notifications[M]> } = {
  'errorLookup/openLarge': z.object({ uri: z.string(), languageId: z.string(), version: z.int(), lineCount: index }),
  'errorLookup/changeLarge': z.object({
    uri: z.string(),
    version: z.int(),
    changes: z.array(z.object({ range: z.object({ start: place, end: place }), text: z.string() })),
  }),
  'errorLookup/closeLarge': z.object({ uri: z.string() }),
};

/** The parameters of a notification; undefined for wrong ones, since nobody waits for an answer. */
export function readNotification<M extends CheckedNotification>(
  method: M,
  value: unknown,
): Notifications[M] | undefined {
  return notifications[method].safeParse(value).data;
}
