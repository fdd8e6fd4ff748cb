import type { ChainSettings } from '../codec/ChainSettings.ts'
import { type DecCoin, parseDecCoins } from '../codec/coins/decCoins.ts'
import type { Registry } from '../codec/registry/createRegistry.ts'
import { decodeTx } from '../codec/tx/decodeTx.ts'
import { encodeTxRaw } from '../codec/tx/encodeTx.ts'
import { ChainError } from '../errors/ChainError.ts'
import { UserError } from '../errors/UserError.ts'
import type { KeyInfo, Keyring } from '../keyring/Keyring.ts'
import { fromBase64 } from '../util/bytes.ts'
import type { Coin, FeeOptions, MsgInput, TxProgress } from './ChainClient.ts'
import { readAccount } from './queries/accounts.ts'
import type { RpcConnection } from './rpc/RpcConnection.ts'
import type { TxTracker } from './TxTracker.ts'
import { broadcastSync, isAlreadyThere, txHash } from './tx/broadcast.ts'
import { expectedSequence, failureOf, refusal, requiredFee, type TxFailure } from './tx/explainFailure.ts'
import { adjustedGas, feeFor } from './tx/feeFor.ts'
import { keyringSigner } from './tx/keyringSigner.ts'
import { SignerQueue } from './tx/SignerQueue.ts'
import { simulate } from './tx/simulate.ts'

/** How often one transaction is signed anew before its failure is shown. */
const mostAttempts = 5

/** What a sender works with. */
export interface TxSenderParts {
	readonly connection: RpcConnection
	readonly keyring: Keyring
	readonly registry: Registry
	readonly settings: ChainSettings
	readonly tracker: TxTracker
	readonly chainId: () => Promise<string>
	/** The node's minimum gas prices as text, as far as they are known. */
	readonly gasPrices: () => Promise<string>
}

/** A transaction the node has taken. */
interface Accepted {
	readonly hash: string
	readonly fee: string
	readonly gas: bigint
	readonly result: Promise<Awaited<ReturnType<TxTracker['wait']>>>
}

/** Gas limit and fee of one transaction. */
interface Cost {
	readonly gas: bigint
	readonly fee: readonly Coin[]
}

/** Estimates, signs, sends and follows transactions, in a queue per signer. */
export class TxSender {
	readonly #parts: TxSenderParts
	readonly #queue = new SignerQueue()
	/** A price the node has asked for, higher than the one that was known. */
	#learnedPrice: DecCoin | undefined

	constructor(parts: TxSenderParts) {
		this.#parts = parts
	}

	/** Forgets sequences of transactions on their way: the chain went back. */
	onRewind(): void {
		this.#queue.forgetAll()
	}

	/** Gas by simulation and the fee for it. Throws ChainError with the reason it would fail. */
	async estimate(
		keyName: string,
		messages: readonly MsgInput[],
	): Promise<{ readonly gas: bigint; readonly fee: string }> {
		const key = await this.#key(keyName)
		const sequence = this.#queue.sequence(key.address, (await this.#account(key.address)).sequence)
		const { gas, fee } = await this.#estimateFrom(key, messages, sequence, {})
		return { gas, fee: coinsText(fee) }
	}

	/** Sends and tells each step; the last one is `committed` or `failed`. */
	async *send(keyName: string, messages: readonly MsgInput[], options: FeeOptions): AsyncGenerator<TxProgress> {
		yield { state: 'signing' }
		let accepted: Accepted | TxFailure
		try {
			const key = await this.#key(keyName)
			accepted = await this.#queue.run(key.address, () => this.#submit(key, messages, options))
		} catch (error) {
			yield failureOf(error)
			return
		}
		if ('state' in accepted) {
			yield accepted
			return
		}
		const { hash, fee, gas } = accepted
		yield { state: 'in-mempool', hash, fee, gasWanted: gas }
		yield await this.#outcome(accepted)
	}

	/** Sends signed bytes as they are and tells each step; the last one is `committed` or `failed`. */
	async *broadcast(bytes: Uint8Array): AsyncGenerator<TxProgress> {
		const { connection, tracker, registry } = this.#parts
		const hash = txHash(bytes)
		try {
			const { fee } = decodeTx(bytes, registry).authInfo
			const result = tracker.wait(hash)
			// The waiting outlives this function; a failure before anyone listens must not end the process.
			result.catch(() => {})
			const { codespace, code, log } = await broadcastSync(connection, bytes)
			if (code !== 0) {
				tracker.forget(hash)
				yield refusal(codespace, code, log, hash)
				return
			}
			const paid = { fee: coinsText(fee?.amount ?? []), gas: fee?.gasLimit ?? 0n }
			yield { state: 'in-mempool', hash, fee: paid.fee, gasWanted: paid.gas }
			yield await this.#outcome({ hash, ...paid, result })
		} catch (error) {
			tracker.forget(hash)
			yield failureOf(error, hash)
		}
	}

	async #outcome({ hash, fee, result }: Accepted): Promise<TxProgress> {
		try {
			const tx = await result
			if (!tx) {
				return {
					state: 'failed',
					problem: 'The node no longer has this transaction, and it is in no block.',
					next: 'Send it again.',
					codespace: '',
					code: 0,
					log: '',
					hash,
				}
			}
			if (tx.code !== 0) return refusal(tx.codespace, tx.code, tx.log, hash)
			return { state: 'committed', hash, height: tx.height, fee, gasWanted: tx.gasWanted, gasUsed: tx.gasUsed }
		} catch (error) {
			return failureOf(error, hash)
		}
	}

	/** One transaction from estimate to CheckTx, signed anew when its sequence or its estimated fee was wrong. */
	async #submit(key: KeyInfo, messages: readonly MsgInput[], options: FeeOptions): Promise<Accepted | TxFailure> {
		const { connection, tracker, settings, keyring } = this.#parts
		const { createSigningClient } = await import('./tx/cosmjs.ts')
		const client = await createSigningClient(connection, keyringSigner(keyring, key, 'direct'), settings.aminoBrand)
		const chainId = await this.#parts.chainId()
		const account = await this.#account(key.address)
		let sequence = this.#queue.sequence(key.address, account.sequence)
		let askedFee = options.fee
		for (let attempt = 1; ; attempt++) {
			let hash = ''
			let gas = 0n
			try {
				const cost = await this.#estimateFrom(key, messages, sequence, {
					...options,
					...(askedFee ? { fee: askedFee } : {}),
				})
				gas = cost.gas
				const raw = await client.sign(
					key.address,
					messages,
					{ amount: cost.fee, gas: String(cost.gas) },
					options.memo ?? '',
					{ accountNumber: Number(account.accountNumber), sequence: Number(sequence), chainId },
					options.timeoutHeight === undefined ? undefined : BigInt(options.timeoutHeight),
				)
				const bytes = encodeTxRaw(raw.bodyBytes, raw.authInfoBytes, raw.signatures)
				hash = txHash(bytes)
				const result = tracker.wait(hash)
				// The waiting outlives this function; a failure before anyone listens must not end the process.
				result.catch(() => {})
				await client.broadcastTxSync(bytes).catch((error: unknown) => {
					if (!isAlreadyThere(error)) throw error
				})
				this.#queue.accepted(key.address, sequence, hash)
				const settled = () => this.#queue.settled(key.address, hash)
				void result.then(settled, settled)
				return { hash, fee: coinsText(cost.fee), gas: cost.gas, result }
			} catch (error) {
				if (hash !== '') tracker.forget(hash)
				const { codespace, code, log } = refusalOf(error)
				const expected = expectedSequence(log)
				const required = options.fee === undefined ? requiredFee(log) : undefined
				if (attempt < mostAttempts && expected !== undefined && expected !== sequence) sequence = expected
				else if (attempt < mostAttempts && required !== undefined && required !== askedFee) {
					askedFee = required
					this.#learnedPrice = priceOf(required, gas)
				} else if (log !== '') return refusal(codespace, code, log, hash)
				else throw error
			}
		}
	}

	async #estimateFrom(
		key: KeyInfo,
		messages: readonly MsgInput[],
		sequence: bigint,
		options: FeeOptions,
	): Promise<Cost> {
		const { connection, registry, settings } = this.#parts
		const prices = this.#learnedPrice ? [this.#learnedPrice] : parseDecCoins(await this.#parts.gasPrices())
		const asked = options.fee === undefined ? undefined : parseFee(options.fee)
		// Paying costs gas too: one unit stands for a fee that is not known yet.
		const price = feeFor(prices, 1n, settings.denom)
		const placeholder = price ? [{ denom: price.denom, amount: '1' }] : []
		const gas =
			options.gas ??
			adjustedGas(
				await simulate(connection, {
					registry,
					messages,
					pubKey: fromBase64(key.pubKey ?? '') ?? new Uint8Array(),
					sequence,
					fee: asked ?? placeholder,
					memo: options.memo ?? '',
					timeoutHeight: BigInt(options.timeoutHeight ?? 0),
				}),
			)
		if (asked) return { gas, fee: asked }
		const fee = feeFor(prices, gas, settings.denom)
		return { gas, fee: fee ? [{ denom: fee.denom, amount: String(fee.amount) }] : [] }
	}

	async #account(address: string): Promise<{ readonly accountNumber: bigint; readonly sequence: bigint }> {
		const account = await readAccount(this.#parts.connection, this.#parts.registry, address)
		if (account) return account
		throw new UserError('This account is not on the chain yet.', {
			next: 'Send it some coins first, for instance from the faucet.',
		})
	}

	async #key(name: string): Promise<KeyInfo> {
		const key = await this.#parts.keyring.get(name)
		if (key) return key
		throw new UserError(`There is no key named ${name}.`, { next: 'Make or import it first.' })
	}
}

/** The price behind a required fee, rounded up so that it is enough for any gas. */
function priceOf(fee: string, gas: bigint): DecCoin | undefined {
	const [coin] = parseDecCoins(fee)
	return coin && gas > 0n ? { denom: coin.denom, scaled: (coin.scaled + gas - 1n) / gas } : undefined
}

/** The node's refusal in an error of ours or of CosmJS (BroadcastTxError); an empty log when it is none. */
function refusalOf(error: unknown): { readonly codespace: string; readonly code: number; readonly log: string } {
	if (error instanceof ChainError) return error
	if (error instanceof Error && error.name === 'BroadcastTxError') {
		const { codespace = '', code = 0, log = '' } = error as Partial<{ codespace: string; code: number; log: string }>
		return { codespace, code, log }
	}
	return { codespace: '', code: 0, log: '' }
}

function parseFee(text: string): readonly Coin[] {
	try {
		return parseDecCoins(text).map(({ denom, scaled }) => ({ denom, amount: String(scaled / 10n ** 18n) }))
	} catch (cause) {
		throw new UserError(`"${text}" is not a fee.`, { next: 'Write it like 600uchain.', cause })
	}
}

function coinsText(coins: readonly Coin[]): string {
	return coins.map(({ denom, amount }) => `${amount}${denom}`).join(',')
}
