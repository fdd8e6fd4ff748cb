import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'
import { removeRunningNode, writeRunningNode } from '../../../src/node/home/runningNode.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { providerOf } from '../../unit/client/places/provider.ts'
import { quickKeyring } from './quickKeyring.ts'
import { cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-rpc-edit-'))
let home: string
let node: TestNode
let url: string

beforeAll(async () => {
	node = await startNode({ on: ['rpc'] })
	await node.engine.mine()
	url = node.addresses.rpc!
})
afterAll(async () => {
	await node.close()
	rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
	home = mkdtempSync(join(folder, 'home-'))
	await run('add', 'node', url)
})

const run = (...args: string[]) => cli(['rpc', ...args, '--home', home, '--output', 'json'])
const file = () => join(home, 'preferences.json')
const preferences = () => JSON.parse(readFileSync(file(), 'utf8')) as { nodes: readonly string[]; node?: string }

test('a place that is on another chain than when it was saved is used after its new chain is saved, as the refusal says', async () => {
	writeFileSync(file(), readFileSync(file(), 'utf8').replace('chain-localnet', 'chain-before'))
	const { stderr } = await run('use', 'node')
	const next = `Save its new chain: chain-tui rpc edit node --url ${url}.\n`
	expect(stderr).toBe(
		`Error: node is on the chain chain-localnet.\nWhen it was saved, it was on chain-before.\n${next}`,
	)
	expect((await run('edit', 'node', '--url', url)).stderr).toBe('node is changed.\n')
	expect(await run('use', 'node')).toEqual({ exit: 0, stdout: '', stderr: 'The app begins with node.\n' })
})

test('a place that does not answer while its address is saved again stays on the chain where it was', async () => {
	const nowhere = 'http://127.0.0.1:9'
	writeFileSync(file(), readFileSync(file(), 'utf8').replace(url, nowhere))
	const [before] = preferences().nodes
	await run('edit', 'node', '--url', nowhere)
	expect(preferences().nodes).toEqual([before])
	expect(before).toContain('chain-localnet')
	await run('edit', 'node', '--url', 'http://127.0.0.1:10')
	expect(preferences().nodes).toEqual([expect.not.stringContaining('chain-localnet')])
})

test('the app begins with the new address of a place that it uses, and with no other one', async () => {
	const other = url.replace('127.0.0.1', 'localhost')
	await run('use', 'node')
	await run('add', 'second', 'http://127.0.0.1:9')
	await run('edit', 'second', '--url', 'http://127.0.0.1:10')
	expect(preferences().node).toBe(url)
	await run('edit', 'node', '--url', other)
	expect(preferences().node).toBe(other)
	expect((await run('remove', 'node')).exit).toBe(1)
})

test('an address has one place: it cannot be that of a second one', async () => {
	await run('add', 'second', 'http://127.0.0.1:9')
	const before = preferences()
	expect(await run('edit', 'second', '--url', `${url}/`)).toEqual({
		...{ exit: 1, stdout: '', stderr: `Error: ${url} is saved already, as node.\n` },
	})
	expect(preferences()).toEqual(before)
})

test('a place whose chain is not known yet, as it did not answer when it was saved, is used on whatever chain it is', async () => {
	writeFileSync(file(), readFileSync(file(), 'utf8').replace('chain-localnet', ''))
	expect(preferences().nodes[0]).toBe(`node\t${url}\t`)
	expect(await run('use', 'node')).toMatchObject({ exit: 0, stderr: 'The app begins with node.\n' })
})

test('two places are compared by their app hash: another one ends with 1, an unknown one is no difference', async () => {
	let answer = (text: string): string => text
	const proxy = createServer(async (request, response) => {
		const body = Buffer.concat(await request.toArray())
		const reply = await fetch(url, { method: request.method ?? 'POST', ...(body.length === 0 ? {} : { body }) })
		response.end(answer(await reply.text()))
	})
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
	await run('add', 'proxy', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
	const compared = async () => {
		const { exit, stdout } = await run('compare', 'node', 'proxy')
		return { exit, ...(JSON.parse(stdout) as { app_hashes: readonly string[] }) }
	}
	try {
		const same = await compared()
		const told = { same_chain: true, height: String(node.engine.height), ahead: '0' }
		expect(same).toEqual({
			...told,
			exit: 0,
			app_hashes: [expect.stringMatching(/^\w{64}$/), same.app_hashes[0]],
			same_app_hash: true,
		})
		const other = 'AB'.repeat(32)
		answer = (text) => text.replace(/"app_hash": ?"\w+"/, `"app_hash":"${other}"`)
		expect(await compared()).toEqual({
			...told,
			exit: 1,
			app_hashes: [same.app_hashes[0], other],
			same_app_hash: false,
		})
		answer = (text) => text.replace('"app_hash"', '"hash_of_app"')
		expect(await compared()).toEqual({ ...told, exit: 0, app_hashes: [same.app_hashes[0], ''], same_app_hash: null })
	} finally {
		proxy.closeAllConnections()
		proxy.close()
	}
})

test('the own chain is asked in all protocols that its node tells; a place keeps REST and EVM beside it while its address stays', async () => {
	const evm = await startNode({ on: ['rpc', 'rest', 'grpc', 'eth'], flags: { chainId: 'chain_2222-1', threads: '1' } })
	try {
		await evm.engine.mine()
		const { rpc = '', rest = '', eth = '' } = evm.addresses
		writeRunningNode(home, evm.addresses)
		const { stdout } = await run('test', 'own')
		expect(JSON.parse(stdout).offers).toEqual(expect.arrayContaining(['rpc', 'rest 9', 'evm', 'grpc']))
		removeRunningNode(home)
		const line = `evm\t${rpc}\tchain_2222-1\trest=${rest}\tevm=${eth}`
		writeFileSync(file(), JSON.stringify({ nodes: [line] }))
		await run('edit', 'evm', '--url', rpc)
		expect(preferences().nodes).toEqual([line])
		await run('edit', 'evm', '--url', 'http://127.0.0.1:9')
		expect(preferences().nodes).toEqual(['evm\thttp://127.0.0.1:9'])
	} finally {
		await evm.close()
	}
})

test('an API key is typed unseen', async () => {
	const asked: unknown[] = []
	await quickKeyring(home, 'long enough')
	const { stderr } = await cli(['rpc', 'add', 'keyed', 'http://127.0.0.1:9', '--key', '--home', home], {
		env: { CHAIN_TUI_PASSPHRASE: 'long enough' },
		answers: [' provider-key '],
		onPrompt: (...prompt) => asked.push(prompt),
	})
	expect(stderr).toContain('keyed is saved.\n')
	expect(asked).toEqual([['API key: ', { hidden: true }]])
	expect(preferences().nodes[1]).toBe('keyed\thttp://127.0.0.1:9\t\tkeyed')
})

test('the API key of a place stays with a new name, is tried as soon as another one is given, and goes with the place', async () => {
	await quickKeyring(home, 'long enough')
	const { url: asking, asked } = await providerOf({ health: {} })
	const around = { env: { CHAIN_TUI_PASSPHRASE: 'long enough' } }
	const keyed = (line: string, stdin = '') =>
		cli(['rpc', ...line.split(' '), '--home', home, '-o', 'json'], { ...around, stdin })
	/** The keys that the place is sent meanwhile. */
	const sentBy = async (line: string, stdin?: string) => {
		asked.length = 0
		await keyed(line, stdin)
		return [...new Set(asked.map(({ headers }) => headers['x-api-key']))]
	}
	expect(await sentBy(`add mine ${asking} --key`, 'first')).toEqual(['first'])
	expect(await sentBy('edit mine --name ours')).toEqual([])
	expect(await sentBy('test ours')).toEqual(['first'])
	expect(await sentBy('edit ours --key', 'second')).toEqual(['second'])
	expect(await sentBy('test ours')).toEqual(['second'])
	const keyOf = async (address: string) => {
		const folder = join(home, 'keyring')
		const keyring = await openKeyring({ folder, settings: defaultChainSettings, backend: 'file' })
		await keyring.unlock('long enough')
		return keyring.apiKey(address)
	}
	expect(await keyOf(asking)).toBe('second')
	await keyed('remove ours')
	expect(await keyOf(asking)).toBeUndefined()
})
