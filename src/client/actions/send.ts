import { isGoBlank } from '../../util/goString.ts'
import type { ClientContext } from '../ClientContext.ts'
import type { Coin, FeeOptions, MsgInput, SimulatedTx, TxProgress } from '../chainTypes.ts'
import type { StdTxAnalysis } from '../legacy/analyzeStdTx.ts'
import { simulateBytes } from '../tx/estimate.ts'
import { failureOf } from '../tx/explainFailure.ts'
import type { MultisigTx } from '../tx/MultisigTx.ts'
import { bech32Of } from './accounts.ts'

type Sender = Pick<ClientContext, 'sender'>

/**
 * Signs with a key of the keyring and broadcasts. Each signer has a queue, so concurrent calls never cause a sequence
 * mismatch.
 *
 * @example
 * for await (const step of client.sendTx('alice', [message])) {
 *   if (step.state === 'failed') throw new UserError(step.problem, { why: step.log, next: step.next })
 * }
 */
export function sendTx(
	{ sender }: Sender,
	keyName: string,
	messages: readonly MsgInput[],
	options: FeeOptions = {},
): AsyncIterable<TxProgress> {
	return sender.send(keyName, messages, options)
}

/** `sendTx` of one MsgCreateGreet; refuses a blank text before signing. */
export async function* createGreeting(
	{ sender }: Sender,
	keyName: string,
	message: string,
	options: FeeOptions = {},
): AsyncIterable<TxProgress> {
	// The chain trims as Go does. JavaScript's trim differs in two characters.
	if (isGoBlank(message)) {
		yield blankGreeting
		return
	}
	const owner = await sender.addressOf(keyName)
	yield* sender.send(keyName, [{ typeUrl: '/chain.greet.v1beta1.MsgCreateGreet', value: { message, owner } }], options)
}

const blankGreeting: TxProgress = {
	state: 'failed',
	problem: 'must provide a greeting message',
	next: 'Type something other than blanks.',
	codespace: 'greet',
	code: 2,
	log: 'must provide a greeting message',
	hash: '',
}

/** `sendTx` of one MsgSend; the receiver may be bech32 or 0x. */
export async function* sendCoins(
	client: Pick<ClientContext, 'sender' | 'settings'>,
	keyName: string,
	to: string,
	coins: readonly Coin[],
	options: FeeOptions = {},
): AsyncIterable<TxProgress> {
	const fromAddress = await client.sender.addressOf(keyName)
	let toAddress: string
	try {
		toAddress = bech32Of(client, to)
	} catch (error) {
		yield failureOf(error)
		return
	}
	const value = { fromAddress, toAddress, amount: [...coins] }
	yield* client.sender.send(keyName, [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }], options)
}

/** Sends a signed transaction without retries: its signatures cover these bytes. */
export function broadcastTx({ sender }: Sender, bytes: Uint8Array): AsyncIterable<TxProgress> {
	return sender.broadcast(bytes)
}

/** Signs the amino JSON document, as legacy wallets do, without sending. Resolves with the bytes. */
export function signAmino({ sender }: Sender, keyName: string, messages: readonly MsgInput[]): Promise<Uint8Array> {
	return sender.signAmino(keyName, messages)
}

/**
 * Creates a transaction of a multisig key that collects signatures of members, from this keyring and from files.
 * `broadcastTx` sends its `bytes()`. Gas and fee are fixed at creation.
 */
export function multisig(
	{ sender }: Sender,
	keyName: string,
	messages: readonly MsgInput[],
	options: FeeOptions = {},
): Promise<MultisigTx> {
	return sender.multisig(keyName, messages, options)
}

/** Creates a multisig transaction from unsigned transaction JSON made elsewhere. */
export function multisigOf({ sender }: Sender, keyName: string, json: string): Promise<MultisigTx> {
	return sender.multisigOf(keyName, json)
}

/** Estimates gas by simulation, and the fee the node would ask for. */
export function estimate(
	{ sender }: Sender,
	keyName: string,
	messages: readonly MsgInput[],
): Promise<{ readonly gas: bigint; readonly fee: string }> {
	return sender.estimate(keyName, messages)
}

/** Simulates a signed transaction on the current state, without checking signatures and fee. Changes nothing. */
export function simulateTx({ connection }: Pick<ClientContext, 'connection'>, bytes: Uint8Array): Promise<SimulatedTx> {
	return simulateBytes(connection, bytes)
}

/** Checks a legacy transaction against the chain. @throws {UserError} with the JSON path if the text is not one. */
export async function analyzeLegacyTx(
	client: Pick<ClientContext, 'connection' | 'registry' | 'status'>,
	text: string,
): Promise<StdTxAnalysis> {
	// The first call loads the code that checks signatures.
	const { analyzeStdTx } = await import('../legacy/analyzeStdTx.ts')
	const { readKnownState } = await import('../legacy/readKnownState.ts')
	const { settings } = await client.status.read()
	return analyzeStdTx(text, await readKnownState(client.connection, text, settings, await client.status.gasPrices()))
}
