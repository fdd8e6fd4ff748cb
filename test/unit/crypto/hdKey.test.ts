import { expect, test } from 'vitest'
import { hdPath, privateKeyFromMnemonic, privateKeysFromMnemonic } from '../../../src/crypto/hdKey.ts'
import { toHex } from '../../../src/util/bytes.ts'

/** The first mnemonic of BIP-39's test vectors, whose keys every wallet knows. */
const words = `${'abandon '.repeat(11)}about`

test('the keys of a mnemonic are those of BIP-39, BIP-32 and BIP-44', () => {
	const key = (path: string, passphrase?: string) => toHex(privateKeyFromMnemonic(words, path, passphrase))
	expect(key('m')).toBe('1837c1be8e2995ec11cda2b066151be2cfb48adf9e47b151d46adab3a21cdf67')
	expect(key(hdPath(60))).toBe('1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727')
	expect(key(hdPath(118))).toBe('c4a48e2fce1481cd3294b4490f6678090ea98d3d0e5cd984558ab0968741b104')
	expect(key(hdPath(60), 'TREZOR')).not.toBe(key(hdPath(60)))
})

test('several keys of a mnemonic are the same together as each alone', () => {
	const paths = [hdPath(118), hdPath(118, 0, 1), hdPath(118, 1), 'm', hdPath(60), "m/44'", hdPath(118, 1, 1)]
	const keys = privateKeysFromMnemonic(words, paths).map(toHex)
	expect(keys).toEqual(paths.map((path) => toHex(privateKeyFromMnemonic(words, path))))
	expect(new Set(keys).size).toBe(paths.length)
	expect([hdPath(118), hdPath(118, 2, 3)]).toEqual(["m/44'/118'/0'/0/0", "m/44'/118'/2'/0/3"])
})

test.each(['', 'm/', 'x', '44', "m/44'/x", 'm//0'])('the text %j is no path of a key', (path) => {
	expect(() => privateKeyFromMnemonic(words, path)).toThrow('is not a key path')
})
