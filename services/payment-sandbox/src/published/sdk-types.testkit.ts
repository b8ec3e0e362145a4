import path from 'node:path';

import ts from 'typescript';

export const has = (type: ts.Type, flag: ts.TypeFlags): boolean => (type.flags & flag) !== 0;
const membersOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

/** The library writes `'a' | 'b' | OtherString` for values that may be added to the API. */
export const isOtherText = (type: ts.Type): boolean =>
  type.isIntersection() && type.types.some((part) => has(part, ts.TypeFlags.String));

export function createProgram(files: readonly string[]): ts.Program {
  return ts.createProgram([...files], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    customConditions: ['source'],
    types: ['node'],
  });
}

function isTextOf(type: ts.Type, value: string): boolean {
  if (type.isStringLiteral()) return type.value === value;
  return has(type, ts.TypeFlags.String) || isOtherText(type);
}

function fits(type: ts.Type, value: unknown): boolean {
  if (has(type, ts.TypeFlags.Any)) return true;
  if (value === null) return has(type, ts.TypeFlags.Null);
  if (typeof value === 'string') return isTextOf(type, value);
  if (typeof value === 'number') return has(type, ts.TypeFlags.Number);
  return typeof value === 'boolean' && has(type, ts.TypeFlags.BooleanLike);
}

/** The reasons why a JSON value is not of a type, as paths. Fields that the value lacks are not reported. */
export function mismatches(checker: ts.TypeChecker, type: ts.Type, value: unknown, at: string): string[] {
  const members = membersOf(type);
  if (members.some((member) => fits(member, value))) return [];
  const shown = `${at}: ${JSON.stringify(value)} is not ${checker.typeToString(type)}`;
  if (typeof value !== 'object' || value === null) return [shown];
  if (Array.isArray(value)) {
    const list = members.find((member) => checker.isArrayLikeType(member));
    const item = list && checker.getIndexTypeOfType(list, ts.IndexKind.Number);
    if (!item) return [shown];
    return value.flatMap((entry, index) => mismatches(checker, item, entry, `${at}.${index}`));
  }
  const objects = members.filter(
    (member) => has(member, ts.TypeFlags.Object) && !checker.isArrayLikeType(member),
  );
  const attempts = objects.map((object) => fieldMismatches(checker, object, value, at));
  return attempts.toSorted((a, b) => a.length - b.length)[0] ?? [shown];
}

function fieldMismatches(checker: ts.TypeChecker, type: ts.Type, value: object, at: string): string[] {
  const anyField = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  return Object.entries(value).flatMap(([field, entry]) => {
    const property = checker.getPropertyOfType(type, field);
    const fieldType = property ? checker.getTypeOfSymbol(property) : anyField;
    return fieldType
      ? mismatches(checker, fieldType, entry, `${at}.${field}`)
      : [`${at}.${field}: the library has no such field`];
  });
}

/** `Invoice.Parent.SubscriptionDetails`: the interface and its namespaces. */
function qualifiedName(declaration: ts.InterfaceDeclaration): string[] {
  const names = [declaration.name.text];
  for (let node: ts.Node = declaration.parent; !ts.isSourceFile(node); node = node.parent)
    if (ts.isModuleDeclaration(node)) names.unshift(node.name.text);
  return names;
}

const snakeCase = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();

/** The value of `object` in the top-level interface of that name, such as `checkout.session`. */
function resourceNamed(checker: ts.TypeChecker, file: ts.SourceFile, name: string): string | undefined {
  const declaration = file.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  if (!declaration) return undefined;
  const property = checker.getPropertyOfType(checker.getTypeAtLocation(declaration), 'object');
  const type = property && checker.getTypeOfSymbol(property);
  return type?.isStringLiteral() ? type.value : undefined;
}

/** `checkout.session` or `invoice.parent.subscription_details`, if an interface is one of Stripe's objects. */
function objectAt(checker: ts.TypeChecker, owner: ts.Node | undefined): string | undefined {
  if (!owner || !ts.isInterfaceDeclaration(owner)) return undefined;
  const file = owner.getSourceFile();
  if (!/node_modules\/stripe\//.test(file.fileName)) return undefined;
  const [root = '', ...nested] = qualifiedName(owner);
  const resource = resourceNamed(checker, file, root);
  if (resource === undefined || resource === 'list') return undefined;
  return [resource, ...nested.map(snakeCase)].join('.');
}

/** The object and the field that an access reads. A field that the library lacks is a field of the accessed type. */
function fieldRead(checker: ts.TypeChecker, accessed: ts.Type, name: string): string | undefined {
  const property = checker.getPropertyOfType(accessed, name);
  const members = accessed.isIntersection() ? accessed.types : membersOf(accessed);
  const owners = property
    ? (property.declarations ?? []).map(({ parent }) => parent)
    : members.flatMap((member) => member.symbol?.declarations ?? []);
  const object = owners.map((owner) => objectAt(checker, owner)).find((found) => found !== undefined);
  return object === undefined ? undefined : `${object}.${name}`;
}

/** Every field of Stripe's objects that the code of these files reads. */
export function fieldsRead(program: ts.Program, files: readonly string[]): string[] {
  const checker = program.getTypeChecker();
  const found = new Set<string>();
  const read = (accessed: ts.Type, name: string) => {
    const field = fieldRead(checker, checker.getNonNullableType(accessed), name);
    if (field !== undefined) found.add(field);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) read(checker.getTypeAtLocation(node.expression), node.name.text);
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name;
      if (ts.isIdentifier(name)) read(checker.getTypeAtLocation(node.parent), name.text);
    }
    ts.forEachChild(node, visit);
  };
  const wanted = new Set(files.map((file) => path.resolve(file)));
  for (const file of program.getSourceFiles()) if (wanted.has(path.resolve(file.fileName))) visit(file);
  return [...found].toSorted();
}

/** The properties of an interface in a file, by name. */
export function propertiesOf(program: ts.Program, file: string, name: string): ReadonlyMap<string, ts.Type> {
  const checker = program.getTypeChecker();
  const declaration = program
    .getSourceFile(file)
    ?.statements.find((statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name);
  if (!declaration) throw new Error(`${file} has no ${name}.`);
  const properties = checker.getPropertiesOfType(checker.getTypeAtLocation(declaration));
  return new Map(properties.map((property) => [property.name, checker.getTypeOfSymbol(property)]));
}

/** Whether a type has a property at a path of names, through lists and records. */
export function hasParameter(checker: ts.TypeChecker, type: ts.Type, [name, ...rest]: string[]): boolean {
  if (name === undefined) return true;
  const parts = membersOf(checker.getNonNullableType(type)).flatMap((member) => [
    checker.getIndexTypeOfType(member, ts.IndexKind.Number) ?? member,
    checker.getIndexTypeOfType(member, ts.IndexKind.String) ?? member,
  ]);
  return parts.some((part) => {
    const property = checker.getPropertyOfType(part, name);
    return property !== undefined && hasParameter(checker, checker.getTypeOfSymbol(property), rest);
  });
}
