import { expect, test } from 'vitest'
import {
	memoryAreas,
	missingOpcodeName,
	stackUse,
} from '../../../../../../src/modules/evm/vm/instructions/opcodeTable.ts'

const every = Array.from({ length: 256 }, (_, opcode) => opcode)

/** Items taken and given, sixteen instructions in a row (Ethereum yellow paper, appendix H; EIP-1153, 3855, 4844, 5656, 7516). */
const rows: Readonly<Record<number, string>> = {
	0: '00 21 21 21 21 21 21 21 31 31 21 21 -- -- -- --',
	1: '21 21 21 21 21 11 21 21 21 11 21 21 21 21 -- --',
	2: '21 -- -- -- -- -- -- -- -- -- -- -- -- -- -- --',
	3: '01 11 01 01 01 11 01 30 01 30 01 11 40 01 30 11',
	4: '11 01 01 01 01 01 01 01 01 11 01 -- -- -- -- --',
	5: '10 11 20 20 11 20 10 20 01 01 01 00 11 20 30 01',
	6: '01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01',
	7: '01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01',
	10: '20 30 40 50 60 -- -- -- -- -- -- -- -- -- -- --',
	15: '31 71 71 20 61 41 -- -- -- -- 61 -- -- 20 -- 10',
}

test('each instruction takes from the stack and gives to it what the yellow paper says', () => {
	for (const opcode of every) {
		const [row, at] = [opcode >> 4, opcode % 16]
		const wanted = row === 8 ? [at + 1, at + 2] : row === 9 ? [at + 2, at + 2] : (rows[row]?.split(' ')[at] ?? '--')
		const use = stackUse(opcode)
		if (typeof wanted === 'string') expect(use?.join('') ?? '--', `0x${opcode.toString(16)}`).toBe(wanted)
		else expect(use).toEqual(wanted)
	}
})

test('each instruction on memory has its areas, by the places of offset and length from the top of the stack', () => {
	const wanted = new Map([
		[0x20, '0:1'],
		[0x37, '0:2'],
		[0x39, '0:2'],
		[0x3c, '1:3'],
		[0x3e, '0:2'],
		[0x51, '0:32 bytes'],
		[0x52, '0:32 bytes'],
		[0x53, '0:1 bytes'],
		// Where to, and where from.
		[0x5e, '0:2 1:2'],
		...[0xa0, 0xa1, 0xa2, 0xa3, 0xa4].map((log) => [log, '0:1'] as const),
		[0xf0, '1:2'],
		// What goes out, what comes back.
		[0xf1, '5:6 3:4'],
		[0xf2, '5:6 3:4'],
		[0xf3, '0:1'],
		[0xf4, '4:5 2:3'],
		[0xf5, '1:2'],
		[0xfa, '4:5 2:3'],
		[0xfd, '0:1'],
	])
	for (const opcode of every) {
		const areas = memoryAreas(opcode).map(
			({ offset, length }) => `${offset}:${length}${typeof length === 'bigint' ? ' bytes' : ''}`,
		)
		expect(areas.join(' '), `0x${opcode.toString(16)}`).toBe(wanted.get(opcode) ?? '')
	}
})

test('an instruction of a later fork has its name where it is missing, any other its number', () => {
	const named = new Map([
		[0x20, 'KECCAK256'],
		[0x1b, 'SHL'],
		[0x1c, 'SHR'],
		[0x1d, 'SAR'],
		[0x3d, 'RETURNDATASIZE'],
		[0x3e, 'RETURNDATACOPY'],
		[0x3f, 'EXTCODEHASH'],
		[0x46, 'CHAINID'],
		[0x47, 'SELFBALANCE'],
		[0x48, 'BASEFEE'],
		[0xf4, 'DELEGATECALL'],
		[0xf5, 'CREATE2'],
		[0xfa, 'STATICCALL'],
		[0xfd, 'REVERT'],
		[0xfe, 'INVALID'],
	])
	for (const opcode of every) {
		expect(missingOpcodeName(opcode)).toBe(named.get(opcode) ?? `opcode 0x${opcode.toString(16)} not defined`)
	}
})
