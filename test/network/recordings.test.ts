import { afterEach, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../src/util/bytes.ts'
import { comparableHeaders, recordedExchanges, replayExchange, stableBody } from '../flow/support/exchange.ts'
import { GrpcClient } from '../flow/support/grpcClient.ts'
import { recordedBlocks } from '../flow/support/recordedBlocks.ts'
import { recordedCalls } from '../flow/support/recordedCalls.ts'
import { engineProgram } from './support/engineProgram.ts'
import { recordedNetwork } from './support/recordedNetwork.ts'
import type { TestNetwork } from './support/TestNetwork.ts'

const { path: engine, missing } = engineProgram()

let network: TestNetwork | undefined
afterEach(async () => {
	await network?.close()
	network = undefined
}, 60_000)

async function startRecorded(blockInterval: string): Promise<TestNetwork> {
	network = await recordedNetwork(engine, blockInterval)
	network.startApp(0, [], ['--pruning', 'nothing'])
	network.startEngine(0)
	await network.serves(0)
	return network
}

/** Waits until the application has committed a height: the engine tells of a block a moment before. */
async function committed(node: TestNetwork, height: number): Promise<number> {
	const end = Date.now() + 60_000
	for (;;) {
		const reached = await node
			.client(0)
			.call('abci_info')
			.then(
				({ response }) => Number(response!.last_block_height ?? 0),
				() => 0,
			)
		if (reached >= height) return reached
		if (Date.now() > end)
			throw new RangeError(`the application is at ${reached}, not ${height}:\n${node.log(0, 'app').slice(-1_500)}`)
		await new Promise((resolve) => setTimeout(resolve, 20))
	}
}

/** The recorded transactions, each in the block that it was recorded in; whether all came in time. */
async function makeRecordedBlocks(node: TestNetwork): Promise<boolean> {
	for (const [height, txs] of recordedBlocks()) {
		if ((await committed(node, height - 1)) > height - 1) return false
		for (const tx of txs) await node.client(0).call('broadcast_tx_async', { tx: Buffer.from(tx).toString('base64') })
		await committed(node, height)
		const found = await node.client(0).call('block', { height: String(height) })
		if (found!.block!.data.txs!.length !== txs.length) return false
	}
	return true
}

/** This engine puts a condition of its own before a search: its parser counts from there. */
const withoutPlaces = (details: string) => details.replace(/ symbol \d+/g, '')

/** Who the node is: the engine's own name, key and addresses, which are not those of the recorded node. */
const tellsOfTheNode = new Set(['gateway node info'])

/**
 * The gas of a transaction refused before its gas meter was set is that of a context which blocks share, so it depends on
 * the moment: a reply to a broadcast is compared without its length and this last field.
 */
function comparable(path: string, response: string | null): string | null {
	if (path !== '/cosmos.tx.v1beta1.Service/BroadcastTx' || response === null) return response
	return response
		.replace(/^0a(?:[89a-f][0-9a-f])*[0-7][0-9a-f]/, '')
		.replace(/50(?:[89a-f][0-9a-f])*[0-7][0-9a-f]$/, '')
}

describe.runIf(missing === '')('a node of the real engine', { timeout: 240_000 }, () => {
	it('answers every recorded gRPC call as the framework', async () => {
		const node = await startRecorded('200ms')
		await committed(node, 2)
		const client = new GrpcClient(node.testnet.nodes[0]!.ports.grpc)
		try {
			for (const { path, data, metadata, code, details, response, height } of recordedCalls()) {
				const result = await client.call(path, fromHex(data)!, metadata)
				const call = `${path} ${data} ${JSON.stringify(metadata)}`
				expect([result.code, withoutPlaces(result.details)], call).toEqual([code, withoutPlaces(details)])
				const answered = result.response === undefined ? null : toHex(result.response)
				expect(comparable(path, answered), call).toBe(comparable(path, response))
				if (height !== 'LATEST') expect(result.height ?? null, call).toBe(height)
			}
		} finally {
			client.close()
		}
	})

	it('answers every recorded request of the gateway as the framework, at the recorded blocks', async () => {
		let node = await startRecorded('1s')
		// A machine that is too busy to bring a transaction in its second starts the chain again, with longer blocks.
		for (let tries = 1; !(await makeRecordedBlocks(node)); tries++) {
			expect(tries).toBeLessThan(4)
			await node.close()
			node = await startRecorded(`${tries + 1}s`)
		}
		await committed(node, 28)
		const different: string[] = []
		let compared = 0
		for (const exchange of ['gateway', 'greet'].flatMap(recordedExchanges)) {
			const answer = await replayExchange(node.testnet.nodes[0]!.ports.rest, exchange)
			if (tellsOfTheNode.has(exchange.name)) continue
			compared++
			const said = [answer.status, comparableHeaders(answer, exchange), stableBody(exchange, answer.body)]
			const { status, headers, body } = exchange.response
			if (JSON.stringify(said) !== JSON.stringify([status, headers, stableBody(exchange, body)]))
				different.push(`${exchange.name}: ${JSON.stringify(said)}`)
		}
		expect(different).toEqual([])
		expect(compared).toBeGreaterThan(80)
	})
})
