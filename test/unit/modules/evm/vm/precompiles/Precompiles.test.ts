import { Address } from '@ethereumjs/util'
import { describe, expect, test } from 'vitest'
import { ChainEvm } from '../../../../../../src/modules/evm/vm/ChainEvm.ts'
import { fromHex } from '../../../../../../src/util/bytes.ts'

const bytesOf = (number: number): Uint8Array => fromHex(number.toString(16).padStart(40, '0'))!
const hexOf = (number: number): string => number.toString(16).padStart(40, '0')
const evmOf = (hardfork: string, eips: readonly number[] = []) =>
	new ChainEvm(2222n, { hardfork, eips, berlinRefunds: false })

describe('the precompiled contracts that a call finds', () => {
	test('each is at its own address and nowhere else', () => {
		const { contracts, precompiles } = evmOf('prague', [7951])
		const there = [...Array.from({ length: 17 }, (_, at) => at + 1), 0x100]
		for (const number of there) {
			const found = contracts.at(new Address(bytesOf(number)))
			expect(found, `contract ${number}`).toBeTypeOf('function')
			expect(found).toBe(precompiles.get(hexOf(number)))
			expect(contracts.at(`0x${hexOf(number)}`)).toBe(found)
		}
		for (const number of [0, 0x12, 0xff, 0x101, 0x104, 0x200, 0x400, 0x10000]) {
			expect(contracts.at(new Address(bytesOf(number))), `contract ${number}`).toBeUndefined()
		}
		for (let at = 0; at < 19; at++) {
			const other = bytesOf(4).with(at, at === 18 ? 2 : 1)
			expect(contracts.at(new Address(other)), `byte ${at}`).toBeUndefined()
		}
	})

	test('a call that has some elsewhere finds them there, and the others where they are', () => {
		const { contracts } = evmOf('cancun')
		const at = (number: number) => contracts.at(new Address(bytesOf(number)))
		const [identity, hash] = [at(4), at(2)]
		contracts.moved = new Map([
			[hexOf(4), undefined],
			[hexOf(0xabcdef), hexOf(4)],
		])
		expect([at(4), at(0xabcdef), at(2), at(0xabcd)]).toEqual([undefined, identity, hash, undefined])
		contracts.moved = undefined
		expect([at(4), at(0xabcdef)]).toEqual([identity, undefined])
	})

	test('the reason of a failure is that of the contract, wherever it is', () => {
		const { contracts } = evmOf('cancun')
		const fault = (number: number, data = new Uint8Array(0)) => contracts.fault(bytesOf(number), data, 100_000n)
		expect([fault(0), fault(0x104), fault(0xabcdef)]).toEqual([undefined, undefined, undefined])
		expect([fault(9), fault(10)]).toEqual(['invalid input length', 'out of gas'])
		contracts.moved = new Map([[hexOf(0xabcdef), hexOf(9)]])
		expect([fault(9), fault(0xabcdef)]).toEqual(['invalid input length', 'invalid input length'])
	})
})
