/** An event with its attributes as texts. */
interface TextEvent {
	readonly type: string
	readonly attributes: readonly { readonly key: string; readonly value: string }[]
}

/** What the events of a transaction tell of the Ethereum transactions in it. */
export interface EvmOutline {
	/** Who sent them, 0x, each once. */
	readonly senders: readonly string[]
	/**
	 * Why the first one that failed did, in the EVM's words; empty when none did. The framework's code is 0 all the same: the
	 * transaction is in its block, nonce and gas are spent (ethermint v0.14.1 x/evm/keeper/msg_server.go).
	 */
	readonly fault: string
}

/** Longest reason that is kept. */
const longest = 200

/** Reads the events that module `evm` emits; undefined where there are none. */
export function evmOutline(events: readonly TextEvent[]): EvmOutline | undefined {
	if (!events.some(({ type }) => type === 'ethereum_tx')) return undefined
	const senders = events.flatMap((event) =>
		event.type === 'message' && textOf(event, 'module') === 'evm' ? [textOf(event, 'sender')] : [],
	)
	const faults = events.map((event) => (event.type === 'ethereum_tx' ? textOf(event, 'ethereumTxFailed') : ''))
	return {
		senders: [...new Set(senders.filter((sender) => sender !== ''))],
		fault: (faults.find((fault) => fault !== '') ?? '').slice(0, longest),
	}
}

function textOf({ attributes }: TextEvent, wanted: string): string {
	return attributes.find(({ key }) => key === wanted)?.value ?? ''
}
