import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { GenesisDocument } from '../chain/GenesisDocument.ts'
import { ed25519FromSeed, signEd25519 } from '../crypto/ed25519.ts'
import { sha256, sha256Truncated } from '../crypto/hash.ts'
import { UserError } from '../errors/UserError.ts'
import { concatBytes, equalBytes, fromBase64, toBase64, toHex, toHexUpper, utf8 } from '../util/bytes.ts'
import { jsonOf, member } from '../util/jsonParts.ts'

/** An ed25519 key that signs blocks. */
export interface ValidatorKey {
	/** First 20 bytes of the SHA-256 of the public key. */
	readonly address: Uint8Array
	/** 32 bytes. */
	readonly pubKey: Uint8Array
	/** The 32 secret bytes. */
	readonly seed: Uint8Array
	/** 64 bytes. */
	sign(message: Uint8Array): Uint8Array
}

/** A fresh random key. */
export function generateValidatorKey(): ValidatorKey {
	return validatorKeyFromSeed(new Uint8Array(randomBytes(32)))
}

/** The key of 32 secret bytes. */
export function validatorKeyFromSeed(seed: Uint8Array): ValidatorKey {
	const { publicKey: pubKey } = ed25519FromSeed(seed)
	return { address: sha256Truncated(pubKey), pubKey, seed, sign: (message) => signEd25519(message, seed) }
}

/** The key whose secret is the SHA-256 of a text (tendermint crypto/ed25519 GenPrivKeyFromSecret). Only for public, throw-away keys. */
export function validatorKeyFromSecret(secret: string): ValidatorKey {
	return validatorKeyFromSeed(sha256(utf8(secret)))
}

/**
 * The key a new home signs with. A genesis document may name the published development validator, whose key anyone can
 * derive: then that one, so that its blocks are the same everywhere. For any other genesis a fresh key.
 */
export function newValidatorKey(genesis: GenesisDocument): ValidatorKey {
	const development = validatorKeyFromSecret(`${developmentSecret} validator`)
	const named = genesis.validators.some((validator) => equalBytes(validator.pubKey, development.pubKey))
	return named ? development : generateValidatorKey()
}

/** The key that determines the node id of a new home; belongs to `newValidatorKey`. */
export function newNodeKey(validatorKey: ValidatorKey): ValidatorKey {
	const development = validatorKeyFromSecret(`${developmentSecret} validator`)
	if (!equalBytes(development.pubKey, validatorKey.pubKey)) return generateValidatorKey()
	return validatorKeyFromSecret(`${developmentSecret} node`)
}

/** The text of a key file in the form of Tendermint's priv_validator_key.json. */
export function formatValidatorKey(key: ValidatorKey): string {
	const secret = concatBytes(key.seed, key.pubKey)
	return `${JSON.stringify(
		{
			address: toHexUpper(key.address),
			pub_key: { type: 'tendermint/PubKeyEd25519', value: toBase64(key.pubKey) },
			priv_key: { type: 'tendermint/PrivKeyEd25519', value: toBase64(secret) },
		},
		undefined,
		2,
	)}\n`
}

/**
 * Reads a priv_validator_key.json or node_key.json. The public key and the address must be those of the secret; a
 * node_key.json of an engine has neither.
 * @throws {UserError} if it is not one, or any part of it was changed.
 */
export function parseValidatorKey(text: string, file: string): ValidatorKey {
	// A text of any other form has no secret.
	const stored = jsonOf(text) as Readonly<Record<string, unknown>>
	const value = member(member(stored, 'priv_key'), 'value')
	const secret = typeof value === 'string' ? fromBase64(value) : undefined
	if (secret?.length !== 64) {
		throw new UserError(`${file} is not a key file.`, {
			why: 'An ed25519 key as Tendermint writes it (priv_key with type and base64 value) is needed.',
			next: 'Put the original file back, or move it away to get a new key.',
		})
	}
	const key = validatorKeyFromSeed(secret.subarray(0, 32))
	const whole = JSON.parse(formatValidatorKey(key)) as Readonly<Record<string, unknown>>
	const fields = 'address' in stored || 'pub_key' in stored ? Object.keys(whole) : ['priv_key']
	const changed = [...new Set([...fields, ...Object.keys(stored)])].find(
		(field) => !isDeepStrictEqual(stored[field], whole[field]),
	)
	if (changed === undefined) return key
	throw new UserError(`${file} is damaged.`, {
		why:
			changed === 'priv_key'
				? 'The two halves of priv_key, secret and public key, do not belong together.'
				: `Its ${changed in whole ? changed : `field ${JSON.stringify(changed)}`} does not belong to its priv_key.`,
		next: 'Put the original file back from a copy.',
	})
}

/** Hex of a key's address: the id of a node (tendermint p2p.PubKeyToID). */
export function nodeIdOf(key: ValidatorKey): string {
	return toHex(key.address)
}

/** The published text the development validator's and node's keys are derived from. Never holds anything of value. */
const developmentSecret = 'throw-away localnet'
