import * as z from 'zod';

export const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
export const like = (pattern: RegExp, error: string) => z.string().regex(pattern, error);
export const commaList = z.string().transform((text) => text.split(',').map((part) => part.trim()));
export const example = (text: string) => ({ example: text });

/** Malformed settings: one line a variable, with what is wrong and an example. */
export class ConfigError extends Error {}

/** A setting that turned out to be wrong when it was used. Who knows the setting adds an example: `explainError`. */
export class SettingError extends ConfigError {
  readonly setting: string;
  readonly reason: string;

  constructor(setting: string, reason: string) {
    super(`${setting}: ${reason}`);
    this.setting = setting;
    this.reason = reason;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A service's settings as environment variables: how they are read, and how a wrong one is explained. */
export function describeSettings<S extends z.ZodObject>(schema: S) {
  type Settings = z.infer<S>;
  type Fault = readonly [name: keyof Settings & string, reason: string];

  function explain(name: string, reason: string): string {
    const schemas: Readonly<Record<string, { meta(): Record<string, unknown> | undefined } | undefined>> =
      schema.shape;
    const hint = schemas[name]?.meta()?.['example'];
    return `${name}: ${reason}. Example: ${name}=${hint}`;
  }

  return {
    error: (name: keyof Settings & string, reason: string): ConfigError =>
      new ConfigError(explain(name, reason)),

    /** Adds an example to the error of a setting that turned out to be wrong. Any other error stays as it is. */
    explainError: (error: unknown): unknown =>
      error instanceof SettingError ? new ConfigError(explain(error.setting, error.reason)) : error,

    /**
     * Reads and checks every setting at once. An empty value counts as unset. Throws `ConfigError`.
     * `contradictions`: what is wrong between settings that are each well-formed.
     */
    read(environment: Environment, contradictions: (settings: Settings) => readonly Fault[]): Settings {
      const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
      const refuse = (faults: readonly (readonly [name: string, reason: string])[]) =>
        new ConfigError(faults.map(([name, reason]) => explain(name, reason)).join('\n'));

      const { data, error } = schema.safeParse(given);
      if (error) throw refuse(error.issues.map(({ path, message }) => [String(path[0]), message]));
      const faults = contradictions(data);
      if (faults.length > 0) throw refuse(faults);
      return data;
    },
  };
}
