import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Hex, keccak256, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importContracts, type ListedContract } from '../../../../src/client/upgrade/importContracts.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { type Answers, providerOf } from '../places/provider.ts'
import { type Held, type ProvenState, slot, treeState, trieState } from './provenAccounts.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-contracts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newTarget = (): string => join(folder, `${++files}.json`)

const holder = '0x00000000000000000000000000000000000000C1'
const former = '0x00000000000000000000000000000000000000c2'
const plain = '0x00000000000000000000000000000000000000c3'
const code = '0x6001600255'
const values = [1n, 2n, 2n ** 200n].map((number) => [slot(number), number + 5n] as const)
const all = values.map(([key]) => key)
const accounts = new Map<Hex, Held>([
	[holder, { nonce: 1n, balance: 300n, code, slots: new Map(values) }],
	// Its code was taken back, as one of EIP-7702 may be; its slot stays.
	[former, { nonce: 7n, balance: 0n, code: '0x', slots: new Map([[slot(1n), 9n]]) }],
	[plain, { nonce: 0n, balance: 5n, code: '0x', slots: new Map() }],
])
const words = (of: ReadonlyMap<Hex, bigint>) => Object.fromEntries([...of].map(([key, value]) => [key, slot(value)]))
const hash = slot(0xabcn)
const list = (...of: readonly (readonly [Hex, ...Hex[]])[]): readonly ListedContract[] =>
	of.map(([address, ...slots]) => ({ address, slots }))

/** What the JSON-RPC of a chain answers whose state at height 16 this is, and where its root is. */
const answersOf = (state: ProvenState, rootAt = 16): Answers => ({
	eth_chainId: '0x1',
	eth_blockNumber: '0x10',
	eth_getBlockByNumber: ([at]: readonly [Hex]) =>
		Number(at) > rootAt ? null : { hash, stateRoot: Number(at) === rootAt ? toHex(state.root) : slot(0n) },
	eth_getBalance: ([who]: readonly [Hex]) => toHex(accounts.get(who)!.balance),
	eth_getTransactionCount: ([who]: readonly [Hex]) => toHex(accounts.get(who)!.nonce),
	eth_getCode: ([who]: readonly [Hex]) => accounts.get(who)!.code,
	eth_getStorageAt: ([who, key]: readonly [Hex, Hex]) => slot(accounts.get(who)!.slots.get(key) ?? 0n),
	eth_getProof: ([who, keys]: readonly [Hex, readonly Hex[]]) => state.proofOf(who, keys),
})

/** Lists of slots as go-ethereum gives them: two at a time, then from the third on. */
const ranges = ([, , who, from]: readonly [Hex, number, Hex, Hex]) => {
	const keys = [...accounts.get(who)!.slots.keys()]
	const start = BigInt(from) === 0n ? 0 : 2
	const part = keys.slice(start, start + 2).map((key) => [keccak256(key), { key, value: '0x1' }])
	return { storage: Object.fromEntries(part), nextKey: keys.length > start + 2 ? slot(0xffn) : null }
}

async function importOf(answers: Answers, contracts: readonly ListedContract[], height?: number) {
	const { url, asked } = await providerOf(answers)
	const target = newTarget()
	const told: unknown[] = []
	const progress = (...done: readonly unknown[]) => told.push(done)
	const summary = await importContracts(target, { from: url, contracts, height, progress })
	const state = JSON.parse(readFileSync(target, 'utf8'))
	return { summary, state, told, asked: asked.map(({ text }) => text) }
}

let ether: ProvenState
let framework: ProvenState
beforeAll(async () => {
	ether = await trieState(accounts)
	framework = await treeState(accounts)
})
const incomplete = 'it has more slots than are known: name them in the file, after the address'
const notByIavl = {
	what: 'balances, accounts that never sent, empty slots',
	reason: 'the chain’s proofs do not show them',
}
const unlisted = 'the source does not list its slots: name them in the file, after the address'

describe('an import of contracts whose source has tries', () => {
	test('accounts with all slots that the source lists are proven, and written as a chain begins with them', async () => {
		const answers = { ...answersOf(ether), debug_storageRangeAt: ranges }
		const { summary, state, told, asked } = await importOf(answers, list([holder], [former], [plain]))
		const stateRoot = toHex(ether.root)
		expect(summary).toEqual({ chainId: 1, height: 16, accounts: 3, slots: 4, stateRoot, unproven: [] })
		expect(state).toEqual({
			accounts: {
				[holder]: { nonce: 1, balance: '0x12c', code, storage: words(new Map(values)) },
				[former]: { nonce: 7, balance: '0x0', code: '0x', storage: { [slot(1n)]: slot(9n) } },
				[plain]: { nonce: 0, balance: '0x5', code: '0x', storage: {} },
			},
			best_block_number: '0x10',
		})
		expect(told).toEqual([
			[1, 3],
			[2, 3],
			[3, 3],
		])
		expect(asked.slice(0, 5)).toEqual([
			'eth_chainId []',
			'eth_blockNumber []',
			`eth_getProof ["${holder}",[],"0x10"]`,
			'eth_getBlockByNumber ["0x10",false]',
			'anvil_dumpState []',
		])
		expect(asked.filter((text) => text.startsWith('debug') && text.includes(holder))).toEqual([
			`debug_storageRangeAt ["${hash}",0,"${holder}","${slot(0n)}",1000]`,
			`debug_storageRangeAt ["${hash}",0,"${holder}","${slot(0xffn)}",1000]`,
		])
		expect(asked).toContain(`eth_getProof ["${holder}",${JSON.stringify(all)},"0x10"]`)
	})

	test.each<readonly [string, readonly ListedContract[], number, readonly (readonly [Hex, string])[]]>([
		['some slots of a contract', list([holder, slot(1n), slot(9n)]), 1, [[holder, incomplete]]],
		['no slots of a contract', list([holder]), 0, [[holder, incomplete]]],
		['all slots of a contract', list([holder, ...all]), 3, []],
		['no slots of an account that has some without code', list([former]), 0, [[former, incomplete]]],
		['no slots of an account that has none', list([plain]), 0, []],
	])(
		'what may be missing is told of a source that lists nothing when the user names %s',
		async (_name, wish, slots, doubts) => {
			const { summary } = await importOf(answersOf(ether), wish)
			expect(summary).toMatchObject({ slots, unproven: doubts.map(([what, reason]) => ({ what, reason })) })
		},
	)

	test('the state of a height that is wished for is read', async () => {
		const { summary, asked, state } = await importOf(answersOf(ether, 5), list([plain]), 5)
		expect(summary).toMatchObject({ height: 5, stateRoot: toHex(ether.root) })
		expect(state.best_block_number).toBe('0x5')
		expect(asked.filter((text) => text.includes('eth_blockNumber') || text.includes('0x10'))).toEqual([])
	})

	test.each([
		[500, 1],
		[501, 2],
	])(
		'the proofs of %i slots are asked for in requests of 500 at most, of which there are %i',
		async (count, requests) => {
			const slots = Array.from({ length: count }, (_, number) => slot(BigInt(number)))
			const { asked } = await importOf(answersOf(ether), list([plain, ...slots]))
			const proofs = asked.filter((text) => text.startsWith('eth_getProof')).slice(1)
			const parts = [slots.slice(0, 500), slots.slice(500)].slice(0, requests)
			expect(proofs).toEqual(parts.map((part) => `eth_getProof ["${plain}",${JSON.stringify(part)},"0x10"]`))
		},
	)

	test('slots of a dump are those of each account, whatever the case of its address', async () => {
		const dump = { accounts: { [holder.toLowerCase()]: { storage: words(new Map(values)) }, '0x01': {} } }
		const anvil_dumpState = toHex(gzipSync(JSON.stringify(dump)))
		const { summary, asked } = await importOf({ ...answersOf(ether), anvil_dumpState }, list([holder]))
		expect(summary).toMatchObject({ slots: 3, unproven: [] })
		expect(asked.filter((text) => text.startsWith('debug_'))).toEqual([])
		for (const unread of ['0x1f8b00', '0x00', toHex(gzipSync('no JSON'))]) {
			const other = await importOf({ ...answersOf(ether), anvil_dumpState: unread }, list([holder]))
			expect(other.summary).toMatchObject({ slots: 0, unproven: [{ what: holder, reason: incomplete }] })
		}
	})
})

describe('an import of contracts whose source has trees of the framework', () => {
	test('accounts are proven by the header of the next block, which is waited for', async () => {
		const answers: Answers = { ...answersOf(framework, 17), debug_storageRangeAt: ranges }
		let looks = 0
		const eth_getBlockByNumber = (params: readonly [Hex]) =>
			Number(params[0]) === 17 && ++looks === 1
				? null
				: (answers.eth_getBlockByNumber as (params: readonly [Hex]) => unknown)(params)
		const { summary, asked } = await importOf({ ...answers, eth_getBlockByNumber }, list([holder], [plain]))
		const stateRoot = toHex(framework.root)
		expect(summary).toEqual({ chainId: 1, height: 16, accounts: 2, slots: 3, stateRoot, unproven: [notByIavl] })
		expect(asked.filter((text) => text.startsWith('eth_getBlockByNumber'))[0]).toBe(
			'eth_getBlockByNumber ["0x11",false]',
		)
		expect(asked).toContain(`eth_getProof ["${holder}",${JSON.stringify(all)},"0x11"]`)
		expect(looks).toBe(2)
	})

	test('the wait for the next block ends when the import is stopped', async () => {
		const stop = new AbortController()
		const eth_getBlockByNumber = () => {
			stop.abort(new Error('stopped by hand'))
			return null
		}
		const { url } = await providerOf({ ...answersOf(framework, 17), eth_getBlockByNumber })
		const wish = { from: url, contracts: list([holder]), stopped: stop.signal }
		await expect(importContracts(newTarget(), wish)).rejects.toThrow('stopped by hand')
	})

	test('slots that the source does not list may be missing of a contract, but not of an account without code', async () => {
		const { summary } = await importOf(answersOf(framework, 17), list([holder, slot(1n)], [former], [plain]))
		expect(summary).toMatchObject({ accounts: 3, slots: 1, unproven: [notByIavl, { what: holder, reason: unlisted }] })
	})
})

describe('an import of contracts whose source proves nothing', () => {
	const bare = (): Answers => ({ ...answersOf(ether), eth_getProof: new Error('no proofs here.') })
	const none = { what: 'all accounts', reason: 'the source gives no proofs: no proofs here' }

	test.each<readonly [string, unknown, number, readonly string[]]>([
		['lists its slots', ranges, 3, []],
		['lists no slots', undefined, 1, [unlisted]],
		[
			'knows its slots by their hashes',
			{ storage: { '0x01': { key: null } }, nextKey: null },
			1,
			['the source knows its slots by their hashes alone: name them in the file, after the address'],
		],
		[
			'lists its slots in a circle',
			{ storage: {}, nextKey: slot(0n) },
			1,
			['the source lists its slots without an end'],
		],
	])('a source without proofs that %s is read as it answers', async (_name, debug_storageRangeAt, slots, reasons) => {
		const { summary, state } = await importOf({ ...bare(), debug_storageRangeAt }, list([holder, slot(2n)], [plain]))
		const unproven = [none, ...reasons.map((reason) => ({ what: holder, reason }))]
		expect(summary).toEqual({ chainId: 1, height: 16, accounts: 2, slots, stateRoot: '', unproven })
		const read = slots === 3 ? new Map(values) : new Map([[slot(2n), 7n]])
		expect(state.accounts[holder].storage).toEqual(words(read))
	})

	test('a source that refuses a question is told with its words, and the import takes nothing more when it is stopped', async () => {
		const eth_getCode = new Error('missing trie node.')
		const { url } = await providerOf({ ...bare(), eth_getCode })
		await expect(importContracts(newTarget(), { from: url, contracts: list([holder]) })).rejects.toEqual(
			new UserError(`${url} refuses eth_getCode.`, {
				why: 'missing trie node.',
				next: 'Name a height that it keeps, with --height.',
			}),
		)
		const { url: other, asked } = await providerOf(bare())
		const stopped = AbortSignal.abort(new Error('stopped by hand'))
		const wish = { from: other, contracts: list([holder]), stopped }
		await expect(importContracts(newTarget(), wish)).rejects.toThrow('stopped by hand')
		expect(asked.filter(({ text }) => text.startsWith('eth_getCode'))).toEqual([])
	})
})

test('a value that the proof does not show ends the import without a file', async () => {
	for (const answers of [answersOf(ether), answersOf(framework, 17)]) {
		const { url } = await providerOf({ ...answers, eth_getTransactionCount: '0x2' })
		const target = newTarget()
		await expect(importContracts(target, { from: url, contracts: list([holder]) })).rejects.toEqual(
			new UserError(`The proof of ${holder} does not fit what the source answers.`, {
				why: 'the nonce is 1 by the proof and 2 by the answer.',
				next: 'Ask another source: this one tells wrong values, or its chain went back meanwhile.',
			}),
		)
		expect(readdirSync(folder).filter((name) => name.startsWith(`${files}.json`))).toEqual([])
	}
})
