import { isGoBlank } from '../../util/goString.ts'
import type { ClientContext } from '../ClientContext.ts'
import type { Coin, FeeOptions, TxProgress } from '../chainTypes.ts'
import type { StdTxAnalysis } from '../legacy/analyzeStdTx.ts'
import { failureOf } from '../tx/explainFailure.ts'
import { bech32Of } from './accounts.ts'

/** `sendTx` of one MsgCreateGreet; refuses a blank text before signing. */
export async function* createGreeting(
	{ sender }: Pick<ClientContext, 'sender'>,
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
