import { BaseError, type Hex, HttpRequestError, TimeoutError } from 'viem'
import { UserError } from '../../errors/UserError.ts'
import { safeLine } from '../../util/shownInput.ts'
import type { Decoder } from './Decoder.ts'

/** Plain words for the EVM's errors. The first match wins; the texts are geth's. */
const meanings: readonly { readonly text: RegExp; readonly what: string; readonly next: string }[] = [
	{
		text: /insufficient funds|sender balance/i,
		what: 'The account does not have enough coins for the amount and the gas.',
		next: 'Send less, or top the account up from the faucet.',
	},
	{
		text: /nonce too low|invalid nonce|invalid sequence/i,
		what: 'Another program uses this account at the same moment.',
		next: 'Wait for its transactions to enter a block, then send this one again.',
	},
	{
		text: /out of gas|gas required exceeds|intrinsic gas too low/i,
		what: 'The call needs more gas than its limit.',
		next: 'Send it again with a higher gas limit, or leave the limit out.',
	},
	{
		text: /underpriced|less than block base fee|max fee per gas/i,
		what: 'The price of gas is below what the chain asks for.',
		next: 'Send it again; the price is read anew.',
	},
	{ text: /invalid opcode/i, what: 'The contract ran into bytes that are no instruction.', next: 'Look at its trace.' },
]

/** Explains a failed request to the EVM: revert reason or the node's message. Faults of this program pass. */
export function evmFault(error: unknown, decoder: Decoder, url: string, to?: string): unknown {
	if (!(error instanceof BaseError)) return error
	const inner = innermost(error)
	// What the system said lies within it.
	if (error.walk((part) => part instanceof HttpRequestError || part instanceof TimeoutError) !== null) {
		return new UserError(`The EVM's JSON-RPC at ${new URL(url).origin} does not answer.`, {
			why: messageOf(inner),
			next: 'Check that the node runs, and that its listener `eth` is on.',
			cause: error,
		})
	}
	const data = revertData(error)
	const message = messageOf(inner)
	if (data !== undefined || /revert/i.test(message)) {
		const told = /execution reverted:?\s*(.*)/i.exec(message)?.[1] ?? ''
		const reason = safeLine((data === undefined ? undefined : decoder.refusal(data, to)) ?? told)
		const bytes = data !== undefined && data !== '0x' ? `It gave ${data}, which no ABI here knows.` : ''
		return new UserError(
			reason === '' ? 'The contract refused the call without a reason.' : `The contract refused the call: ${reason}`,
			{
				why: reason === '' ? bytes : '',
				next: bytes === '' || reason !== '' ? '' : 'Add the ABI of the contract to read it.',
				cause: error,
			},
		)
	}
	const meaning = meanings.find(({ text }) => text.test(message))
	return new UserError(meaning?.what ?? `The chain refused: ${message}`, {
		why: meaning === undefined ? '' : message,
		next: meaning?.next ?? '',
		cause: error,
	})
}

function innermost(error: BaseError): Error {
	let current: Error = error
	while (current.cause instanceof Error) current = current.cause
	return current
}

/** The data of a revert. */
function revertData(error: BaseError): Hex | undefined {
	let found: Hex | undefined
	error.walk((part) => {
		const { data } = part as { readonly data?: unknown }
		if (typeof data === 'string' && /^0x[0-9a-f]*$/i.test(data)) found = data as Hex
		return false
	})
	return found
}

function messageOf(error: Error): string {
	const { details, message } = error as { readonly details?: unknown; readonly message: string }
	return typeof details === 'string' && details !== '' ? details : message
}
