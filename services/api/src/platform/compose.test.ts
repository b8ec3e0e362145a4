import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { listen } from '@funnel/service-kit/http/server';
import Koa from 'koa';

const inRepository = (file: string) => readFileSync(join(__dirname, '../../../..', file), 'utf8');
const compose = inRepository('compose.yaml');

/** The lines of the block with this head, which ends where the indentation does. */
function blockOf(head: string): readonly string[] {
  const lines = compose.split('\n');
  const start = lines.findIndex((line) => line.trim() === head);
  const indentation = lines[start]?.search(/\S/) ?? 0;
  const rest = lines.slice(start + 1);
  return rest
    .slice(
      0,
      rest.findIndex((line) => line.search(/\S/) <= indentation),
    )
    .map((line) => line.trim());
}

describe('compose.yaml', () => {
  it('leaves every setting to .env, except the database and what a process serves', () => {
    const settings = blockOf('environment: &environment').map((line) => line.split(': '));
    expect(settings.find(([name]) => name === 'TRUST_PROXY')).toEqual(['TRUST_PROXY', '${TRUST_PROXY:-1}']);
    const fixed = settings.filter(([name = '', value = '']) => !value.startsWith(`\${${name}:`));
    expect(fixed.map(([name]) => name)).toEqual(['DATABASE_URL', 'SERVE']);
  });

  it('has a load balancer that ends idle connections before the service does', async () => {
    const server = await listen(new Koa({ proxy: true }), 0, '127.0.0.1');
    const { headers } = await fetch(server.origin);
    await server.close(0);
    expect(headers.get('keep-alive')).toBe('timeout=75');
    expect(blockOf('transport http {')).toContain('keepalive 60s');
  });

  it('has the services that commands of the runbooks name', () => {
    const services = [...compose.matchAll(/^ {2}([a-z][\w-]*):/gm)].map(([, name]) => name);
    const runbooks = ['scaling', 'backup-and-privacy'].map((name) =>
      inRepository(`docs/runbooks/${name}.md`),
    );
    const text = runbooks.join('\n');
    const named = [
      ...[...text.matchAll(/docker compose exec(?: -T| -e \S+)* (\S+)/g)].map(([, name]) => name),
      ...[...text.matchAll(/docker compose (?:stop|start) (.+)/g)].flatMap(([, names = '']) =>
        names.replace(/ *#.*/, '').split(' '),
      ),
    ];
    expect(new Set(named)).toEqual(new Set(['operators', 'postgres', 'replica-1', 'replica-2']));
    expect(named.filter((name) => !services.includes(name))).toEqual([]);
  });
});
