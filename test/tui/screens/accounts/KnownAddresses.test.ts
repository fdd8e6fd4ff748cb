import { expect, test } from 'vitest'
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

test('an older transaction that is read after a newer one leaves the newer as the last', () => {
	const addresses = known()
	const bob = addressOf('bob')
	addresses.see([tx(bob, 5)])
	addresses.see([tx(bob, 4)])
	expect(addresses.lastSeen(bob)?.height).toBe(5)
})
