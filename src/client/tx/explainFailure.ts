import { ChainError } from '../../errors/ChainError.ts'
import { UserError } from '../../errors/UserError.ts'
import type { TxProgress } from '../chainTypes.ts'
import { RpcError } from '../rpc/RpcError.ts'

/** The last step of a failed transaction. */
export type TxFailure = Extract<TxProgress, { readonly state: 'failed' }>

/** The sequence that the node expects, from the text of a mismatch. */
export function expectedSequence(log: string): bigint | undefined {
	const match = /account sequence mismatch, expected (\d+), got \d+/.exec(log)
	return match?.[1] === undefined ? undefined : BigInt(match[1])
}

/** The fee that the node asks for, from its refusal. Of several denominations it is the first, since any suffices. */
export function requiredFee(log: string): string | undefined {
	const match = /insufficient fees; got: .*?\s?required: ([^:\s]+): insufficient fee/.exec(log)
	return match?.[1]?.split(',')[0]
}

/** Plain words for the chain's refusals. The first match wins; the texts are those of cosmos-sdk v0.44.5 and greet. */
const meanings: readonly { readonly log: RegExp; readonly problem: string; readonly next: string }[] = [
	{
		log: /must provide a greeting message/,
		problem: 'A greeting needs a text.',
		next: 'Type something other than blanks.',
	},
	{
		log: /type URL \/ethermint\./,
		problem: 'This chain has no EVM and takes no Ethereum keys.',
		next: "Sign with a key of the chain's own kind, or start a chain with an EVM (--chain-id chain_2222-1 in a new home).",
	},
	{
		log: /insufficient fee/,
		problem: 'The fee is below what the node asks for.',
		next: 'Send it again with the required fee.',
	},
	{
		log: /insufficient funds/,
		problem: 'The account does not have enough coins for the amount and the fee.',
		next: 'Send less, or top the account up from the faucet or another account.',
	},
	{
		log: /out of gas/,
		problem: 'The transaction needs more gas than its limit.',
		next: 'Send it again with a higher gas limit, or let the app estimate it.',
	},
	{
		log: /tx timeout height/,
		problem: 'The transaction came too late: its timeout height has passed.',
		next: 'Send it again with a later timeout height, or without one.',
	},
	{ log: /memo too large/, problem: 'The memo is too long.', next: 'Shorten the memo to 256 bytes.' },
	{
		log: /does not exist: unknown address|not found: key not found/,
		problem: 'This account is not on the chain yet.',
		next: 'Send it some coins first, for instance from the faucet.',
	},
	{
		log: /signature verification failed/,
		problem: 'The node did not accept the signature.',
		next: 'Check that the app is set to the same chain as the node, then send it again.',
	},
	{
		log: /account sequence mismatch/,
		problem: 'Another program uses this account at the same moment.',
		next: 'Wait for its transactions to enter a block, then send this one again.',
	},
	{
		log: /is not allowed to receive funds/,
		problem: 'The recipient is an account of the chain itself and cannot receive coins.',
		next: 'Choose another recipient.',
	},
	{
		log: /invalid address|0x address/i,
		problem: 'An address is not valid on this chain.',
		next: 'Check the address and its prefix.',
	},
	{ log: /mempool is full/, problem: 'Too many transactions wait at the node.', next: 'Try again in a few seconds.' },
	{
		log: /tx too large/i,
		problem: 'The transaction is too large.',
		next: 'Shorten the text or send fewer messages at once.',
	},
]

/** The failure of a refused transaction, in plain words and with the chain's log. */
export function refusal(codespace: string, code: number, log: string, hash: string): TxFailure {
	const meaning = meanings.find((candidate) => candidate.log.test(log))
	const required = requiredFee(log)
	return {
		state: 'failed',
		problem: meaning?.problem ?? 'The chain refused the transaction.',
		next: meaning?.next ?? 'Read the reason below, change the transaction and send it again.',
		codespace,
		code,
		log,
		hash,
		...(required === undefined ? {} : { requiredFee: required }),
	}
}

/** The failure for an error thrown before the chain answered. Rethrows faults of this program. */
export function failureOf(error: unknown, hash = ''): TxFailure {
	if (error instanceof ChainError) return refusal(error.codespace, error.code, error.log, hash)
	if (error instanceof RpcError) return refusal('', error.code, error.data || error.message, hash)
	if (error instanceof UserError) {
		const problem = error.why === '' ? error.message : `${error.message} ${error.why}`
		return { state: 'failed', problem, next: error.next, codespace: '', code: 0, log: '', hash }
	}
	throw error
}
