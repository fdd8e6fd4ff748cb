import { expect, test } from 'vitest'
import { aminoPrefix } from '../../../../src/codec/amino/aminoBinary.ts'
import { sha256 } from '../../../../src/crypto/hash.ts'
import { toHex, utf8 } from '../../../../src/util/bytes.ts'

test.each([
	['tendermint/PubKeySecp256k1', 'eb5ae987'],
	['tendermint/PubKeyEd25519', '1624de64'],
	['tendermint/PubKeyMultisigThreshold', '22c1f7e2'],
	['cosmos-sdk/StdTx', '282816a9'],
])('the prefix of the amino type %s is the one of every client', (name, prefix) => {
	expect(toHex(aminoPrefix(name))).toBe(prefix)
})

/** The first name whose hash has a zero byte at a place. */
function nameWithZeroAt(place: number): string {
	for (let number = 0; ; number++) if (sha256(utf8(`name ${number}`))[place] === 0) return `name ${number}`
}

// go-amino v0.15.1 codec.go nameToDisfix: three bytes after leading zeros, then four after the zeros that follow.
test('the prefix of an amino type leaves out zeros before it, and before the three bytes before it', () => {
	const leading = nameWithZeroAt(0)
	expect(toHex(aminoPrefix(leading))).toBe(toHex(sha256(utf8(leading)).slice(4, 8)))
	const between = nameWithZeroAt(3)
	expect(toHex(aminoPrefix(between))).toBe(toHex(sha256(utf8(between)).slice(4, 8)))
})
