import { defaultGasAdjustment, type SignModeName } from '../../client/index.ts'
import { parseDecCoins } from '../../codec/coins/decCoins.ts'
import { inOtherWords } from '../../errors/ChainError.ts'
import { type CommandContext, isSet, textFlag, UsageError } from '../CommandContext.ts'

import { wholeNumber } from '../query/queryCommand.ts'

/** What a command waits for after sending. */
export type BroadcastMode = 'sync' | 'async' | 'block'

/** The standard transaction flags, read and checked. */
export interface TxOptions {
	readonly from: string
	/** `auto`, or coins as text. Empty if not given, which means `auto` if the node names a price. */
	readonly fees: string
	readonly gasPrices: string
	/** Undefined requests an estimate. */
	readonly gas: bigint | undefined
	/** A decimal number. */
	readonly gasAdjustment: string
	readonly memo: string
	readonly timeoutHeight: bigint
	readonly broadcastMode: BroadcastMode
	/** Whether to wait for the block after CheckTx. */
	readonly wait: boolean
	readonly signMode: SignModeName
	/** Only for a multisig key: names of the signing members; empty for as many as needed. */
	readonly signers: readonly string[]
	readonly generateOnly: boolean
	readonly offline: boolean
	readonly accountNumber: bigint | undefined
	readonly sequence: bigint | undefined
	readonly yes: boolean
	readonly dryRun: boolean
	/** Account that pays instead of the signer; empty for none. */
	readonly feeGranter: string
	readonly chainId: string | undefined
}

/** Reads the standard transaction flags. @throws {UsageError} for flags that exclude each other. */
export function txOptions(context: CommandContext): TxOptions {
	const text = (name: string): string => textFlag(context, name) ?? ''
	const fees = text('fees')
	const gasPrices = text('gasPrices')
	if (fees !== '' && gasPrices !== '') throw new UsageError('cannot provide both fees and gas prices')
	if (fees !== 'auto') checkCoins('--fees', fees)
	checkCoins('--gas-prices', gasPrices)
	const number = (name: string): bigint | undefined => {
		const value = wholeNumber(context, name)
		return value === undefined ? undefined : BigInt(value)
	}
	const broadcastMode = text('broadcastMode') || 'sync'
	if (isSet(context, 'wait') && broadcastMode !== 'sync') {
		throw new UsageError('--wait goes with --broadcast-mode sync only', { next: 'Leave one of the two out.' })
	}
	if (!isBroadcastMode(broadcastMode)) {
		throw new UsageError(`unsupported return type ${broadcastMode}; supported types: sync, async, block`)
	}
	const gasAdjustment = text('gasAdjustment') || defaultGasAdjustment
	if (!/^\d{1,3}(\.\d{1,18})?$/.test(gasAdjustment) || Number(gasAdjustment) < 1 || Number(gasAdjustment) > 100) {
		throw new UsageError(`--gas-adjustment cannot be "${text('gasAdjustment')}"`, {
			next: 'Give a number from 1 to 100.',
		})
	}
	const offline = isSet(context, 'offline')
	const gasText = text('gas')
	if (offline && (gasText === 'auto' || fees === 'auto' || isSet(context, 'dryRun'))) {
		throw new UsageError('cannot estimate gas in offline mode')
	}
	return {
		from: text('from'),
		fees,
		gasPrices,
		gas: gasText === 'auto' ? undefined : number('gas'),
		gasAdjustment,
		memo: textFlag(context, 'memo') ?? text('note'),
		timeoutHeight: number('timeoutHeight') ?? 0n,
		broadcastMode,
		// On a terminal the default is to wait; a script says what it waits for.
		wait: isSet(context, 'wait') || (context.io.interactive && text('broadcastMode') === ''),
		signMode: text('signMode') as SignModeName,
		signers: text('signers')
			.split(',')
			.map((name) => name.trim())
			.filter((name) => name !== ''),
		generateOnly: isSet(context, 'generateOnly'),
		offline,
		accountNumber: number('accountNumber'),
		sequence: number('sequence'),
		yes: isSet(context, 'yes'),
		dryRun: isSet(context, 'dryRun'),
		feeGranter: text('feeAccount'),
		chainId: textFlag(context, 'chainId'),
	}
}

function checkCoins(flag: string, text: string): void {
	inOtherWords(
		() => parseDecCoins(text),
		(cause) => new UsageError(`${flag}: ${cause.log}`, { next: 'Write coins like 600uchain.', cause }),
	)
}

function isBroadcastMode(text: string): text is BroadcastMode {
	return text === 'sync' || text === 'async' || text === 'block'
}
