import { timingSafeEqual } from 'node:crypto'
import { isSecret, keyPrefix, secretDigest } from '../service/secrets.ts'

/** A key of an endpoint: `digest` is the SHA-256 of the secret; `expiresAt` in milliseconds. */
export interface EndpointKey {
	readonly id: string
	readonly digest: Uint8Array
	readonly expiresAt: number
}

/**
 * The keys of one endpoint. A secret is hashed and compared when it is first seen; afterwards the key it belongs to is
 * remembered, for as long as the endpoint itself is, which ends with any change to its keys. Only secrets that were right
 * are remembered, so there are never more than keys.
 */
export class EndpointKeys {
	readonly #keys: readonly EndpointKey[]
	readonly #seen = new Map<string, EndpointKey>()

	constructor(keys: readonly EndpointKey[]) {
		this.#keys = keys
	}

	/** Id of the key of a secret; undefined if there is none or it has expired. */
	idOf(secret: string, now: number): string | undefined {
		const key = this.#seen.get(secret) ?? this.#match(secret)
		return key !== undefined && key.expiresAt > now ? key.id : undefined
	}

	#match(secret: string): EndpointKey | undefined {
		if (!isSecret(secret, keyPrefix)) return undefined
		const digest = secretDigest(secret)
		const key = this.#keys.find((one) => timingSafeEqual(one.digest, digest))
		if (key !== undefined) this.#seen.set(secret, key)
		return key
	}
}
