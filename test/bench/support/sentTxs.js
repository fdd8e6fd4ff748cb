// Transactions sent over JSON-RPC to a chain that makes a block for each: what a developer's test suite waits for.
import { mnemonicToAccount } from 'viem/accounts'
import { askGeth } from './gethNode.js'
import { until } from './waits.js'

const words = 'test test test test test test test test test test test junk'
const senders = Array.from({ length: 5 }, (_, addressIndex) => mnemonicToAccount(words, { addressIndex }))

/** The addresses that send; the recorded genesis funds them. */
export const senderAddresses = senders.map(({ address }) => address)

/**
 * Signs `count` transactions in turn of all senders, sends them over a connection for each sender, and resolves to how many are
 * in blocks a second, until the last of each sender is.
 */
export async function sentPerSecond(url, count, tx) {
	const chainId = Number(await askGeth(url, 'eth_chainId', []))
	const lists = await Promise.all(
		senders.map(async (sender) => {
			const first = Number(await askGeth(url, 'eth_getTransactionCount', [sender.address, 'latest']))
			const nonces = Array.from({ length: count / senders.length }, (_, at) => first + at)
			const sign = (nonce) =>
				sender.signTransaction({ ...tx, nonce, chainId, type: 'legacy', gasPrice: 3_000_000_000n })
			return Promise.all(nonces.map(sign))
		}),
	)
	const from = performance.now()
	await Promise.all(
		lists.map(async (list) => {
			let hash
			for (const raw of list) hash = await askGeth(url, 'eth_sendRawTransaction', [raw])
			await receiptOf(url, hash)
		}),
	)
	return (count * 1000) / (performance.now() - from)
}

/** Waits for a receipt. While geth indexes a transaction it refuses to tell of it. */
export function receiptOf(url, hash) {
	return until(`the receipt of ${hash}`, () => askGeth(url, 'eth_getTransactionReceipt', [hash]), { everyMs: 5 })
}
