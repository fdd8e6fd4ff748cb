import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMerkleProof, createMPT, type MerklePatriciaTrie } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { type Hex, hexToBytes, keccak256, pad, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { compile } from '../eth/compile.ts'
import { account, askEth, evmTools } from '../eth/evmTools.ts'
import { cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-contracts-'))
const file = (name: string) => join(folder, name)
const stranger = '0x00000000000000000000000000000000000000ef'
const token = compile('Token')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Imports the addresses of these lines. */
async function importOf(url: string, lines: readonly string[], ...flags: readonly string[]) {
	writeFileSync(file('list.txt'), `# what to read\n${lines.join('\n')}\n`)
	const args = ['--home', file('home'), 'import', '--contracts', url, '--addresses', file('list.txt')]
	const { exit, stderr } = await cli([...args, '--output-document', file('state.json'), ...flags])
	return { exit, stderr }
}
const imported = () => JSON.parse(readFileSync(file('state.json'), 'utf8'))

describe('contracts of a chain of this program', () => {
	let source: Chain

	beforeAll(async () => {
		source = await startChain({ chainId: 'chain_2222-1' })
	})

	afterAll(() => source.stop())

	test('a contract with its code and slots is proven by the app hash of the next block, and lives on in another chain', async () => {
		const { reader, writer } = evmTools(source.ethUrl!)
		const hash = await writer.deployContract({ ...token, args: [1_000n] })
		const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
		const address = contractAddress!
		// The first two heights have no proofs.
		await source.mine(2)
		const height = String((await source.height()) - 1)
		const { exit, stderr } = await importOf(source.ethUrl!, [address, account(0).address], '--height', height)
		expect([exit, stderr]).toEqual([
			0,
			expect.stringMatching(
				new RegExp(
					`^Chain 2222 at ${height}: 2 accounts with [1-9]\\d* slots, proven against the state root 0x[0-9a-f]{64}\\.\nNot proven: balances, accounts that never sent, empty slots: the chain’s proofs do not show them\n$`,
				),
			),
		])
		await using other = await startChain({ chainId: 'other_2222-1', state: file('state.json') })
		const call = { abi: token.abi, address, functionName: 'balanceOf', args: [account(0).address] } as const
		expect(await evmTools(other.ethUrl!).reader.readContract(call)).toBe(1_000n)
		expect(await evmTools(other.ethUrl!).reader.getTransactionCount({ address: account(0).address })).toBe(1)
	})

	test.each([
		['eth_getCode', (code: string) => (code === '0x' ? code : `${code}00`), 'the code is '],
		['eth_getTransactionCount', () => '0x63', /the nonce is \d+ by the proof and 99 by the answer/],
		[
			'eth_getProof',
			(proof: { readonly storageProof: readonly { readonly value: string }[] }) => ({
				...proof,
				storageProof: proof.storageProof.map((slot) => (BigInt(slot.value) === 0n ? slot : { ...slot, value: '0x77' })),
			}),
			'the ics23:iavl proof is of another pair',
		],
	] as const)('an answer of %s that the app hash does not prove is found', async (method, wrong, words) => {
		const { reader, writer } = evmTools(source.ethUrl!)
		const hash = await writer.deployContract({ ...token, args: [1_000n] })
		const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
		await source.mine(2)
		type Call = { readonly id: number; readonly method: string; readonly params?: readonly unknown[] }
		const answer = async ({ id, method: asked, params }: Call) => {
			const { result, error } = await askEth(source.ethUrl!, asked, params ?? [])
			if (error !== undefined) return { jsonrpc: '2.0', id, error }
			return { jsonrpc: '2.0', id, result: asked === method ? wrong(result as never) : result }
		}
		const liar = createServer(async (request, response) => {
			const asked = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Call | readonly Call[]
			const told = Array.isArray(asked) ? await Promise.all(asked.map(answer)) : await answer(asked as Call)
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told))
		})
		await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve))
		try {
			const url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`
			const height = String((await source.height()) - 1)
			const { exit, stderr } = await importOf(url, [`${contractAddress} 0x0 0x1 0x2`], '--height', height)
			expect([exit, stderr]).toEqual([1, expect.stringMatching(words)])
		} finally {
			liar.close()
		}
	})

	test('a height whose next block is not made has no proof, which is said', async () => {
		const newest = await source.height()
		const running = importOf(source.ethUrl!, [stranger], '--height', String(newest))
		expect((await running).stderr).toMatch(
			/^Chain 2222 at \d+: 1 accounts with 0 slots\.\nNot proven: all accounts: .*--height/,
		)
	}, 60_000)
})

describe('contracts of Ethereum', () => {
	const [holder, empty] = [
		'0x00000000000000000000000000000000000000c1',
		'0x00000000000000000000000000000000000000c2',
	] as const
	const code = '0x6001600255' as const
	const slots = new Map<Hex, bigint>([0n, 1n, 2n ** 200n].map((slot) => [pad(toHex(slot)), slot + 5n]))
	const methods: Record<string, (...params: never[]) => unknown> = {}
	let usual: typeof methods
	let server: Server
	let url: string
	let root: Hex

	beforeAll(async () => {
		const storage = await createMPT({ useKeyHashing: true })
		for (const [slot, value] of slots) await storage.put(hexToBytes(slot), RLP.encode(value))
		const accounts = await createMPT({ useKeyHashing: true })
		const balance = parseEther('3')
		const noRoot = (await createMPT({})).root()
		const put = (who: Hex, storageRoot: Uint8Array, codeHash: Hex, nonce: number) =>
			accounts.put(hexToBytes(who), RLP.encode([nonce, balance, storageRoot, hexToBytes(codeHash)]))
		await put(holder, storage.root(), keccak256(code), 1)
		await put(stranger, noRoot, keccak256('0x'), 7)
		root = toHex(accounts.root())
		const proofOf = async (trie: MerklePatriciaTrie, key: Hex) =>
			(await createMerkleProof(trie, hexToBytes(key))).map((node) => toHex(node))
		Object.assign(methods, {
			eth_chainId: () => '0x1',
			eth_blockNumber: () => '0x10',
			eth_getBlockByNumber: () => ({ hash: pad('0x10'), stateRoot: root }),
			eth_getBalance: (who: Hex) => (who === empty ? '0x0' : toHex(balance)),
			eth_getTransactionCount: (who: Hex) => (who === holder ? '0x1' : who === stranger ? '0x7' : '0x0'),
			eth_getCode: (who: Hex) => (who === holder ? code : '0x'),
			eth_getStorageAt: (who: Hex, slot: Hex) => pad(toHex(who === holder ? (slots.get(slot) ?? 0n) : 0n)),
			debug_storageRangeAt: (_block: Hex, _tx: number, who: Hex, from: Hex) => {
				const keys = who === holder ? [...slots.keys()] : []
				const at = BigInt(from) === 0n ? 0 : 2
				const part = keys.slice(at, at + 2).map((key) => [keccak256(key), { key, value: '0x1' }])
				return { storage: Object.fromEntries(part), nextKey: at === 0 && keys.length > 2 ? pad('0xff') : null }
			},
			eth_getProof: async (who: Hex, keys: Hex[]) => ({
				address: who,
				accountProof: await proofOf(accounts, who),
				storageHash: toHex(who === holder ? storage.root() : noRoot),
				storageProof: await Promise.all(
					keys.map(async (key) => ({
						key,
						value: toHex(who === holder ? (slots.get(key) ?? 0n) : 0n),
						proof: who === holder ? await proofOf(storage, key) : [],
					})),
				),
			}),
		})
		usual = { ...methods }
		server = createServer(async (request, response) => {
			const parts: Buffer[] = []
			for await (const part of request) parts.push(part)
			const calls = JSON.parse(Buffer.concat(parts).toString())
			const answer = async ({ id, method, params = [] }: { id: number; method: string; params?: never[] }) => {
				const run = methods[method]
				return run === undefined
					? { jsonrpc: '2.0', id, error: { code: -32601, message: `the method ${method} does not exist` } }
					: { jsonrpc: '2.0', id, result: await run(...params) }
			}
			const reply = Array.isArray(calls) ? await Promise.all(calls.map(answer)) : await answer(calls)
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
		})
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	})

	beforeEach(() => {
		for (const name of Object.keys(methods)) delete methods[name]
		Object.assign(methods, usual)
	})

	afterAll(() => {
		server.close()
	})

	test('slots that the source lists are all there when they make up the storage root', async () => {
		const { exit, stderr } = await importOf(url, [holder, stranger, empty])
		expect([exit, stderr]).toEqual([
			0,
			`Chain 1 at 16: 3 accounts with 3 slots, proven against the state root ${root}.\n`,
		])
		expect(imported().accounts).toEqual({
			[holder]: {
				nonce: 1,
				balance: toHex(parseEther('3')),
				code,
				storage: Object.fromEntries([...slots].map(([slot, value]) => [slot, pad(toHex(value))])),
			},
			[stranger]: { nonce: 7, balance: toHex(parseEther('3')), code: '0x', storage: {} },
			[empty]: { nonce: 0, balance: '0x0', code: '0x', storage: {} },
		})
	})

	test('slots that the user names are proven one by one, and that others are missing is said', async () => {
		delete methods.debug_storageRangeAt
		const { stderr } = await importOf(url, [`${holder} 0x1 0x9`])
		expect(stderr).toMatch(
			/^Chain 1 at 16: 1 accounts with 1 slots, proven .*\nNot proven: 0x0+c1: it has more slots than are known/,
		)
		expect(imported().accounts[holder].storage).toEqual({ [pad('0x1')]: pad('0x6') })
	})

	test('a source without proofs is read all the same, and that nothing is proven is said', async () => {
		delete methods.eth_getProof
		const { exit, stderr } = await importOf(url, [holder])
		expect([exit, stderr]).toEqual([
			0,
			'Chain 1 at 16: 1 accounts with 3 slots.\nNot proven: all accounts: the source gives no proofs: the method eth_getProof does not exist\n',
		])
	})

	test.each<[string, string, () => unknown]>([
		['lists its slots without coming to an end', 'debug_storageRangeAt', () => ({ storage: {}, nextKey: pad('0x1') })],
		['gives a dump that nobody can read', 'anvil_dumpState', () => '0x1f8b00'],
	])('a source that %s is read by the slots that the user names', async (_does, method, answer) => {
		delete methods.debug_storageRangeAt
		methods[method] = answer
		const { exit, stderr } = await importOf(url, [`${holder} 0x1`])
		expect([exit, stderr]).toEqual([0, expect.stringMatching(/1 slots, proven .*\nNot proven: .*more slots than are/)])
	})

	test.each<[string, string, (...params: never[]) => unknown]>([
		['balance', 'eth_getBalance', () => '0x5'],
		['nonce', 'eth_getTransactionCount', () => '0x9'],
		['code', 'eth_getCode', () => '0x6000'],
	])('a wrong %s is found by the proof, and nothing is written', async (what, method, wrong) => {
		rmSync(file('state.json'), { force: true })
		methods[method] = wrong
		const { exit, stderr } = await importOf(url, [holder])
		expect([exit, stderr]).toEqual([
			1,
			expect.stringMatching(new RegExp(`proof of 0x0+c1 does not fit[\\s\\S]*the ${what} is`)),
		])
		expect(() => imported()).toThrow()
	})

	test('a wrong slot is found by the proof', async () => {
		methods.eth_getProof = async (who: Hex, keys: Hex[]) => {
			const proof = (await (usual.eth_getProof as (who: Hex, keys: Hex[]) => Promise<object>)(who, keys)) as {
				storageProof: { value: Hex }[]
			}
			return { ...proof, storageProof: proof.storageProof.map((slot) => ({ ...slot, value: '0x77' })) }
		}
		expect((await importOf(url, [`${holder} 0x1`])).stderr).toMatch(
			/proof of 0x0+c1 does not fit[\s\S]*the slot 0x0+1 is 6 by the proof and 119/,
		)
	})

	test.each([
		[['0x12'], /"0x12" is no 0x address/],
		[[`${holder} nothing`], /is no 0x address, with the 0x slots/],
		[[], /has no address/],
	])('the list %j is refused', async (lines, words) => {
		const { exit, stderr } = await importOf(url, lines)
		expect([exit !== 0, stderr]).toEqual([true, expect.stringMatching(words)])
	})

	test('a source that does not answer is named', async () => {
		expect((await askEth(url, 'eth_chainId')).result).toBe('0x1')
		const { stderr } = await importOf('http://127.0.0.1:1', [holder])
		expect(stderr).toMatch(/http:\/\/127\.0\.0\.1:1 does not answer/)
	}, 30_000)
})
