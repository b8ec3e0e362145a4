import { fileURLToPath } from 'node:url';

import ts from 'typescript';

import { createProgram, has, isOtherText } from '../published/sdk-types.testkit.ts';
import { documentedSizes } from './documented-sizes.testkit.ts';

const source = fileURLToPath(new URL('parameters.ts', import.meta.url));
export const schemaFile = fileURLToPath(new URL('parameters.schema.json', import.meta.url));

interface Schema {
  readonly [keyword: string]: unknown;
}

/** The library's types also allow any other text beside `'a' | 'b'`; the API does not. */
function membersOf(type: ts.Type): readonly ts.Type[] {
  if (!type.isUnion()) return [type];
  const absent = ts.TypeFlags.Undefined | ts.TypeFlags.Null;
  return type.types.filter((member) => !has(member, absent) && !isOtherText(member));
}

function objectSchema(checker: ts.TypeChecker, type: ts.Type): Schema {
  const anyName = checker.getIndexInfoOfType(type, ts.IndexKind.String);
  if (anyName) return { type: 'object', additionalProperties: schemaOf(checker, anyName.type) };
  const properties = checker.getPropertiesOfType(type);
  return {
    type: 'object',
    properties: Object.fromEntries(
      properties.map((property) => [
        property.name,
        { ...schemaOf(checker, checker.getTypeOfSymbol(property)), ...documentedSizes[property.name] },
      ]),
    ),
    required: properties.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional)).map(({ name }) => name),
    additionalProperties: false,
  };
}

function schemaOf(checker: ts.TypeChecker, type: ts.Type): Schema {
  const members = membersOf(type);
  const texts = members.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
  if (texts.length === members.length) return { type: 'string', enum: texts.toSorted() };
  if (members.every((member) => has(member, ts.TypeFlags.BooleanLiteral)))
    return { type: 'boolean', ...(members.length === 1 && { enum: [false] }) };

  const [only, ...others] = members;
  if (!only || others.length > 0 || has(only, ts.TypeFlags.Any))
    throw new Error(`${checker.typeToString(type)} cannot become a schema: name its parts, or narrow it.`);
  if (has(only, ts.TypeFlags.String)) return { type: 'string' };
  if (has(only, ts.TypeFlags.Number)) return { type: 'integer' };
  const item = checker.getIndexTypeOfType(only, ts.IndexKind.Number);
  if (item && checker.isArrayLikeType(only)) {
    const exactlyOne = checker.isTupleType(only) && { minItems: 1, maxItems: 1 };
    return { type: 'array', items: schemaOf(checker, item), ...exactlyOne };
  }
  return objectSchema(checker, only);
}

/** Creates a JSON schema for each call in `Parameters` from its TypeScript types and the documented sizes. */
export function parameterSchemas(): unknown {
  const program = createProgram([source]);
  const isParameters = (statement: ts.Statement) =>
    ts.isInterfaceDeclaration(statement) && statement.name.text === 'Parameters';
  const calls = program.getSourceFile(source)?.statements.find(isParameters);
  if (!calls) throw new Error('Parameters not found.');
  const checker = program.getTypeChecker();
  return objectSchema(checker, checker.getTypeAtLocation(calls))['properties'];
}
