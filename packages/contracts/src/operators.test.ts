import { operatorNameSchema, presetSchema, rightsOf } from './operators.ts';

describe('the rights of a preset', () => {
  it.each([
    ['viewer', ['read-analytics']],
    ['releaser', ['read-analytics', 'certify', 'deploy']],
  ])('%s has only %j, and publishes nothing', (preset, permissions) => {
    expect(rightsOf(preset)).toEqual({ permissions, publishes: [] });
  });

  it.each(['admin', 'manager'])('%s has all, and publishes every app', (preset) => {
    expect(rightsOf(preset)).toEqual({
      permissions: ['read-analytics', 'read-personal-data', 'publish', 'certify', 'deploy', 'manage-tokens'],
      publishes: 'all',
    });
  });

  it('a publisher may only publish, and only the named apps', () => {
    expect(rightsOf('publisher:shell,mfe-quiz')).toEqual({
      permissions: ['publish'],
      publishes: ['shell', 'mfe-quiz'],
    });
  });

  it('leaves out what is no name of an app', () => {
    expect(rightsOf('publisher:shell,../shell,').publishes).toEqual(['shell']);
  });

  it.each(['', 'owner', 'Admin', 'toString', '__proto__', 'publisher'])('"%s" has none', (preset) => {
    expect(rightsOf(preset)).toEqual({ permissions: [], publishes: [] });
  });
});

const isAccepted = (schema: typeof presetSchema, value: string) => schema.safeParse(value).success;
const names = (count: number) => Array.from({ length: count }, (_, at) => `app-${at}`).join(',');
const letters = (count: number) => 'a'.repeat(count);

describe('the preset of a new token', () => {
  it.each([
    'viewer',
    'releaser',
    'admin',
    'publisher:ab',
    `publisher:${letters(31)}`,
    `publisher:ab,${letters(31)}`,
    `publisher:${names(10)}`,
    'publisher:a-1,b-2',
  ])('is "%s"', (preset) => {
    expect(isAccepted(presetSchema, preset)).toBe(true);
  });

  it.each([
    '',
    'manager',
    'a viewer',
    'viewers',
    'publisher:',
    'publisher:a',
    'publisher:1a',
    'publisher:aB',
    `publisher:${letters(32)}`,
    `publisher:ab,${letters(32)}`,
    'publisher:ab,b',
    'publisher:ab,1b',
    'publisher:ab,bB',
    'publisher:ab,',
    `publisher:${names(11)}`,
    'publisher:constructor',
  ])('is not "%s"', (preset) => {
    expect(isAccepted(presetSchema, preset)).toBe(false);
  });
});

describe('the name of an operator', () => {
  it.each(['v', 'vera', 'vera.b-2', letters(40)])('is "%s"', (name) => {
    expect(isAccepted(operatorNameSchema, name)).toBe(true);
  });

  it.each(['', '2vera', '.vera', 'Vera', 'vera b', 'vEra', letters(41), ' vera', 'vera:'])(
    'is not "%s"',
    (name) => {
      expect(isAccepted(operatorNameSchema, name)).toBe(false);
    },
  );
});
