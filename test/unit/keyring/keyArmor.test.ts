import { describe, expect, test } from 'vitest'
import { fromArmor, toArmor } from '../../../src/keyring/keyArmor.ts'
import { passphraseKey, sealSecret } from '../../../src/keyring/passphraseKey.ts'
import { fromBase64, toBase64, utf8 } from '../../../src/util/bytes.ts'

const cost = { memoryKiB: 64, iterations: 2, parallelism: 1 }
const secret = new Uint8Array(32).fill(7)

/** An armor of any parts, sealed as those of this program. */
async function armorOf(header: string, sealed: Uint8Array, around = ['', '']): Promise<string> {
	const salt = fromBase64(/^salt: (.*)$/m.exec(header)?.[1] ?? '') ?? new Uint8Array()
	const key = await passphraseKey('pass', { ...cost, salt })
	const body = toBase64(sealSecret(key, sealed, utf8(header)))
	return `${around[0]}-----BEGIN CHAIN-TUI PRIVATE KEY-----\n${header}\n\n${body}\n-----END CHAIN-TUI PRIVATE KEY-----\n${around[1]}`
}

const header = `version: 1\ntype: secp256k1\nkdf: argon2id m=64 t=2 p=1\nsalt: ${toBase64(new Uint8Array(16).fill(9))}`

describe('an exported key', () => {
	test('an exported key is four lines of facts and a sealed body of at most 64 characters a line', async () => {
		const lines = (await toArmor(secret, 'pass', 'eth_secp256k1', cost)).split('\n')
		expect(lines).toEqual([
			'-----BEGIN CHAIN-TUI PRIVATE KEY-----',
			'version: 1',
			'type: eth_secp256k1',
			'kdf: argon2id m=64 t=2 p=1',
			expect.stringMatching(/^salt: [A-Za-z0-9+/]{22}==$/),
			'',
			expect.stringMatching(/^[A-Za-z0-9+/]{64}$/),
			expect.stringMatching(/^[A-Za-z0-9+/]{16}$/),
			'-----END CHAIN-TUI PRIVATE KEY-----',
			'',
		])
		// 12 bytes of the nonce, 32 of the key, 16 of the tag.
		expect(fromBase64(lines[6]! + lines[7]!)).toHaveLength(60)
	})

	test('an exported key of each kind comes back, and never looks the same', async () => {
		for (const algo of ['secp256k1', 'eth_secp256k1'] as const) {
			const armors = [await toArmor(secret, 'pass', algo, cost), await toArmor(secret, 'pass', algo, cost)]
			expect(armors[0]).not.toBe(armors[1])
			for (const armor of armors) expect(await fromArmor(armor, 'pass')).toEqual({ secret, algo })
		}
		expect(await fromArmor(await toArmor(secret, 'pass', undefined, cost), 'pass')).toEqual({
			secret,
			algo: 'secp256k1',
		})
	})

	test('an exported key that another writer of the format made comes back, with blanks around it', async () => {
		expect(await fromArmor(await armorOf(header, secret, [' \n', '\n\n ']), 'pass')).toEqual({
			secret,
			algo: 'secp256k1',
		})
	})

	test.each([
		['31 bytes', new Uint8Array(31)],
		['33 bytes', new Uint8Array(33)],
		['nothing', new Uint8Array(0)],
	])('an exported key that holds %s is refused', async (_what, sealed) => {
		await expect(fromArmor(await armorOf(header, sealed), 'pass')).rejects.toMatchObject({
			message: 'The passphrase is wrong, or the exported key is damaged.',
			next: 'Try again.',
		})
	})

	const none = {
		message: 'This is no exported key of chain-tui.',
		next: 'It must start with -----BEGIN CHAIN-TUI PRIVATE KEY-----',
	}
	const newer = { message: 'This key was exported by a newer chain-tui.', next: 'Install the newer version.' }
	const damaged = { message: 'The exported key is damaged.', next: 'Copy it again, whole.' }
	test.each<[string, (armor: string) => string, { message: string; next: string }]>([
		['another begin', (armor) => armor.replace('BEGIN', 'BEGUN'), none],
		['another end', (armor) => armor.replace('-----END', '-----AND'), none],
		['a text before it', (armor) => `From: me\n${armor}`, none],
		['a text after it', (armor) => `${armor}\nYours`, none],
		['no body', (armor) => armor.replace(/\n\n[\s\S]*\n-----END/, '\n\n-----END'), none],
		[
			'nothing in it',
			(armor) => armor.replace(/PRIVATE KEY-----\n[\s\S]*\n-----END/, 'PRIVATE KEY-----\n-----END'),
			none,
		],
		['a second body', (armor) => armor.replace('\n-----END', '\n\nAAAA\n-----END'), none],
		['a later version', (armor) => armor.replace('version: 1', 'version: 2'), newer],
		['no version', (armor) => armor.replace('version: 1\n', ''), newer],
		['another kind', (armor) => armor.replace('secp256k1', 'sr25519'), newer],
		['no kind', (armor) => armor.replace('type: secp256k1\n', ''), newer],
		['another derivation', (armor) => armor.replace('argon2id', 'argon2i'), damaged],
		['no derivation', (armor) => armor.replace(/kdf: .*\n/, ''), damaged],
		['a salt that is no base64', (armor) => armor.replace(/salt: ./, 'salt: *'), damaged],
		['no salt', (armor) => armor.replace(/\nsalt: .*/, ''), damaged],
		['a body that is no base64', (armor) => armor.replace(/\n\n./, '\n\n*'), damaged],
		['no memory', (armor) => armor.replace('m=64', 'm=0'), damaged],
	])('an exported key with %s is refused with what it is', async (_what, change, refusal) => {
		const armor = await armorOf(header, secret)
		const changed = change(armor)
		expect(changed).not.toBe(armor)
		await expect(fromArmor(changed, 'pass')).rejects.toMatchObject(refusal)
	})

	test.each(['m=65', 't=3'])('an exported key whose cost was changed to %s does not open', async (value) => {
		const armor = await armorOf(header, secret)
		const changed = armor.replace(new RegExp(`${value[0]}=\\d+`), value)
		await expect(fromArmor(changed, 'pass')).rejects.toThrow('The passphrase is wrong')
	})
})
