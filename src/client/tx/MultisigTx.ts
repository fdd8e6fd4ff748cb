import { create } from '@bufbuild/protobuf'
import type { AminoBrand } from '../../codec/ChainSettings.ts'
import { decodeProtoJson } from '../../codec/gatewayJson/decodeProtoJson.ts'
import { encodeProtoJson } from '../../codec/gatewayJson/encodeProtoJson.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import type { SignerData } from '../../codec/signDoc/aminoSignBytes.ts'
import { txBytesOf, txToJson } from '../../codec/txJson/txJson.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { UserError } from '../../errors/UserError.ts'
import { type SignatureDescriptor, SignatureDescriptorsSchema } from '../../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import type { Tx } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import type { KeyInfo, Keyring } from '../../keyring/Keyring.ts'

/** A member of a multisig key, and whether it has signed. */
export interface MultisigMember {
	/** Compressed key, base64. */
	readonly pubKey: string
	/** The member's key record, if this keyring has it: only a key with a secret has a public key. */
	readonly key: KeyInfo | undefined
	/** Whether this keyring can sign for the member. */
	readonly isLocal: boolean
	readonly hasSigned: boolean
}

/** Dependencies of a multisig transaction. */
export interface MultisigTxParts {
	readonly tx: Tx
	/** The multisig key. */
	readonly key: KeyInfo
	readonly signer: SignerData
	readonly keyring: Pick<Keyring, 'list' | 'signer'>
	readonly registry: Registry
	readonly brand: AminoBrand
}

/** A transaction of a multisig key that collects the signatures of its members, from this keyring and from files. */
export class MultisigTx {
	readonly #parts: MultisigTxParts
	/** By the index of the member. */
	readonly #signed = new Map<number, SignatureDescriptor>()

	constructor(parts: MultisigTxParts) {
		this.#parts = parts
	}

	/** The multisig key. */
	get key(): KeyInfo {
		return this.#parts.key
	}

	/** Number of required signatures. */
	get threshold(): number {
		return this.key.threshold ?? 0
	}

	/** Chain id, account number and sequence that every signature covers. */
	get signer(): SignerData {
		return this.#parts.signer
	}

	/** Whether enough members have signed. */
	get isComplete(): boolean {
		return this.#signed.size >= this.threshold
	}

	/** The unsigned transaction as JSON. Members elsewhere sign it with `tx sign FILE --multisig ADDRESS --from KEY`. */
	get unsignedJson(): string {
		return txToJson(this.#parts.tx, this.#parts.registry)
	}

	/** The collected signatures as JSON, which `tx multisign` and `add` read. */
	get signaturesJson(): string {
		const { registry } = this.#parts
		const signatures = create(SignatureDescriptorsSchema, { signatures: [...this.#signed.values()] })
		return encodeProtoJson(signatures, SignatureDescriptorsSchema, { registry })
	}

	/** The members in the order of the key. */
	async members(): Promise<readonly MultisigMember[]> {
		const keys = await this.#parts.keyring.list()
		return (this.key.members ?? []).map((pubKey, index) => {
			const key = keys.find((candidate) => candidate.pubKey === pubKey)
			return { pubKey, key, isLocal: key !== undefined, hasSigned: this.#signed.has(index) }
		})
	}

	/** Signs with keys of this keyring. @throws {UserError} for a name that is not a local member. */
	async sign(names: readonly string[]): Promise<void> {
		const { memberSignature } = await import('./multisig.ts')
		const members = await this.members()
		for (const name of names) {
			const index = members.findIndex(({ key }) => key?.name === name)
			const key = members[index]?.key
			if (!key) {
				throw new UserError(`${name} is no member of ${this.key.name}.`, {
					next: 'Choose among the members whose keys are here.',
				})
			}
			const { keyring, ...parts } = this.#parts
			this.#signed.set(index, await memberSignature({ ...parts, ...this.signer, keyring, key }))
		}
	}

	/** Signs with as many local members as are still needed. @throws {UserError} if there are not enough of them. */
	async signWithLocalMembers(): Promise<void> {
		const missing = this.threshold - this.#signed.size
		const able = (await this.members()).flatMap(({ key, hasSigned }) => (key && !hasSigned ? [key.name] : []))
		if (able.length < missing) {
			throw new UserError(`${this.key.name} needs ${this.threshold} signatures; ${able.length} can be made here.`, {
				why: 'The keys of the other members are not in this keyring.',
				next: 'Hand the transaction to them as a file, and put their signatures together with `tx multisign`.',
			})
		}
		await this.sign(able.slice(0, Math.max(0, missing)))
	}

	/**
	 * Adds the signatures of a file (`tx sign --multisig`, or `signaturesJson` of another collection). Returns the number
	 * of new ones.
	 * @throws {UserError} for a text without signatures, for foreign and for wrong signatures; then it adds none.
	 */
	async add(text: string): Promise<number> {
		const { memberSignatures } = await import('./multisig.ts')
		const { registry } = this.#parts
		let signatures: readonly SignatureDescriptor[]
		try {
			signatures = decodeProtoJson(SignatureDescriptorsSchema, text, { registry }).signatures
		} catch (cause) {
			if (!(cause instanceof ChainError)) throw cause
			throw new UserError('This text holds no signatures.', {
				why: cause.log,
				next: 'Give what `tx sign FILE --multisig ADDRESS --from KEY` printed.',
				cause,
			})
		}
		const found = signatures.map((signature) => {
			const [index] = memberSignatures({ ...this.#parts, ...this.signer, signatures: [signature] }).keys()
			return { index: index!, signature }
		})
		const before = this.#signed.size
		for (const { index, signature } of found) this.#signed.set(index, signature)
		return this.#signed.size - before
	}

	/** The signed transaction. @throws {UserError} while too few members have signed. */
	async signed(): Promise<Tx> {
		const { combineMultisig } = await import('./multisig.ts')
		return combineMultisig({ ...this.#parts, ...this.signer, signatures: [...this.#signed.values()] })
	}

	/** The bytes of the signed transaction. @throws {UserError} while too few members have signed. */
	async bytes(): Promise<Uint8Array> {
		return txBytesOf(await this.signed())
	}
}
