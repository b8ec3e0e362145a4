/** Whether a value from outside has the type `T`. Unknown fields of objects are allowed. */
export type Guard<T> = (value: unknown) => value is T;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
/** A safe integer. */
export const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);

export const isTextLike =
  (pattern: RegExp) =>
  (value: unknown): value is string =>
    isText(value) && pattern.test(value);

export const isOneOf =
  <T extends string>(...allowed: readonly T[]): Guard<T> =>
  (value): value is T =>
    allowed.some((entry) => entry === value);

export const isOptional =
  <T>(accepts: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || accepts(value);

export const isNullable =
  <T>(accepts: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || accepts(value);

export const isListOf =
  <T>(accepts: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(accepts);

export const isRecordOf =
  <T>(accepts: Guard<T>): Guard<Record<string, T>> =>
  (value): value is Record<string, T> =>
    isObject(value) && Object.values(value).every(accepts);

/** An object whose fields are accepted by the guards of the same name. `shape` has a guard for every field of `T`. */
export const isObjectOf =
  <T extends object>(shape: { readonly [Key in keyof T]-?: Guard<T[Key]> }): Guard<T> =>
  (value): value is T =>
    isObject(value) &&
    Object.entries<Guard<unknown>>(shape).every(([field, accepts]) => accepts(value[field]));
