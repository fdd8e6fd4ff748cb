import type { ChainSettings } from '../codec/ChainSettings.ts'
import { coinsToText } from '../codec/coins/coins.ts'
import { type DecCoin, parseDecCoins } from '../codec/coins/decCoins.ts'
import type { Registry } from '../codec/registry/createRegistry.ts'
import { decodeTx } from '../codec/tx/decodeTx.ts'
import { txBytesOf, txFromJson } from '../codec/txJson/txJson.ts'
import { ChainError } from '../errors/ChainError.ts'
import { UserError } from '../errors/UserError.ts'
import type { Tx } from '../gen/cosmos/tx/v1beta1/tx_pb.js'
import type { KeyInfo, Keyring } from '../keyring/Keyring.ts'
import { shownInput } from '../util/shownInput.ts'
import type { Coin, FeeOptions, MsgInput, TxProgress } from './chainTypes.ts'
import type { RpcConnection } from './rpc/RpcConnection.ts'
import { broadcastSync, isAlreadyThere, txHash } from './tx/broadcast.ts'
import { type CostWish, estimateCost, priceToPay } from './tx/estimate.ts'
import { expectedSequence, failureOf, refusal, requiredFee, type TxFailure } from './tx/explainFailure.ts'
import { MultisigTx } from './tx/MultisigTx.ts'
import { type PreparedTx, prepareTx, type TxCost, unsignedTx } from './tx/prepare.ts'
import { SignerQueue } from './tx/SignerQueue.ts'
import { actingKey, type SignModeName } from './tx/signerInfo.ts'
import type { TxTracker } from './tx/TxTracker.ts'

/** Most attempts to sign one transaction before its failure is shown. */
const mostAttempts = 5

/** Dependencies of a sender. */
export interface TxSenderParts {
	readonly connection: RpcConnection
	readonly keyring: Keyring
	readonly registry: Registry
	readonly settings: ChainSettings
	readonly tracker: TxTracker
	readonly chainId: () => Promise<string>
	/** The node's minimum gas prices as text, if known. */
	readonly gasPrices: () => Promise<string>
	/** Accounts that anyone may act as; their names are their addresses. */
	readonly acting: () => readonly string[]
}

/** A transaction that the node accepted. */
interface Accepted {
	readonly hash: string
	readonly fee: string
	readonly gas: bigint
	readonly result: Promise<Awaited<ReturnType<TxTracker['wait']>>>
}

/** Sends transactions (tx/prepare, estimate, sign, broadcast, follow) through a queue per signer. */
export class TxSender {
	readonly #parts: TxSenderParts
	readonly #queue = new SignerQueue()
	/** Highest price that the node has asked for, if above the known one. */
	#learnedPrice: DecCoin | undefined

	constructor(parts: TxSenderParts) {
		this.#parts = parts
	}

	/** Forgets the sequences of pending transactions, because the chain went back. */
	onRewind(): void {
		this.#queue.forgetAll()
	}

	/** The address of a key, or of an account that anyone may act as; empty for an unknown one. */
	async addressOf(name: string): Promise<string> {
		const key = await this.#parts.keyring.get(name)
		return key?.address ?? (this.#parts.acting().includes(name) ? name : '')
	}

	/** Estimates gas by simulation and its fee. @throws {ChainError} with the reason the transaction would fail. */
	async estimate(
		keyName: string,
		messages: readonly MsgInput[],
	): Promise<{ readonly gas: bigint; readonly fee: string }> {
		const tx = await this.#prepare(await this.#key(keyName), messages, {})
		const { gas, fee } = await estimateCost(this.#parts, tx, await this.#wish({}))
		return { gas, fee: coinsToText(fee) }
	}

	/**
	 * Signs with a key of the keyring, sends and yields each step; the last one is `committed` or `failed`.
	 *
	 * @example
	 * for await (const step of client.sendTx('alice', [message])) {
	 *   if (step.state === 'failed') throw new UserError(step.problem, { why: step.log, next: step.next })
	 * }
	 */
	async *send(keyName: string, messages: readonly MsgInput[], options: FeeOptions = {}): AsyncIterable<TxProgress> {
		yield { state: 'signing' }
		let accepted: Accepted | TxFailure
		try {
			const key = await this.#key(keyName)
			accepted = await this.#queue.run(key.address, () => this.#submit(key, messages, options))
		} catch (error) {
			yield failureOf(error)
			return
		}
		yield* this.#follow(accepted)
	}

	/** Sends signed bytes unchanged and yields each step; the last one is `committed` or `failed`. */
	async *broadcast(bytes: Uint8Array): AsyncIterable<TxProgress> {
		let accepted: Accepted | TxFailure
		try {
			const { fee } = decodeTx(bytes, this.#parts.registry).authInfo
			accepted = await this.#broadcast(bytes, { gas: fee?.gasLimit ?? 0n, fee: fee?.amount ?? [] })
		} catch (error) {
			yield failureOf(error, txHash(bytes))
			return
		}
		yield* this.#follow(accepted)
	}

	/**
	 * Signs the amino JSON document of a transaction that has a legacy form; does not send it.
	 * @throws {ChainError} with the reason it would fail.
	 * @throws {UserError} if the key cannot sign.
	 */
	async signAmino(keyName: string, messages: readonly MsgInput[]): Promise<Uint8Array> {
		const tx = await this.#prepare(await this.#key(keyName), messages, {})
		return this.#sign(tx, await estimateCost(this.#parts, tx, await this.#wish({})), undefined, 'amino-json')
	}

	/**
	 * Creates a transaction of a multisig key that collects signatures. Gas and fee are fixed here, so that all members
	 * sign the same document.
	 * @throws {ChainError} with the reason the transaction would fail.
	 * @throws {UserError} if the key is not a multisig key.
	 */
	async multisig(keyName: string, messages: readonly MsgInput[], options: FeeOptions = {}): Promise<MultisigTx> {
		const prepared = await this.#prepare(await this.#thresholdKey(keyName), messages, options)
		const cost = await estimateCost(this.#parts, prepared, await this.#wish(options))
		return this.#collection(prepared, unsignedTx(prepared, cost))
	}

	/** Creates the same from unsigned transaction JSON made elsewhere. */
	async multisigOf(keyName: string, json: string): Promise<MultisigTx> {
		const prepared = await this.#prepare(await this.#thresholdKey(keyName), [], {})
		return this.#collection(prepared, txFromJson(json, this.#parts.registry))
	}

	async *#follow(accepted: Accepted | TxFailure): AsyncGenerator<TxProgress> {
		if ('state' in accepted) {
			yield accepted
			return
		}
		const { hash, fee, gas } = accepted
		yield { state: 'in-mempool', hash, fee, gasWanted: gas }
		yield await this.#outcome(accepted)
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

	/** Runs a transaction from estimate to CheckTx; signs again if its sequence or estimated fee was wrong. */
	async #submit(key: KeyInfo, messages: readonly MsgInput[], options: FeeOptions): Promise<Accepted | TxFailure> {
		let tx = await this.#prepare(key, messages, options)
		let wish = await this.#wish(options)
		for (let attempt = 1; ; attempt++) {
			let gas = 0n
			let failure: TxFailure
			try {
				const cost = await estimateCost(this.#parts, tx, wish)
				gas = cost.gas
				const outcome = await this.#broadcast(await this.#sign(tx, cost, options.members), cost)
				if (!('state' in outcome)) {
					const { hash, result } = outcome
					this.#queue.accepted(key.address, tx.sequence, hash)
					const settled = () => this.#queue.settled(key.address, hash)
					void result.then(settled, settled)
					return outcome
				}
				failure = outcome
			} catch (error) {
				if (!(error instanceof ChainError)) throw error
				failure = refusal(error.codespace, error.code, error.log, '')
			}
			const expected = expectedSequence(failure.log)
			const required = options.fee === undefined ? requiredFee(failure.log) : undefined
			const asked = 'coins' in wish.fee ? coinsToText(wish.fee.coins) : undefined
			if (attempt < mostAttempts && expected !== undefined && expected !== tx.sequence) {
				tx = { ...tx, sequence: expected }
			} else if (attempt < mostAttempts && required !== undefined && required !== asked) {
				wish = { ...wish, fee: { coins: parseFee(required) } }
				this.#learnedPrice = priceOf(required, gas)
			} else return failure
		}
	}

	/** Broadcasts signed bytes. Connection errors pass through. */
	async #broadcast(bytes: Uint8Array, { gas, fee }: TxCost): Promise<Accepted | TxFailure> {
		const { connection, tracker } = this.#parts
		const hash = txHash(bytes)
		const result = tracker.wait(hash)
		// The wait outlives this function. A failure before anyone listens must not end the process.
		result.catch(() => {})
		try {
			const { codespace, code, log } = await broadcastSync(connection, bytes)
			if (code === 0) return { hash, fee: coinsToText(fee), gas, result }
			tracker.forget(hash)
			return refusal(codespace, code, log, hash)
		} catch (error) {
			if (isAlreadyThere(error)) return { hash, fee: coinsToText(fee), gas, result }
			tracker.forget(hash)
			throw error
		}
	}

	async #sign(
		tx: PreparedTx,
		cost: TxCost,
		members: readonly string[] | undefined,
		mode: SignModeName = 'direct',
	): Promise<Uint8Array> {
		const unsigned = unsignedTx(tx, cost)
		if (tx.key.kind === 'multi') {
			const collection = this.#collection(tx, unsigned)
			if (members) await collection.sign(members)
			else await collection.signWithLocalMembers()
			return collection.bytes()
		}
		const { keyring, registry, settings } = this.#parts
		const { signTx } = await import('./tx/sign.ts')
		const { key, chainId, accountNumber, sequence } = tx
		const brand = settings.aminoBrand
		const signer = { key, chainId, accountNumber, sequence, registry, brand, keyring }
		return txBytesOf(await signTx({ ...signer, tx: unsigned, mode }))
	}

	#collection({ key, chainId, accountNumber, sequence }: PreparedTx, tx: Tx): MultisigTx {
		const { keyring, registry, settings } = this.#parts
		const signer = { chainId, accountNumber, sequence }
		return new MultisigTx({ tx, key, signer, keyring, registry, brand: settings.aminoBrand })
	}

	async #prepare(key: KeyInfo, messages: readonly MsgInput[], options: FeeOptions): Promise<PreparedTx> {
		const { memo = '', timeoutHeight = 0 } = options
		const draft = { messages, memo, timeoutHeight: BigInt(timeoutHeight), feeGranter: '' }
		const tx = await prepareTx(this.#parts, key, draft, { chainId: await this.#parts.chainId() })
		return { ...tx, sequence: this.#queue.sequence(key.address, tx.sequence) }
	}

	async #wish({ gas, fee }: FeeOptions): Promise<CostWish> {
		if (fee !== undefined) return { gas, fee: { coins: parseFee(fee) } }
		if (this.#learnedPrice) return { gas, fee: { prices: [this.#learnedPrice] } }
		const prices = parseDecCoins(await this.#parts.gasPrices())
		return { gas, fee: { prices: priceToPay(prices, this.#parts.settings.denom) } }
	}

	async #key(name: string): Promise<KeyInfo> {
		const key = await this.#parts.keyring.get(name)
		if (key) return key
		if (this.#parts.acting().includes(name)) return actingKey(name)
		throw new UserError(`There is no key named ${shownInput(name)}.`, { next: 'Make or import it first.' })
	}

	async #thresholdKey(name: string): Promise<KeyInfo> {
		const key = await this.#key(name)
		if (key.kind === 'multi') return key
		throw new UserError(`The key ${name} is not a threshold key.`, { next: 'Choose one that has members.' })
	}
}

/** The gas price behind a required fee, rounded up so that it suffices for any gas. */
function priceOf(fee: string, gas: bigint): DecCoin | undefined {
	const [coin] = parseDecCoins(fee)
	return coin && gas > 0n ? { denom: coin.denom, scaled: (coin.scaled + gas - 1n) / gas } : undefined
}

function parseFee(text: string): readonly Coin[] {
	try {
		return parseDecCoins(text).map(({ denom, scaled }) => ({ denom, amount: String(scaled / 10n ** 18n) }))
	} catch (cause) {
		throw new UserError(`"${text}" is not a fee.`, { next: 'Write it like 600uchain.', cause })
	}
}
