import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'
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
