import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { addressToText, moduleAddress } from '../../../src/codec/address/address.ts'
import { createNode } from '../../../src/node/createNode.ts'
import { type LoadProgress, loadGenesisFile } from '../../../src/node/genesis/loadGenesisFile.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-load-'))
const nodes: TestNode[] = []
afterEach(async () => {
	for (const node of nodes.splice(0)) await node.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Document {
	chain_id: string
	app_state: {
		auth: { accounts: { account_number?: string; base_account?: { account_number: string } }[] }
		greet: unknown
		bank: { balances: { coins: { amount: string }[] }[] }
	}
}

/** A recorded genesis, changed, with spaces and signs that Go escapes. */
function document(change: (document: Document) => void = () => {}): string {
	const read = JSON.parse(readFileSync('test/golden/localnet-genesis.json', 'utf8')) as Document
	read.app_state.greet = { note: 'a < b & c > d \u2028 \u2029 "q" \\' }
	change(read)
	return JSON.stringify(read, null, 2)
}

/** Starts the chain of a file that is loaded as a large one. */
async function loadedNode(name: string, text: string, progress?: (done: LoadProgress) => void): Promise<TestNode> {
	const home = join(folder, name)
	const file = join(folder, `${name}.json`)
	writeFileSync(file, text)
	const config = resolveNodeConfig({ home }, {})
	await loadGenesisFile({ ...config, home, genesisFile: file }, progress === undefined ? {} : { progress })
	const node = await startNode({ flags: { home } })
	nodes.push(node)
	return node
}

async function plainNode(name: string, text: string): Promise<TestNode> {
	const node = await startNode({ flags: { home: join(folder, name) }, genesis: text })
	nodes.push(node)
	return node
}

async function appHash(node: TestNode): Promise<string> {
	await node.engine.mine(1)
	return (await node.call('block', { height: '2' })).block?.header.app_hash ?? ''
}

test('a chain of a genesis file that is loaded piece by piece has the app hash of one that is read at once', async () => {
	const seen: LoadProgress[] = []
	const loaded = await loadedNode('loaded', document(), (done) => seen.push(done))
	const plain = await plainNode('plain', document())
	expect(await appHash(loaded)).toBe(await appHash(plain))
	expect([...new Set(seen.map(({ step }) => step))]).toEqual(['reading', 'accounts', 'balances', 'keeping'])
	expect(seen.find(({ step, accounts }) => step === 'accounts' && accounts > 0)?.accounts).toBe(27)
})

test('accounts of a loaded genesis get their numbers in the order of those in the file, whatever the order of the list', async () => {
	const text = document(({ app_state: { auth } }) => {
		for (const [at, account] of auth.accounts.entries()) {
			const base = account.base_account ?? account
			if (base.account_number !== undefined) base.account_number = String((at * 7) % auth.accounts.length)
		}
	})
	expect(await appHash(await loadedNode('shuffled', text))).toBe(await appHash(await plainNode('shuffled-plain', text)))
})

test('an export is written in pieces as one document, indented by two spaces, whose list of accounts is that of the chain', async () => {
	const node = await plainNode('exported', document())
	await node.engine.mine(1)
	const { genesis } = await node.call('admin_exportGenesis')
	const exported = JSON.parse(genesis) as Document
	expect(genesis).toBe(JSON.stringify(exported, null, 2))
	const read = JSON.parse(document()) as Document
	expect(exported.app_state.auth.accounts.length).toBeGreaterThanOrEqual(read.app_state.auth.accounts.length)
	expect(exported.app_state.bank.balances.length).toBeGreaterThan(0)
})

test('a loaded genesis is served in the same chunks as one that is read at once, and exported alike', async () => {
	const [loaded, plain] = [await loadedNode('served', document()), await plainNode('served-plain', document())]
	const chunk = async (node: TestNode) => await node.call('genesis_chunked', { chunk: '0' })
	expect(await chunk(loaded)).toEqual(await chunk(plain))
	await expect(loaded.call('genesis', {})).rejects.toThrow(/genesis_chunked/)
	expect((await loaded.engine.genesis()).chainId).toBe('chain-localnet')
	await loaded.engine.reset()
	expect(await appHash(loaded)).toBe(await appHash(plain))
})

test('a load that is stopped leaves no home behind, and none of its own in one that was there', async () => {
	const file = join(folder, 'stopped.json')
	writeFileSync(file, document())
	const home = join(folder, 'stopped')
	const stop = async () => {
		const config = resolveNodeConfig({ home }, {})
		const stopped = new AbortController()
		const progress = ({ step }: LoadProgress) => step === 'balances' && stopped.abort()
		await loadGenesisFile({ ...config, home, genesisFile: file }, { progress, stopped: stopped.signal })
	}
	await expect(stop()).rejects.toThrow(/aborted/)
	expect(existsSync(home)).toBe(false)
	const node = await plainNode('stopped', document())
	await node.close()
	nodes.pop()
	const before = readdirSync(home)
	rmSync(join(home, 'data'), { recursive: true })
	await expect(stop()).rejects.toThrow(/aborted/)
	expect(readdirSync(home)).toEqual(before)
	expect(readdirSync(join(home, 'data'))).toEqual([])
})

test('a genesis file that no chain can begin with is refused while it is loaded, and leaves no home', async () => {
	const text = document(({ app_state: { bank } }) => {
		bank.balances[3]!.coins[0]!.amount = '-5'
	})
	const refusal = (why: RegExp) =>
		expect.objectContaining({ message: 'No chain can begin with this genesis.', why: expect.stringMatching(why) })
	await expect(loadedNode('refused', text)).rejects.toEqual(refusal(/^-5uchain: invalid coins$/))
	expect(existsSync(join(folder, 'refused'))).toBe(false)
	const taken = document(({ app_state: { auth } }) => {
		const base = { '@type': '/cosmos.auth.v1beta1.BaseAccount', pub_key: null, account_number: '99', sequence: '0' }
		const address = addressToText(moduleAddress('fee_collector'), 'chain')
		auth.accounts = auth.accounts.filter((account) => !JSON.stringify(account).includes(address))
		auth.accounts.push({ ...base, address } as object)
	})
	await expect(loadedNode('taken', taken)).rejects.toEqual(refusal(/^account is not a module account$/))
	await expect(loadedNode('other', '{"chain_id":"x","app_state":{"auth":')).rejects.toThrow(/is not JSON/)
	// A home that was there keeps its settings, and gets none of that file.
	const settings = join(folder, 'there', 'config.json')
	mkdirSync(join(folder, 'there'))
	await expect(loadedNode('there', text)).rejects.toThrow(/.+/)
	expect(existsSync(settings)).toBe(false)
	writeFileSync(settings, '{"blockInterval":"3s"}')
	await expect(loadedNode('there', text)).rejects.toThrow(/.+/)
	expect(readFileSync(settings, 'utf8')).toBe('{"blockInterval":"3s"}')
})

test('a loaded genesis is refused where it is of another chain than the one asked for, or lacks the state of its EVM', async () => {
	const home = join(folder, 'asked')
	const genesisFile = join(folder, 'asked.json')
	writeFileSync(genesisFile, document())
	for (const [flags, message] of [
		[{ chainId: 'other' }, 'The genesis file is of chain chain-localnet, not other.'],
		[{ evmChainId: '5' }, 'The genesis has no state of evm and feemarket.'],
	] as const) {
		const config = resolveNodeConfig({ home, ...flags }, {})
		await expect(loadGenesisFile({ ...config, home, genesisFile })).rejects.toThrow(message)
		expect(existsSync(home)).toBe(false)
	}
})

test('a node whose genesis file is too large to be read at once loads it at its first start alone', async () => {
	const home = join(folder, 'first')
	const genesisFile = join(folder, 'first.json')
	writeFileSync(genesisFile, document())
	const off = { rpc: 'off', rest: 'off', grpc: 'off', endpoints: 'off', legacy8: 'off' }
	const config = { ...resolveNodeConfig({ home, blockMode: 'manual', ...off }, {}), genesisFile }
	const start = () => createNode(config, { log: silentLog })
	// What a load that was cut off has left is no part of the next one.
	const building = join(home, 'data.new')
	mkdirSync(join(building, 'data'), { recursive: true })
	writeFileSync(join(building, 'data', 'CURRENT'), 'nonsense')
	const first = await start()
	expect(existsSync(building)).toBe(false)
	await first.engine.mine(2)
	const { appHash } = first.engine
	await first.close()
	const plain = await plainNode('first-plain', document())
	await plain.engine.mine(2)
	expect(appHash).toEqual(plain.engine.appHash)
	rmSync(genesisFile)
	const second = await start()
	expect(second.engine.height).toBe(2)
	await second.close()
})
