import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cli } from '../cli/testCli.ts'

let home: string
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-config-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const run = (...args: string[]) => cli(['endpoints', 'config', ...args, '--home', home])
const write = (settings: unknown) => writeFileSync(join(home, 'endpoints.json'), JSON.stringify(settings))
const secret = 'hunter2secret'
const provider = { name: 'company', kind: 'oidc', issuer: 'https://login.example.com', clientId: 'chain-tui' }

it('endpoints config prints the settings with their defaults and no secret', async () => {
	write({ pruningWindow: 7, identityProviders: [{ ...provider, clientSecret: secret }] })
	const { exit, stdout } = await run('--output', 'json')
	expect(exit).toBe(0)
	expect(JSON.parse(stdout)).toMatchObject({
		pruningWindow: 7,
		limits: { batchItems: 1_000 },
		identityProviders: [{ name: 'company', clientSecret: 'set' }],
	})
	expect(stdout).not.toContain(secret)
})

it.each([
	[{}, 0, 'can be used'],
	[{ $schema: './endpoints.schema.json' }, 0, 'can be used'],
	[{ pruningWindow: 0 }, 1, 'pruningWindow'],
	[{ limits: { batchItem: 3 } }, 1, 'batchItem'],
	[{ trustedProxies: ['10.0.0.0/8', '::1'] }, 0, 'can be used'],
	[{ trustedProxies: ['10.0.0.0/99'] }, 1, 'no IP address or range'],
	[{ identityProviders: [{ ...provider, issuer: 'nowhere' }] }, 1, 'identityProviders.0.issuer'],
	[{ tls: { certFile: 'none.pem', keyFile: 'none.pem' } }, 1, 'certificate'],
])('endpoints config --check of %j exits with %i and says %s', async (settings, code, text) => {
	write(settings)
	const { exit, stdout, stderr } = await run('--check')
	expect([exit, `${stdout}${stderr}`]).toEqual([code, expect.stringContaining(text)])
})

it('endpoints config --schema describes every setting', async () => {
	const { exit, stdout } = await run('--schema')
	expect(exit).toBe(0)
	const schema = JSON.parse(stdout) as { properties: Record<string, unknown>; additionalProperties: boolean }
	expect(Object.keys(schema.properties)).toEqual(
		expect.arrayContaining(['limits', 'pruningWindow', 'tls', 'trustedProxies', 'publicUrl', 'identityProviders']),
	)
	expect(schema.additionalProperties).toBe(false)
	expect(stdout).toBe(`${JSON.stringify(schema, null, 2)}\n`)
})
