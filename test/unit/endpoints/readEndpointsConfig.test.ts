import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultEndpointsConfig } from '../../../src/endpoints/EndpointsConfig.ts'
import { parseEndpointsConfig, readEndpointsConfig } from '../../../src/endpoints/readEndpointsConfig.ts'

let home: string
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-config-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const provider = { name: 'company', kind: 'oidc', issuer: 'https://login.example.com', clientId: 'chain-tui' }

test('a home without endpoints.json, and an empty document, have the defaults', async () => {
	expect(await readEndpointsConfig(home)).toEqual(defaultEndpointsConfig)
	expect(parseEndpointsConfig({})).toEqual({ config: defaultEndpointsConfig })
	expect(parseEndpointsConfig({ limits: {} })).toEqual({ config: defaultEndpointsConfig })
})

test('settings of endpoints.json are read with their own defaults, files of TLS from the home', async () => {
	const settings = {
		limits: { batchItems: 1 },
		pruningWindow: 1,
		evmChainId: 9_007_199_254_740_991,
		tls: { certFile: 'tls/cert.pem', keyFile: '/etc/key.pem' },
		trustedProxies: ['10.0.0.0/8', '::1'],
		publicUrl: 'https://rpc.example.com/a//',
		identityProviders: [provider, { ...provider, name: 'two', label: 'Two' }],
	}
	writeFileSync(join(home, 'endpoints.json'), JSON.stringify(settings))
	expect(await readEndpointsConfig(home)).toEqual({
		limits: { ...defaultEndpointsConfig.limits, batchItems: 1 },
		pruningWindow: 1,
		evmChainId: 9_007_199_254_740_991n,
		tls: { certFile: join(home, 'tls/cert.pem'), keyFile: '/etc/key.pem' },
		trustedProxies: ['10.0.0.0/8', '::1'],
		publicUrl: 'https://rpc.example.com/a',
		identityProviders: [
			{ ...provider, label: 'company' },
			{ ...provider, name: 'two', label: 'Two' },
		],
	})
})

test('endpoints.json that cannot be used is told with its file and its first faults', async () => {
	const file = join(home, 'endpoints.json')
	const told = async (text: string) => {
		writeFileSync(file, text)
		return readEndpointsConfig(home).then(
			() => undefined,
			(fault: { message: string; why: string; next: string }) => [fault.message, fault.why, fault.next],
		)
	}
	const message = `The settings of the endpoint service in ${file} cannot be used.`
	const next = 'Mend the file, or remove it to use the defaults.'
	expect(await told('{')).toEqual([message, expect.stringContaining('JSON'), next])
	expect(await told('[]')).toEqual([message, expect.stringMatching(/^the document: /), next])
	expect(await told('{"pruningWindow":0,"trustedProxies":["x"]}')).toEqual([
		message,
		expect.stringMatching(/^pruningWindow: .*; trustedProxies\.0: no IP address or range$/),
		next,
	])
	await expect(readEndpointsConfig(file)).rejects.toMatchObject({ why: expect.stringContaining('ENOTDIR') })
})

test('settings of one character and the least numbers are taken', () => {
	const least = { name: 'a', label: 'b', kind: 'oidc', issuer: 'https://a.test', clientId: 'c', clientSecret: 'd' }
	const limits = { bodyBytes: 1, batchItems: 1, replyBytes: 1, callTimeoutMs: 1 }
	const tls = { certFile: 'e', keyFile: 'f' }
	expect(parseEndpointsConfig({ limits, pruningWindow: 1, evmChainId: 1, tls, identityProviders: [least] })).toEqual({
		config: { ...defaultEndpointsConfig, limits, pruningWindow: 1, evmChainId: 1n, tls, identityProviders: [least] },
	})
	const long = { ...least, name: `a${'-'.repeat(31)}`, label: 'x'.repeat(40) }
	expect(parseEndpointsConfig({ identityProviders: [long] })).toMatchObject({ config: { identityProviders: [long] } })
})

test.each([
	[{ tls: { certFile: 'a', keyFile: '' } }, 'tls.keyFile'],
	[{ identityProviders: [{ ...provider, label: '' }] }, 'identityProviders.0.label'],
	[{ identityProviders: [{ ...provider, clientSecret: '' }] }, 'identityProviders.0.clientSecret'],
	[{ identityProviders: [{ ...provider, name: 'a'.repeat(33) }] }, 'identityProviders.0.name'],
	[{ limits: { bodyBytes: 0 } }, 'limits.bodyBytes'],
	[{ limits: { callTimeoutMs: 1.5 } }, 'limits.callTimeoutMs'],
	[{ evmChainId: 0 }, 'evmChainId'],
	[{ tls: { certFile: 'a' } }, 'tls.keyFile'],
	[{ tls: { certFile: '', keyFile: 'b' } }, 'tls.certFile'],
	[{ publicUrl: 'rpc' }, 'publicUrl'],
	[{ other: 1 }, 'the document'],
	[{ identityProviders: [{ ...provider, name: 'Company' }] }, 'identityProviders.0.name'],
	[{ identityProviders: [{ ...provider, label: 'x'.repeat(41) }] }, 'identityProviders.0.label'],
	[{ identityProviders: [{ ...provider, clientId: '' }] }, 'identityProviders.0.clientId'],
	[{ identityProviders: [{ ...provider, kind: 'other' }] }, 'identityProviders.0.kind'],
])('the settings %j are refused by the name of what is wrong', (settings, name) => {
	expect(parseEndpointsConfig(settings)).toEqual({ problem: expect.stringMatching(`^${name}: `) })
})
