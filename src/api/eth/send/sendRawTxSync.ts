import type { Caller } from '../../../util/schedule/Caller.ts'
import type { EthBlock, EthBlockTx } from '../blocks/EthBlock.ts'
import type { EthContext } from '../EthContext.ts'
import { hexBytes } from '../hexJson.ts'
import { EthFault, ethCodes } from '../rpc/EthFault.ts'
import { sendRawTx } from './sendRawTx.ts'

/** Time to wait for the block, in milliseconds (go-ethereum v1.17 eth/ethconfig TxSyncDefaultTimeout, TxSyncMaxTimeout). */
const [defaultMs, mostMs] = [20_000, 60_000]

/** How a transaction's block is waited for. */
export interface SyncSending {
	/** Milliseconds to wait, at most a minute; 0 or none for 20 seconds. */
	readonly timeoutMs: bigint | undefined
	/** The one who waits: nothing is waited for when it has left. */
	readonly caller: Caller | undefined
}

/**
 * Sends a signed transaction and waits for its block (EIP-7966; go-ethereum v1.17 SendRawTransactionSync).
 * @throws {EthFault} as `sendRawTx`, and code 4 with the hash when it is in no block in time.
 */
export async function sendRawTxSync(
	raw: Uint8Array,
	context: EthContext,
	{ timeoutMs, caller }: SyncSending,
): Promise<{ readonly block: EthBlock; readonly tx: EthBlockTx }> {
	const wait = timeoutMs === undefined || timeoutMs === 0n ? defaultMs : Math.min(Number(timeoutMs), mostMs)
	const blocks: EthBlock[] = []
	let come = (): void => undefined
	const stop = await context.news.listen({
		onBlock: (block) => {
			blocks.push(block)
			come()
		},
	})
	let end: (fault: EthFault) => void = () => undefined
	const over = new Promise<never>((_, reject) => {
		end = reject
	})
	over.catch(() => undefined)
	const leave = (): void => end(new EthFault('context canceled'))
	caller?.whenLeft(leave)
	let timer: ReturnType<typeof setTimeout> | undefined
	try {
		const hash = await sendRawTx(raw, context)
		timer = setTimeout(() => end(timedOut(hash, wait)), wait)
		for (;;) {
			for (const block of blocks.splice(0)) {
				const tx = block.txs.find((one) => hexBytes(one.hash) === hash)
				if (tx !== undefined) return { block, tx }
			}
			const next = new Promise<void>((resolve) => {
				come = resolve
			})
			await Promise.race([next, over])
		}
	} finally {
		clearTimeout(timer)
		caller?.stays(leave)
		stop()
	}
}

function timedOut(hash: string, ms: number): EthFault {
	const text = `The transaction was added to the transaction pool but wasn't processed in ${goDuration(ms)}`
	return new EthFault(text, ethCodes.notIncludedInTime, hash)
}

/** Up to a minute, as Go writes a time.Duration: `20s`, `1.5s`, `250ms`, `1m0s`. */
function goDuration(ms: number): string {
	if (ms < 1_000) return `${ms}ms`
	return ms < 60_000 ? `${ms / 1_000}s` : '1m0s'
}
