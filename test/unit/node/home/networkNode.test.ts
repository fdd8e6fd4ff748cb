import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { parseValidatorKey } from '../../../../src/engine/validatorKey.ts'
import { EngineClient } from '../../../../src/engineRpc/EngineClient.ts'
import { homePaths } from '../../../../src/node/home/home.ts'
import { writeNetworkHome } from '../../../../src/node/home/networkHome.ts'
import {
	networkNodeOf,
	nodeStatus,
	ownValidator,
	refuseRunningNode,
	removeNode,
	resetNode,
} from '../../../../src/node/home/networkNode.ts'
import { writeRunningNode } from '../../../../src/node/home/runningNode.ts'
import { resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'
import { createTestnet } from '../../../../src/node/testnet/createTestnet.ts'
import { toHexUpper } from '../../../../src/util/bytes.ts'
import { answeringEngine } from '../../../flow/engineRpc/answeringEngine.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close()
})

/** A node of a network whose engine has signed a height and whose programs do not run. */
async function newNode() {
	const root = mkdtempSync(join(tmpdir(), 'chain-tui-node-'))
	closing.push(() => rmSync(root, { recursive: true, force: true }))
	const folder = join(root, 'net')
	const config = resolveNodeConfig({ home: join(root, 'none') }, {})
	await createTestnet(config, { folder, validators: 1, snapshotInterval: 0, time: '2026-01-01T00:00:00Z' })
	const node = networkNodeOf(join(folder, 'node0'))
	const { engine, home } = node
	mkdirSync(join(engine, 'data', 'blockstore.db'))
	writeFileSync(join(engine, 'data', 'blockstore.db', 'CURRENT'), 'x')
	mkdirSync(homePaths(home).snapshots, { recursive: true })
	const file = (...names: readonly string[]) => readFileSync(join(engine, ...names), 'utf8')
	const signed = join(engine, 'data', 'priv_validator_state.json')
	const sign = (text: string) => writeFileSync(signed, text)
	sign('{"height":"12","round":1,"step":3}')
	const keys = () => [file('config', 'priv_validator_key.json'), file('config', 'node_key.json')]
	return { node, folder, engine, home, keys, sign, signed: () => readFileSync(signed, 'utf8') }
}

async function engineAnswers(reply: object): Promise<string> {
	const engine = await answeringEngine(reply)
	closing.push(engine.close)
	return engine.url
}

describe('the node of a folder', () => {
	it('the node of a folder knows the others that its home names and those beside it on this machine', async () => {
		const { folder, home, engine, node } = await newNode()
		expect([node.home, node.engine, node.others]).toEqual([join(folder, 'node0', 'app'), engine, []])
		const own = node.client.url
		writeNetworkHome(home, { others: ['http://10.0.0.1:26657'] })
		for (const [name, known] of [
			['node1', { engineUrl: 'http://127.0.0.1:1' }],
			['node2', {}],
			['node3', { engineUrl: own }],
		] as const) {
			mkdirSync(join(folder, name, 'app'), { recursive: true })
			writeNetworkHome(join(folder, name, 'app'), known)
		}
		mkdirSync(join(folder, 'other'))
		const again = networkNodeOf(home)
		expect([again.home, again.client.url]).toEqual([home, own])
		expect(again.others).toEqual(['http://10.0.0.1:26657', 'http://127.0.0.1:1'])
		const damaged = homePaths(join(folder, 'node2', 'app')).network
		writeFileSync(damaged, '{')
		expect(() => networkNodeOf(home)).toThrow(expect.objectContaining({ message: `${damaged} cannot be read.` }))
		// Folders beside a home that is no part of such a network are none of its nodes.
		rmSync(join(folder, 'testnet.json'))
		expect(networkNodeOf(home).others).toEqual(['http://10.0.0.1:26657'])
	})

	it('a folder whose home knows no engine, or not where it answers, is no node of a network', async () => {
		const { folder, home, engine } = await newNode()
		const refusal = (of: string) =>
			expect.objectContaining({
				message: `${of} is not the home of a node of a network.`,
				why: 'It says nothing of an engine that makes its blocks.',
			})
		expect(() => networkNodeOf(folder)).toThrow(refusal(folder))
		writeFileSync(homePaths(home).network, '{}')
		expect(() => networkNodeOf(home)).toThrow(refusal(home))
		writeFileSync(homePaths(home).network, '{"engineUrl":"http://127.0.0.1:26657"}')
		expect(networkNodeOf(home).engine).toBe(engine)
		rmSync(join(engine, 'config', 'genesis.json'))
		expect(() => networkNodeOf(home)).toThrow(refusal(home))
	})
})

describe('a node of a network that begins again', () => {
	it('a reset node that keeps its keys keeps what its validator has signed, and nothing of the chain', async () => {
		const { node, engine, home, keys, signed } = await newNode()
		const before = keys()
		resetNode(node, true)
		expect(readdirSync(join(engine, 'data'))).toEqual(['priv_validator_state.json'])
		expect(signed()).toBe('{"height":"12","round":1,"step":3}')
		expect(keys()).toEqual(before)
		expect([existsSync(homePaths(home).data), existsSync(homePaths(home).snapshots)]).toEqual([false, false])
		expect(existsSync(homePaths(home).config)).toBe(true)
	})

	it('a reset node that does not keep its keys has others, which have signed nothing', async () => {
		const { node, keys, signed } = await newNode()
		const [validator, id] = keys()
		resetNode(node, false)
		expect(keys()[0]).not.toBe(validator)
		expect(keys()[1]).not.toBe(id)
		expect(JSON.parse(signed())).toEqual({ height: '0', round: 0, step: 0 })
	})

	it('a removed node that keeps its keys leaves them and what its validator has signed, and nothing else', async () => {
		const { node, engine, home, folder, keys, signed } = await newNode()
		const before = keys()
		for (const name of ['engine.log', 'engine.log.1', 'app.log']) writeFileSync(join(folder, 'node0', name), 'x')
		mkdirSync(join(engine, 'config', 'gentx'))
		removeNode(node, true)
		expect(readdirSync(join(folder, 'node0'))).toEqual(['engine'])
		expect(readdirSync(join(engine, 'config')).sort()).toEqual(['node_key.json', 'priv_validator_key.json'])
		expect(readdirSync(join(engine, 'data'))).toEqual(['priv_validator_state.json'])
		expect([keys(), signed()]).toEqual([before, '{"height":"12","round":1,"step":3}'])
		expect(existsSync(home)).toBe(false)
	})

	it('a removed node that does not keep its keys leaves nothing', async () => {
		const { node, folder } = await newNode()
		removeNode(node, false)
		expect(readdirSync(join(folder, 'node0'))).toEqual([])
	})
})

describe('what a node of a network is doing', () => {
	it('a node whose programs do not run tells what it signed last', async () => {
		const { node, sign } = await newNode()
		const status = await nodeStatus(node, 0)
		expect(status).toMatchObject({
			application: 'does not run',
			engine: 'does not answer',
			last_signed: 'height 12, round 1',
		})
		expect(status).not.toHaveProperty('height')
		for (const [text, told] of [
			['{"height":"7"}', 'height 7, round 0'],
			['{"height":"0","round":0,"step":0}', 'nothing yet'],
			['{}', 'nothing yet'],
		] as const) {
			sign(text)
			expect((await nodeStatus(node, 0)).last_signed).toBe(told)
		}
		await expect(refuseRunningNode(node)).resolves.toBeUndefined()
	})

	it('a node tells what its state, snapshots, blocks and logs take on disk, the older logs too', async () => {
		const { node, folder, engine, home } = await newNode()
		const { data, snapshots, logs } = homePaths(home)
		const own = join(folder, 'node0')
		for (const [file, bytes] of [
			[join(data, 'CURRENT'), 5],
			[join(snapshots, '1'), 60],
			[join(engine, 'data', 'wal'), 700],
			[join(logs, 'node.log'), 8_000],
			[join(own, 'engine.log'), 90_000],
			[join(own, 'engine.log.1'), 100_000],
		] as const) {
			writeFileSync(file, 'x'.repeat(bytes))
		}
		const signed = '{"height":"12","round":1,"step":3}'.length
		expect((await nodeStatus(node, 0)).disk_bytes).toEqual({
			...{ state: 5, snapshots: 60, blocks: 701 + signed, logs: 198_000 },
		})
		rmSync(data, { recursive: true })
		for (const name of ['engine.log', 'engine.log.1']) rmSync(join(own, name))
		expect((await nodeStatus(node, 0)).disk_bytes).toMatchObject({ state: 0, logs: 8_000 })
	})

	it('a node whose application runs is named by its process', async () => {
		const { node, home } = await newNode()
		writeRunningNode(home, { pid: process.pid, chainId: 'c' })
		expect(await nodeStatus(node, 0)).toMatchObject({ application: 'runs', engine: 'does not answer' })
		await expect(refuseRunningNode(node)).rejects.toMatchObject({
			message: `The node of ${home} runs.`,
			why: `Its application is process ${process.pid}.`,
			next: 'Stop both programs first, the engine before the application.',
		})
	})

	it('a node whose engine answers tells its height and the age of its block, and cannot be changed', async () => {
		const { node } = await newNode()
		const latest_block_time = '2026-01-01T00:00:00Z'
		const result = {
			node_info: { network: 'chain-localnet', id: 'ab' },
			sync_info: { latest_block_height: '9', latest_block_time, catching_up: true },
			validator_info: { voting_power: '10' },
		}
		const url = await engineAnswers({ result: { ...result, n_peers: '3' } })
		const running = { ...node, client: new EngineClient(url) }
		expect(await nodeStatus(running, Date.parse(latest_block_time) + 3_600_149)).toMatchObject({
			...{ chain_id: 'chain-localnet', id: 'ab', height: '9', block_age_seconds: 3600.1, catching_up: true },
			...{ peers: 3, voting_power: '10', engine: 'answers' },
		})
		const alone = { ...node, client: new EngineClient(await engineAnswers({ result })) }
		expect(await nodeStatus(alone, Date.parse(latest_block_time) + 50)).toMatchObject({
			peers: 0,
			block_age_seconds: 0.1,
		})
		expect(await nodeStatus(running, 0)).toMatchObject({ block_age_seconds: 0 })
		await expect(refuseRunningNode(running)).rejects.toMatchObject({ why: `Its engine answers at ${url}.` })
	})

	it('a node is the validator that the first of the others that answers has in its set', async () => {
		const { node, engine } = await newNode()
		const file = join(engine, 'config', 'priv_validator_key.json')
		const address = toHexUpper(parseValidatorKey(readFileSync(file, 'utf8'), file).address)
		const set = (...own: readonly string[]) => ({
			result: {
				validators: [...own, 'AA', 'BB'].map((one, index) => ({ address: one, voting_power: String(10 + index) })),
			},
		})
		const [inside, outside] = [await engineAnswers(set(address)), await engineAnswers(set())]
		const gone = 'http://127.0.0.1:1'
		expect(await ownValidator({ ...node, others: [gone, inside, outside] })).toEqual({
			address,
			power: 10n,
			total: 33n,
		})
		expect(await ownValidator({ ...node, others: [outside, inside] })).toBeUndefined()
		expect(await ownValidator({ ...node, others: [gone] })).toBeUndefined()
	})
})
