import { ChainError } from '../../errors/ChainError.ts'
import { encodeProtoJson } from '../gatewayJson/encodeProtoJson.ts'
import type { Registry } from '../registry/createRegistry.ts'
import { tryDecodeTx } from './decodeTx.ts'
import { messageSigners } from './messageSigners.ts'

/** The part of a transaction for a line of a list: at most about a kilobyte, whatever the transaction holds. */
export interface TxOutline {
	/** `@type` of each message, in order. */
	readonly messageTypes: readonly string[]
	/** Addresses that had to sign, in order of first appearance. */
	readonly signers: readonly string[]
	readonly fee: readonly { readonly denom: string; readonly amount: string }[]
	/** At most 200 characters of it. */
	readonly memo: string
	/** The first message as proto JSON with its own field names, texts and lists shortened. Empty if there is none. */
	readonly first: Readonly<Record<string, unknown>>
}

const longestText = 200
const longestList = 8

/** The outline of a transaction's bytes; of bytes that are no transaction an empty one, as blocks may hold such. */
export function outlineTx(raw: Uint8Array, registry: Registry): TxOutline {
	const tx = tryDecodeTx(raw, registry)
	if (tx instanceof ChainError) return { messageTypes: [], signers: [], fee: [], memo: '', first: {} }
	const { body, authInfo, messages } = tx
	const [message] = messages
	const schema = registry.find(body.messages[0]?.typeUrl ?? '')
	const json = message && schema ? (JSON.parse(encodeProtoJson(message, schema, { registry })) as object) : {}
	return {
		messageTypes: body.messages.map((any) => any.typeUrl),
		signers: messageSigners(messages),
		fee: (authInfo.fee?.amount ?? []).map(({ denom, amount }) => ({ denom, amount })),
		memo: shortened(body.memo) as string,
		first: shortened(json) as Readonly<Record<string, unknown>>,
	}
}

/** A JSON value with its texts and lists cut short. */
export function shortened(value: unknown): unknown {
	if (typeof value === 'string') return value.slice(0, longestText)
	if (Array.isArray(value)) return value.slice(0, longestList).map(shortened)
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]))
}

/** An event with its attributes as texts. */
interface TextEvent {
	readonly type: string
	readonly attributes: readonly { readonly key: string; readonly value: string }[]
}

/** What the events of a transaction tell of the Ethereum transactions in it. */
interface EvmOutline {
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

/** Type URL of the message that carries an Ethereum transaction (ethermint v0.14.1 proto/ethermint/evm/v1/tx.proto). */
export const ethereumMessageType = '/ethermint.evm.v1.MsgEthereumTx'
