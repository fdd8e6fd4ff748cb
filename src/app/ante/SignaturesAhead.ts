import { type AminoSignOptions, aminoSignBytesOfTx, type SignerData } from '../../codec/signDoc/aminoSignBytes.ts'
import { directSignBytes } from '../../codec/signDoc/directSignBytes.ts'
import { sha256 } from '../../crypto/hash.ts'
import { asPublicKey } from '../../crypto/publicKey.ts'
import { plainError } from '../../errors/ChainError.ts'
import { SignMode } from '../../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { equalBytes } from '../../util/bytes.ts'
import type { Context, TxMode } from '../Context.ts'
import type { AccountKeeper } from '../expectedKeepers.ts'
import type { AppTx } from '../tx/AppTx.ts'
import { signerAt } from './signerSteps.ts'
import { VerifiedSignatures } from './VerifiedSignatures.ts'

/** Who verifies secp256k1 signatures while this thread does something else. */
export interface SignatureHelper {
	/** Takes a signature over a hash; the ticket to ask by, undefined when it is not taken. */
	hand(hash: Uint8Array, signature: Uint8Array, key: Uint8Array): number | undefined
	/** Whether it was found right. False also when nobody has looked. */
	isGood(ticket: number): boolean
}

/** A signature in the helper's hands, with all that its document was made of besides the transaction. */
interface Handed {
	readonly ticket: number
	readonly key: Uint8Array
	readonly accountNumber: bigint
	readonly chainId: string
}

interface Prepared {
	readonly tx: AppTx
	readonly signatures: readonly (Handed | undefined)[]
}

/** What the verification ahead is made of. */
export interface SignaturesAheadDeps {
	readonly helper: SignatureHelper
	readonly decode: (bytes: Uint8Array, mode?: TxMode) => AppTx
	readonly accounts: AccountKeeper
	/** How amino sign documents are written. */
	readonly amino: AminoSignOptions
}

/** Transactions prepared at most; one that was never executed must not stay for ever. */
const maxPrepared = 4096

/**
 * Decodes transactions before their block and has their signatures verified meanwhile. No result depends on it: an
 * account number is taken from the state of now, and a signature counts only when the block asks for the same key,
 * account number and chain id; any other is verified in the block as always.
 */
export class SignaturesAhead {
	/** What checks found good: the mempool of a node has verified most of a block before. */
	readonly verified = new VerifiedSignatures()
	readonly #deps: SignaturesAheadDeps
	readonly #prepared = new Map<Uint8Array, Prepared>()
	#current: Prepared | undefined

	constructor(deps: SignaturesAheadDeps) {
		this.#deps = deps
	}

	/** Decodes a transaction and hands its signatures to the helper. What fails here fails again, and is told, in its block. */
	prepare(ctx: Context, bytes: Uint8Array): void {
		try {
			const tx = this.#deps.decode(bytes)
			const signatures = tx.signatures.map((_, index) => this.#hand(ctx, tx, index))
			if (this.#prepared.size >= maxPrepared) this.#prepared.clear()
			this.#prepared.set(bytes, { tx, signatures })
		} catch {
			// The block decodes it once more and tells the fault.
		}
	}

	/** The transaction of some bytes: the one that was prepared, once, or decoded now. Throws as `decode` does. */
	decode(bytes: Uint8Array, mode?: TxMode): AppTx {
		this.#current = this.#prepared.get(bytes)
		if (this.#current === undefined) return this.#deps.decode(bytes, mode)
		this.#prepared.delete(bytes)
		return this.#current.tx
	}

	/** Whether a signature of the transaction decoded last is known to be right. */
	isGood(tx: AppTx, index: number, key: Uint8Array, accountNumber: bigint, chainId: string): boolean {
		if (this.#current?.tx !== tx) return false
		const handed = this.#current.signatures[index]
		if (handed === undefined || handed.accountNumber !== accountNumber || handed.chainId !== chainId) return false
		return equalBytes(handed.key, key) && this.#deps.helper.isGood(handed.ticket)
	}

	#hand(ctx: Context, tx: AppTx, index: number): Handed | undefined {
		const { helper, accounts, amino } = this.#deps
		const { data, publicKey, sequence } = tx.signatures[index]!
		if (data?.kind !== 'single' || publicKey === undefined) return undefined
		const given = asPublicKey(publicKey)
		if (given.$typeName !== 'cosmos.crypto.secp256k1.PubKey') return undefined
		const account = accounts.getAccount(ctx, signerAt(tx, index))
		if (account === undefined) return undefined
		const { accountNumber } = account.base
		const document = signDocument(tx, data.mode, { chainId: ctx.chainId, accountNumber, sequence }, amino)
		if (this.verified.has(given.key, document, data.signature)) return undefined
		const ticket = helper.hand(sha256(document), data.signature, given.key)
		return ticket === undefined ? undefined : { ticket, key: given.key, accountNumber, chainId: ctx.chainId }
	}
}

/** The bytes a signer signs (cosmos-sdk v0.44.5 x/auth/signing/sign_mode_handler.go). @throws a plain error if none */
export function signDocument(tx: AppTx, mode: number, signer: SignerData, amino: AminoSignOptions): Uint8Array {
	const { bodyBytes, authInfoBytes } = tx.decoded
	switch (mode) {
		case SignMode.DIRECT:
			return directSignBytes({
				bodyBytes,
				authInfoBytes,
				chainId: signer.chainId,
				accountNumber: signer.accountNumber,
			})
		case SignMode.LEGACY_AMINO_JSON:
			return aminoSignBytesOfTx(tx.decoded, signer, amino)
		default:
			throw plainError(`can't verify sign mode ${mode}`)
	}
}
