import * as z from 'zod';

export const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, { error })
    .transform(Number)
    .pipe(z.number().min(min, { error }).max(max, { error }));
};
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
/** The URL of a whole site. Its value is the origin, without an ending slash. */
export const siteUrl = z
  .string()
  .refine((text) => /^https?:\/\/[^/?#@\s]+\/?$/i.test(text) && URL.canParse(text), {
    error: 'must be an http or https URL without a path',
  })
  .transform((text) => new URL(text).origin);
export const like = (pattern: RegExp, error: string) => z.string().regex(pattern, error);
export const commaList = z.string().transform((text) => text.split(',').map((part) => part.trim()));
export const example = (text: string) => ({ example: text });

/** Invalid settings. The message has one line per variable, with the reason and an example. */
export class ConfigError extends Error {}

/** A setting that turned out to be invalid when it was used. `explainError` adds an example from the schema. */
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

/** Creates functions that read a service's settings from environment variables and explain invalid ones. */
export function describeSettings<S extends z.ZodObject>(schema: S) {
  type Settings = z.infer<S>;
  type InvalidSetting = readonly [name: keyof Settings & string, reason: string];

  function explain(name: string, reason: string): string {
    const schemas: Readonly<Record<string, { meta(): Record<string, unknown> | undefined } | undefined>> =
      schema.shape;
    const hint = schemas[name]?.meta()?.['example'];
    return `${name}: ${reason}. Example: ${name}=${hint}`;
  }

  return {
    error: (name: keyof Settings & string, reason: string): ConfigError =>
      new ConfigError(explain(name, reason)),

    /** Adds an example to a `SettingError`. Any other error is returned unchanged. */
    explainError: (error: unknown): unknown =>
      error instanceof SettingError ? new ConfigError(explain(error.setting, error.reason)) : error,

    /**
     * Reads and checks every setting at once. An empty value is treated as unset. `contradictions` returns those
     * that are valid alone but not together, with the reasons. Throws `ConfigError`.
     */
    read(
      environment: Environment,
      contradictions: (settings: Settings) => readonly InvalidSetting[],
    ): Settings {
      const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
      const toError = (invalid: readonly (readonly [name: string, reason: string])[]) =>
        new ConfigError(invalid.map(([name, reason]) => explain(name, reason)).join('\n'));

      const { data, error } = schema.safeParse(given);
      if (error) throw toError(error.issues.map(({ path, message }) => [String(path[0]), message]));
      const invalid = contradictions(data);
      if (invalid.length > 0) throw toError(invalid);
      return data;
    },
  };
}
