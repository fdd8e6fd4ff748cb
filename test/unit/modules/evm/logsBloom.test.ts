import { expect, test } from 'vitest'
import { keccak256 } from '../../../../src/crypto/keccak256.ts'
import { logsBloom, shortBloom, wholeBloom } from '../../../../src/modules/evm/logsBloom.ts'
import { toHex, utf8 } from '../../../../src/util/bytes.ts'

/** A log of nothing but its address and topics. */
const logOf = (address: Uint8Array, ...topics: readonly Uint8Array[]) => ({ address, topics, data: new Uint8Array(0) })

// go-ethereum v1.10.16 core/types/bloom9_test.go TestBloomExtensively.
test('the bloom filter of a hundred values is the one of the reference, whether they are addresses or topics', () => {
	const values = Array.from({ length: 100 }, (_, at) => utf8(`xxxxxxxxxx data ${at} yyyyyyyyyyyyyy`))
	const [first, ...rest] = values as [Uint8Array, ...Uint8Array[]]
	const wanted = 'c8d3ca65cdb4874300a9e39475508f23ed6da09fdbc487f89a2dcf50b09eb263'
	for (const logs of [values.map((value) => logOf(value)), [logOf(first, ...rest)]]) {
		expect(toHex(keccak256(logsBloom(logs)))).toBe(wanted)
	}
})

test('a bloom filter is stored without its leading zeros, and read to its whole length', () => {
	const bloom = logsBloom([logOf(utf8('an address'))])
	const short = shortBloom(bloom)
	expect(bloom).toHaveLength(256)
	expect(short[0]).toBeGreaterThan(0)
	expect(wholeBloom(short)).toEqual(bloom)
	expect(shortBloom(new Uint8Array(256))).toEqual(new Uint8Array(0))
	expect(shortBloom(new Uint8Array(256).with(0, 1))).toHaveLength(256)
	expect(wholeBloom(new Uint8Array(0))).toEqual(new Uint8Array(256))
})
