import type { EngineClient } from '../../src/engineRpc/EngineClient.ts'
import type { Greeter } from './Greeter.ts'

/**
 * Sends one greeting and waits until the node's mempool takes it. A greeter whose sequence is ahead of the node's (the node was
 * restarted, and its mempool is gone) goes back to the sequence that the node names.
 *
 * @throws RangeError with the node's log when the node refuses it for another reason.
 */
export async function broadcastGreeting(
	client: EngineClient,
	greeter: Greeter,
	chainId: string,
	message: string,
): Promise<void> {
	let told = ''
	for (let attempt = 0; attempt < 100; attempt++) {
		const tx = Buffer.from(greeter.greeting(chainId, message)).toString('base64')
		const { code, log } = await client.call('broadcast_tx_sync', { tx })
		if (code === 0) return
		const expected = /account sequence mismatch, expected (\d+)/.exec(log)?.[1]
		if (expected === undefined) throw new RangeError(log)
		greeter.sequence = Number(expected)
		told = log
	}
	throw new RangeError(`a greeting was refused a hundred times, at last with: ${told}`)
}
