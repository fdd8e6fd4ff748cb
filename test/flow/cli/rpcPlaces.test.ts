import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeRunningNode, writeRunningNode } from '../../../src/node/home/runningNode.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-rpc-places-'))
const nowhere = 'http://127.0.0.1:9'
let low: TestNode
let high: TestNode
let other: TestNode
let home: string

beforeAll(async () => {
	const flags = { blockMode: 'manual' }
	const nodes = [flags, flags, { ...flags, chainId: 'other-1' }].map((each) => startNode({ on: ['rpc'], flags: each }))
	;[low, high, other] = (await Promise.all(nodes)) as [TestNode, TestNode, TestNode]
	await low.call('admin_mine', { blocks: 2 })
	await high.call('admin_mine', { blocks: 5 })
	await other.call('admin_mine', { blocks: 9 })
})
afterAll(async () => {
	for (const node of [low, high, other]) await node.close()
	rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
	home = mkdtempSync(join(folder, 'home-'))
})

const run = (...args: string[]) => cli(['rpc', ...args, '--home', home, '--output', 'json'])
const urlOf = (node: TestNode) => node.addresses.rpc!

/** Saves places of the home: their lines are those of the preferences. */
async function save(...places: readonly (readonly [name: string, url: string])[]): Promise<void> {
	for (const [name, url] of places) expect((await run('add', name, url)).stderr).toBe(`${name} is saved.\n`)
}

/** The saved places as `rpc list` tells them. */
async function listed(): Promise<readonly Record<string, unknown>[]> {
	return (JSON.parse((await run('list')).stdout) as { readonly places: readonly Record<string, unknown>[] }).places
}

const refused = async (...args: string[]) => {
	const { exit, stdout, stderr } = await run(...args)
	expect([exit, stdout]).toEqual([1, ''])
	return stderr
}

describe('saved places', () => {
	it('rpc list tells of each place how far it is behind the highest of its own chain, which is in use and which stands by', async () => {
		await save(['low', urlOf(low)], ['high', urlOf(high)], ['other', urlOf(other)], ['dead', nowhere])
		await run('edit', 'high', '--stand-by', 'yes')
		await run('use', 'low')
		const ms = expect.any(Number)
		const place = (name: string, node: TestNode, chain_id: string, behind: string) => ({
			...{ name, url: urlOf(node), kind: 'rpc', chain_id, answers: true, height: String(node.engine.height) },
			...{ behind, ms, in_use: name === 'low', stand_by: name === 'high' },
		})
		const saved = [
			place('low', low, 'chain-localnet', '3'),
			place('high', high, 'chain-localnet', '0'),
			place('other', other, 'other-1', '0'),
			{
				...{ name: 'dead', url: nowhere, kind: 'rpc', chain_id: '', answers: false },
				...{ why: expect.stringMatching(/[^.]$/), in_use: false, stand_by: false },
			},
		]
		expect(await listed()).toEqual(saved)
		// The node that runs on the home is a place too, which is in use unless another is.
		writeRunningNode(home, { pid: process.pid, chainId: 'chain-localnet', rpc: urlOf(high) })
		const own = { ...place('own', high, 'chain-localnet', '0'), kind: 'own chain' }
		expect(await listed()).toEqual([own, ...saved])
		await run('use', 'own')
		expect((await listed()).map(({ name, in_use }) => [name, in_use])).toEqual([
			['own', true],
			['low', false],
			['high', false],
			['other', false],
			['dead', false],
		])
		removeRunningNode(home)
	})

	it('rpc edit changes what it is told to change, and nothing else', async () => {
		await save(['low', urlOf(low)], ['high', urlOf(high)])
		expect(await run('edit', 'low', '--name', ' renamed ', '--stand-by', 'yes')).toEqual({
			exit: 0,
			stdout: '',
			stderr: 'renamed is changed.\n',
		})
		expect((await listed()).map(({ name, url, stand_by }) => [name, url, stand_by])).toEqual([
			['renamed', urlOf(low), true],
			['high', urlOf(high), false],
		])
		// One place stands by.
		await run('edit', 'high', '--stand-by', 'yes')
		expect((await listed()).map(({ stand_by }) => stand_by)).toEqual([false, true])
		await run('edit', 'high', '--stand-by', 'no', '--url', urlOf(other))
		expect((await listed()).map(({ url, chain_id, stand_by }) => [url, chain_id, stand_by])).toEqual([
			[urlOf(low), 'chain-localnet', false],
			[urlOf(other), 'other-1', false],
		])
		// A place may keep its name.
		expect((await run('edit', 'renamed', '--name', 'renamed')).exit).toBe(0)
		expect(await refused('edit', 'renamed', '--name', 'high')).toBe(
			'Error: "high" cannot be the name.\nthere is a place of that name.\n',
		)
		expect(await refused('edit', 'renamed')).toBe(
			'Error: Nothing to change is given.\nGive --url, --name, --key or --stand-by.\n',
		)
	})

	it('an own chain among the places can have another name, and nothing else of it can be changed', async () => {
		const line = { name: 'mine', url: 'own:mine-1', chainId: 'mine-1' }
		await save(['low', urlOf(low)])
		const file = join(home, 'preferences.json')
		const kept = JSON.parse(readFileSync(file, 'utf8')) as { readonly nodes: readonly string[] }
		writeFileSync(
			file,
			JSON.stringify({ ...kept, nodes: [...kept.nodes, `${line.name}\t${line.url}\t${line.chainId}`] }),
		)
		const before = readFileSync(file, 'utf8')
		for (const flags of [
			['--url', urlOf(high)],
			['--stand-by', 'yes'],
			['--stand-by', 'no'],
			['--no-key'],
			['--key'],
		]) {
			expect(await refused('edit', 'mine', ...flags), flags.join(' ')).toBe(
				'Error: mine is an own chain.\nIts name can be changed: --name.\n',
			)
		}
		expect(readFileSync(file, 'utf8')).toBe(before)
		expect((await run('edit', 'mine', '--name', 'ours')).stderr).toBe('ours is changed.\n')
		expect((await listed()).map(({ name, kind, chain_id }) => [name, kind, chain_id])).toEqual([
			['low', 'rpc', 'chain-localnet'],
			['ours', 'own chain', 'mine-1'],
		])
	})

	it('rpc use takes a place that answers on the chain it was saved on', async () => {
		await save(['low', urlOf(low)])
		expect((await run('use', 'low')).stderr).toBe('The app begins with low.\n')
		expect((await run('use', 'own')).stderr).toBe('The app begins with the own chain.\n')
		const file = join(home, 'preferences.json')
		writeFileSync(file, readFileSync(file, 'utf8').replaceAll('chain-localnet', 'chain-before'))
		expect(await refused('use', 'low')).toBe(
			`Error: low is on the chain chain-localnet.\nWhen it was saved, it was on chain-before.\nSave its new chain: chain-tui rpc edit low --url ${urlOf(low)}.\n`,
		)
		expect((await listed())[0]).toMatchObject({ in_use: false })
	})

	it('rpc remove takes one place from the list, but not the one in use', async () => {
		await save(['low', urlOf(low)], ['high', urlOf(high)])
		await run('use', 'low')
		expect(await refused('remove', 'low')).toBe(
			'Error: low is what the app uses.\nUse another first: chain-tui rpc use own.\n',
		)
		expect((await run('remove', 'high')).stderr).toBe('high is removed.\n')
		expect((await listed()).map(({ name }) => name)).toEqual(['low'])
	})

	it('rpc compare tells two chains apart, and who is ahead on one', async () => {
		await save(['low', urlOf(low)], ['high', urlOf(high)], ['other', urlOf(other)], ['dead', nowhere])
		const compare = async (...names: string[]) => {
			const { exit, stdout } = await run('compare', ...names)
			return { exit, ...(JSON.parse(stdout) as object) }
		}
		expect(await compare('low', 'high')).toMatchObject({ same_chain: true, height: '2', ahead: '-3' })
		expect(await compare('high', 'low')).toMatchObject({ same_chain: true, height: '2', ahead: '3' })
		expect(await compare('low', 'low')).toMatchObject({ exit: 0, same_chain: true, same_app_hash: true, ahead: '0' })
		expect(await compare('low', 'other')).toMatchObject({ exit: 1, same_chain: false })
		expect(await refused('compare', 'low', 'dead')).toMatch(
			/^Error: dead does not answer\.\n.*[^.]\.\nchain-tui rpc test dead\n$/,
		)
	})

	it('rpc test exits with 1 where nothing answers, and tells what was asked', async () => {
		await save(['low', urlOf(low)], ['dead', nowhere])
		const test = async (name: string) => {
			const { exit, stdout } = await run('test', name)
			return { exit, ...(JSON.parse(stdout) as { checks: readonly Record<string, unknown>[] }) }
		}
		const good = await test('low')
		expect(good).toMatchObject({
			...{ exit: 0, name: 'low', kind: expect.stringMatching(/^node /), chain_id: 'chain-localnet', height: '2' },
			...{ prefix: 'chain', denom: 'uchain', needs_key: false },
		})
		expect(good).not.toHaveProperty('fault')
		for (const { ms } of good.checks) expect(Number.isInteger(ms)).toBe(true)
		expect(await test('dead')).toMatchObject({ exit: 1, name: 'dead', fault: expect.stringMatching(/./) })
	})

	it('rpc add refuses a name or an address that is saved, in whole sentences', async () => {
		await save(['low', urlOf(low)])
		expect(await refused('add', 'low', urlOf(high))).toBe(
			'Error: "low" cannot be the name.\nthere is a place of that name.\n',
		)
		expect(await refused('add', 'again', `${urlOf(low)}/`)).toBe(`Error: ${urlOf(low)} is saved already, as low.\n`)
		expect(await refused('add', 'x', urlOf(high), '--key')).toBe(
			'Error: That is no API key.\nit is empty.\nGive it on stdin or at the prompt.\n',
		)
		expect((await listed()).map(({ name }) => name)).toEqual(['low'])
	})
})
