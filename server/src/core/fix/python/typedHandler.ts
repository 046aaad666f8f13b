/** Finds Python functions that take one message of MoRIIO apart without a check of its fields. */
import { moriioMessages } from '../../decode/vllm/moriio';
import type { Edit } from '../finding';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { insertBefore } from './insert';
import { type MessageField, messageFields } from './messageFields';
import { statementsOf } from './receive';
import { functionName, lastName } from './scope';

/** A function for one type of message. */
interface TypedHandler {
  readonly definition: SyntaxNode;
  /** Name of the parameter that holds the map. */
  readonly map: string;
  /** The message's type, such as `release`. */
  readonly type: string;
  /** The fields that the function reads. */
  readonly fields: readonly MessageField[];
}

/** Notifications with the word by which handlers are named after them. */
const notifications = moriioMessages
  .filter(({ name }) => name.startsWith('moriio.notify.') && !name.endsWith('.unknown'))
  .map((message) => ({ type: message.name.slice('moriio.notify.'.length), fields: messageFields(message) }));

/** The handlers of a file. */
export function typedHandlers(file: SourceFile): TypedHandler[] {
  return file.nodes('function_definition').flatMap((definition) => {
    const name = functionName(file, definition);
    const message = notifications.find(({ type }) => name.includes(type));
    return message ? (readHandler(file, definition, message.type, message.fields) ?? []) : [];
  });
}

function readHandler(
  file: SourceFile,
  definition: SyntaxNode,
  type: string,
  known: readonly MessageField[],
): TypedHandler | undefined {
  const reads = fieldReads(file, definition);
  for (const parameter of childIn(definition, 'parameters')?.children ?? []) {
    const map = file.textOf(parameter.children[0] ?? parameter);
    const keys = new Set(reads.filter((read) => read.map === map).map((read) => read.key));
    const fields = known.filter(({ key }) => keys.has(key));
    const foreign = [...keys].some((key) => key !== 'type' && !known.some((field) => field.key === key));
    const isChecked = file.textOf(definition).includes('isinstance(');
    if (fields.length > 0 && !foreign && !isChecked) return { definition, map, type, fields };
  }
  return undefined;
}

/** `map["key"]` and `map.get("key", …)` in a function. */
function fieldReads(file: SourceFile, definition: SyntaxNode): { map: string; key: string }[] {
  const subscripts = file.nodes('subscript', definition).map((node) => ({
    map: childIn(node, 'value'),
    key: childIn(node, 'subscript'),
  }));
  const gets = file.nodes('call', definition).flatMap((node) => {
    const callee = childIn(node, 'function');
    if (!callee || lastName(file, callee) !== 'get') return [];
    return [{ map: childIn(callee, 'object'), key: childIn(node, 'arguments')?.children[0] }];
  });
  return [...subscripts, ...gets].flatMap(({ map, key }) =>
    map && key?.type === 'string' ? [{ map: file.textOf(map), key: file.textOf(key).slice(1, -1) }] : [],
  );
}

/** Checks each field before the function's first statement. */
export function validatorEdit(file: SourceFile, { definition, map, type, fields }: TypedHandler): Edit[] {
  const body = childIn(definition, 'body');
  const statements = body ? statementsOf(body) : [];
  const first = statements.find((statement) => statement.children[0]?.type !== 'string');
  if (!first || !file.ownsItsLines(first)) return [];
  const lines = fields.flatMap(({ key, isOptional, condition, words }) => {
    const value = isOptional ? `${map}["${key}"]` : `${map}.get("${key}")`;
    const present = isOptional ? `"${key}" in ${map} and ` : '';
    return [
      `if ${present}not (${condition(value)}):`,
      `\traise ValueError(f"${type}: ${key} must be ${words}, is {${value.replaceAll('"', "'")}!r}")`,
    ];
  });
  return [insertBefore(file, first, lines)];
}
