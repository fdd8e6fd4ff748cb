import { expect, test } from 'vitest'
import { bech32OfAny } from '../../../../src/codec/address/anyAddress.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { KnownAddresses } from '../../../../src/tui/screens/accounts/KnownAddresses.ts'
import { addressOf, ChainDouble } from '../../support/chainDouble.ts'

const known = (): KnownAddresses => new KnownAddresses(() => 'chain')

/** A transaction of a signer at a height. */
const tx = (signer: string, height: number) =>
	({ signers: [signer], first: {}, height, time: `time of ${height}` }) as never

test('an account that sent and received long ago was seen last by the later of the two', async () => {
	const carol = addressOf('carol')
	for (const [sent, received] of [
		[3, 8],
		[8, 3],
	] as const) {
		const chain = new ChainDouble()
		chain.listTxs = async (query) => ({
			txs: [tx(carol, query.startsWith('message.sender') ? sent : received)],
			total: 1,
		})
		const addresses = known()
		await addresses.seek(chain, carol)
		expect(addresses.lastSeen(carol)).toEqual({ height: 8, time: 'time of 8' })
	}
})

test('the latest three hundred accounts that take part in blocks are kept, the latest first', () => {
	const addresses = known()
	const names = Array.from({ length: 301 }, (_, index) => addressOf(String(index)))
	for (const [index, name] of names.entries()) addresses.see([tx(name, index + 1)])
	expect(addresses.list).toHaveLength(300)
	expect([addresses.list[0], addresses.list.at(-1)]).toEqual([names[300], names[1]])
	expect(addresses.lastSeen(names[0]!)).toBeUndefined()
	expect(addresses.lastSeen(names[1]!)).toEqual({ height: 2, time: 'time of 2' })
})

test('an account that takes part once more is among the latest again', () => {
	const addresses = known()
	const names = Array.from({ length: 300 }, (_, index) => addressOf(String(index)))
	for (const [index, name] of names.entries()) addresses.see([tx(name, index + 1)])
	addresses.see([tx(names[0]!, 301)])
	addresses.see([tx(addressOf('one more'), 302)])
	expect([0, 1, 2].map((index) => addresses.lastSeen(names[index]!)?.height)).toEqual([301, undefined, 3])
})

test('an older transaction that is read after a newer one leaves the newer as the last', () => {
	const addresses = known()
	const bob = addressOf('bob')
	addresses.see([tx(bob, 5)])
	addresses.see([tx(bob, 4)])
	expect(addresses.lastSeen(bob)?.height).toBe(5)
})

test('the order of the accounts of one block is that of its transactions, the latest first', () => {
	const addresses = known()
	addresses.see([tx(alice, 5), tx(bob, 5), tx(alice, 5)])
	expect(addresses.list).toEqual([alice, bob])
})

const [alice, bob, carol, dave] = ['alice', 'bob', 'carol', 'dave'].map(addressOf) as [string, string, string, string]

/** A chain with these accounts and latest transactions, newest first; `asked` has each question. */
function chainOf(accounts: readonly unknown[], txs: readonly never[]) {
	const chain = new ChainDouble()
	const asked: string[] = []
	const state = { accounts, txs, faults: {} as Readonly<Partial<Record<'accounts' | 'txs', Error>>> }
	chain.accounts = async (most) => {
		asked.push(`accounts ${most}`)
		if (state.faults.accounts !== undefined) throw state.faults.accounts
		return state.accounts as never
	}
	chain.listTxs = async (query, page, perPage) => {
		asked.push(`${query}, ${page} of ${perPage}`)
		if (state.faults.txs !== undefined) throw state.faults.txs
		return { txs: state.txs, total: state.txs.length }
	}
	return { chain, asked, state }
}

test('the accounts of a chain are those that took part last, then its others, each once', async () => {
	const { chain, asked } = chainOf(
		[{ address: carol }, { base_account: { address: alice } }, {}, { address: 5 }, { address: dave }],
		[tx(alice, 5), tx(bob, 3)],
	)
	const addresses = known()
	await addresses.read(chain)
	expect(asked).toEqual(['accounts 300', 'tx.height > 0, 1 of 100'])
	expect(addresses.list).toEqual([alice, bob, carol, dave])
	expect([alice, bob, carol].map((address) => addresses.lastSeen(address)?.height)).toEqual([5, 3, undefined])
	addresses.see([])
	const before = addresses.list
	addresses.see([tx(bob, 7)])
	// Rows do not jump: one that is listed stays where it is.
	expect(addresses.list).toBe(before)
	expect(addresses.lastSeen(bob)?.height).toBe(7)
})

test('the accounts of a chain that went back are forgotten, but not those that a block brought meanwhile', async () => {
	const { chain, state } = chainOf([], [tx(alice, 5), tx(bob, 3)])
	const addresses = known()
	await addresses.read(chain)
	state.txs = [tx(carol, 2)]
	const reading = addresses.read(chain)
	addresses.see([tx(dave, 9)])
	await reading
	expect(addresses.list).toEqual([carol, dave])
	expect([alice, bob, carol, dave].map((address) => addresses.lastSeen(address)?.height)).toEqual([
		...[undefined, undefined, 2, 9],
	])
})

test('the accounts of a chain stay where the node does not tell them, with the reason', async () => {
	const { chain, state } = chainOf([{ address: carol }], [tx(alice, 5)])
	const addresses = known()
	await addresses.read(chain)
	state.faults = { accounts: new UserError('No accounts.') }
	state.txs = [tx(bob, 6)]
	await expect(addresses.read(chain)).rejects.toThrow('No accounts.')
	expect(addresses.list).toEqual([bob, alice, carol])
	state.faults = { txs: new UserError('No index.') }
	state.accounts = [{ address: dave }]
	await expect(addresses.read(chain)).rejects.toThrow('No index.')
	expect(addresses.list).toEqual([dave])
})

test('the accounts of a chain are those that receive as well, in either form of their address', async () => {
	const part = (first: object, signers: readonly string[] = []) => ({ first, signers, height: 1, time: '' }) as never
	const { chain } = chainOf(
		[],
		[
			part({ to_address: bob }, [alice]),
			part({ data: { to: `0x${'12'.repeat(20)}` } }),
			part({ to_address: '', data: { to: 5 } }),
		],
	)
	const addresses = known()
	await addresses.read(chain)
	expect(addresses.list).toEqual([alice, bob, bech32OfAny(`0x${'12'.repeat(20)}`, 'chain')])
})

test('the index is asked once when an account took part, and not for one that is among the latest', async () => {
	const { chain, asked, state } = chainOf([], [tx(alice, 5)])
	const addresses = known()
	await addresses.read(chain)
	asked.length = 0
	await addresses.seek(chain, alice)
	expect(asked).toEqual([])
	state.txs = []
	await Promise.all([addresses.seek(chain, bob), addresses.seek(chain, bob)])
	await addresses.seek(chain, bob)
	expect([new Set(asked).size, asked.length, addresses.lastSeen(bob)]).toEqual([4, 4, undefined])
	expect(asked.every((line) => line.endsWith(', 1 of 1'))).toBe(true)
	await addresses.read(chain)
	state.txs = [tx(bob, 4)]
	await addresses.seek(chain, bob)
	expect(addresses.lastSeen(bob)).toEqual({ height: 4, time: 'time of 4' })
	expect(addresses.list).toEqual([])
})
