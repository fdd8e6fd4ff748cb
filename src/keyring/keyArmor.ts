import { randomBytes } from 'node:crypto'
import { UserError } from '../errors/UserError.ts'
import { fromBase64, toBase64, utf8 } from '../util/bytes.ts'
import type { KeyAlgo } from './KeyRecord.ts'
import { defaultKdfCost, type KdfParams, openSecret, passphraseKey, sealSecret } from './passphraseKey.ts'

const begin = '-----BEGIN CHAIN-TUI PRIVATE KEY-----'
const end = '-----END CHAIN-TUI PRIVATE KEY-----'
const formatVersion = 1

/** Seals a private key as text: argon2id's cost and salt, then the key by AES-256-GCM, which covers the header. */
export async function toArmor(
	secret: Uint8Array,
	passphrase: string,
	algo: KeyAlgo = 'secp256k1',
	cost: Omit<KdfParams, 'salt'> = defaultKdfCost,
): Promise<string> {
	const salt = new Uint8Array(randomBytes(16))
	const header = [
		`version: ${formatVersion}`,
		`type: ${algo}`,
		`kdf: argon2id m=${cost.memoryKiB} t=${cost.iterations} p=${cost.parallelism}`,
		`salt: ${toBase64(salt)}`,
	].join('\n')
	const sealed = sealSecret(await passphraseKey(passphrase, { ...cost, salt }), secret, utf8(header))
	const body = toBase64(sealed).replace(/.{64}/g, '$&\n')
	return `${begin}\n${header}\n\n${body}\n${end}\n`
}

/** Opens an armor: private key and kind. @throws {UserError} for damage, another format or a wrong passphrase. */
export async function fromArmor(
	armor: string,
	passphrase: string,
): Promise<{ readonly secret: Uint8Array; readonly algo: KeyAlgo }> {
	const text = armor.replaceAll('\r\n', '\n').trim()
	const [header = '', body, ...more] = text.slice(begin.length, -end.length).trim().split('\n\n')
	if (!text.startsWith(begin) || !text.endsWith(end) || !body || more.length > 0) {
		throw new UserError('This is no exported key of chain-tui.', { next: `It must start with ${begin}` })
	}
	const fields = new Map(header.split('\n').map((line) => line.split(': ') as [string, string]))
	const algo = fields.get('type')
	const isKnown = algo === 'secp256k1' || algo === 'eth_secp256k1'
	if (fields.get('version') !== String(formatVersion) || !isKnown) {
		throw new UserError('This key was exported by a newer chain-tui.', { next: 'Install the newer version.' })
	}
	const cost = /^argon2id m=(\d{1,7}) t=(\d{1,3}) p=(\d{1,2})$/.exec(fields.get('kdf') ?? '')
	const salt = fromBase64(fields.get('salt') ?? '')
	const sealed = fromBase64(body.replaceAll('\n', ''))
	if (!cost || !salt || !sealed) throw damaged()
	const params = { memoryKiB: Number(cost[1]), iterations: Number(cost[2]), parallelism: Number(cost[3]), salt }
	// argon2 refuses costs and salts that this program never writes.
	const key = await passphraseKey(passphrase, params).catch((cause: unknown) => {
		throw damaged(cause)
	})
	const secret = openSecret(key, sealed, utf8(header))
	if (secret?.length === 32) return { secret, algo }
	throw new UserError('The passphrase is wrong, or the exported key is damaged.', { next: 'Try again.' })
}

function damaged(cause?: unknown): UserError {
	return new UserError('The exported key is damaged.', { next: 'Copy it again, whole.', cause })
}
