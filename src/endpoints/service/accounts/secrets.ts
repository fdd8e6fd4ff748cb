import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^43 > 2^256. */
const secretLength = 43
/** 62^6 > 2^32. */
const checksumLength = 6

/** Start of every API key, which secret scanners look for. */
export const keyPrefix = 'ck_live_'
/** Start of every session token. */
export const sessionPrefix = 'cs_'
/** Start of the operator's token. */
export const operatorPrefix = 'co_'
/** Start of the token of a program that has logged in before. */
export const clientPrefix = 'cc_'

/** A new secret: prefix, 256 random bits in base62, checksum. */
export function newSecret(prefix: string): string {
	const body = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
	return `${prefix}${body}${checksum(body)}`
}

/** Whether a text has the form and checksum of a secret. A mistyped one is refused without a query. */
export function isSecret(text: string, prefix: string): boolean {
	if (text.length !== prefix.length + secretLength + checksumLength || !text.startsWith(prefix)) return false
	const body = text.slice(prefix.length, prefix.length + secretLength)
	return checksum(body) === text.slice(-checksumLength)
}

/** SHA-256 in hex: what is kept of a secret. 256 random bits need no slow hash. */
export function secretHash(secret: string): string {
	return hash('sha256', secret, 'hex')
}

/** The same as bytes. */
export function secretDigest(secret: string): Uint8Array {
	return hash('sha256', secret, 'buffer')
}

function base62(value: bigint, length: number): string {
	let out = ''
	for (let rest = value; rest > 0n; rest /= 62n) out = (alphabet[Number(rest % 62n)] ?? '') + out
	return out.padStart(length, '0')
}

/** CRC-32 of the body in base62. */
function checksum(body: string): string {
	return base62(BigInt(crc32(body)), checksumLength)
}
