import { toHex } from '@cosmjs/encoding'
import type * as Stargate from '@cosmjs/stargate'
import type { Tendermint37Client } from '@cosmjs/tendermint-rpc'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Node } from '../../../src/node/createNode.ts'
import {
	type AccountName,
	feeFor,
	loadRelease,
	openWallet,
	releases,
	signingOptions,
	startCosmjsChain,
} from './cosmjsChain.ts'

/** What can be told of a stream when it is listened to: its first so many events. */
interface Source<Event> {
	addListener(listener: { next: (event: Event) => void; error: (error: unknown) => void }): void
}

describe.each(releases)('%s listens over the websocket', (name) => {
	const { stargate, tendermint } = loadRelease(name)
	let node: Node
	let client: Stargate.SigningStargateClient
	let socket: Tendermint37Client
	let address: Record<AccountName, string>

	beforeAll(async () => {
		const opened = await openWallet()
		address = opened.address
		const chain = await startCosmjsChain(address)
		node = chain.node
		client = await stargate.SigningStargateClient.connectWithSigner(chain.url, opened.wallet, signingOptions())
		socket = (await tendermint.connectComet(chain.url.replace('http', 'ws'))) as unknown as Tendermint37Client
	})
	afterAll(async () => {
		client.disconnect()
		socket.disconnect()
		await node.close()
	})

	function first<Event>(count: number, source: Source<Event>): Promise<readonly Event[]> {
		return new Promise((resolve, reject) => {
			const events: Event[] = []
			source.addListener({
				next: (event) => {
					events.push(event)
					if (events.length === count) resolve(events)
				},
				error: reject,
			})
		})
	}

	const send = (to: AccountName, amount: string) =>
		client.sendTokens(address.alice, address[to], [{ denom: 'ucosm', amount }], feeFor(200_000))

	test('every new block is told with its transactions, as the block is read later', async () => {
		const heard = first(2, socket.subscribeNewBlock())
		// The subscription is answered before this request is.
		await socket.status()
		await send('bob', '1')
		const { transactionHash } = await send('bob', '2')
		const [before, event] = await heard
		expect(event?.header.height).toBe((before?.header.height ?? 0) + 1)
		const { block } = await socket.block(event?.header.height)
		expect(event?.txs).toEqual(block.txs)
		expect(event?.header).toEqual(block.header)
		expect((await client.getTx(transactionHash))?.height).toBe(event?.header.height)
	})

	test('only the transactions a query names', async () => {
		const heard = first(2, socket.subscribeTx(`transfer.recipient='${address.bob}' AND transfer.amount='7ucosm'`))
		await socket.status()
		await send('zero', '7')
		const one = await send('bob', '7')
		await send('bob', '8')
		const two = await send('bob', '7')
		const events = await heard
		expect(events.map((event) => toHex(event.hash).toUpperCase())).toEqual([one.transactionHash, two.transactionHash])
		expect(events.map((event) => event.height)).toEqual([one.height, two.height])
		expect(events[0]?.result.events.length).toBe(one.events.length)
	})

	test('headers alone', async () => {
		const heard = first(1, socket.subscribeNewBlockHeader())
		await socket.status()
		const { height } = await send('bob', '3')
		const [header] = await heard
		expect(header?.height).toBe(height)
		expect(header?.chainId).toBe('every-kind-1')
	})

	test('a query that cannot be read is refused', async () => {
		await expect(first(1, socket.subscribeTx('recipient ='))).rejects.toThrow(/failed to parse query|parse error/)
	})
})
