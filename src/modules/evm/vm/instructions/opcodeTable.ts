/** Items an instruction takes from the stack and puts on it; undefined for no instruction (Ethereum yellow paper, appendix H). */
export function stackUse(opcode: number): readonly [takes: number, gives: number] | undefined {
	if (opcode >= 0x5f && opcode <= 0x7f) return [0, 1]
	if (opcode >= 0x80 && opcode <= 0x8f) return [opcode - 0x7f, opcode - 0x7e]
	if (opcode >= 0x90 && opcode <= 0x9f) return [opcode - 0x8e, opcode - 0x8e]
	if (opcode >= 0xa0 && opcode <= 0xa4) return [opcode - 0x9e, 0]
	return uses[opcode]
}

const uses: Readonly<Record<number, readonly [number, number]>> = {}
const fill = (takes: number, gives: number, ...opcodes: readonly number[]): void => {
	for (const opcode of opcodes) (uses as Record<number, readonly [number, number]>)[opcode] = [takes, gives]
}
fill(0, 0, 0x00, 0x5b)
fill(2, 1, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x0a, 0x0b, 0x10, 0x11, 0x12, 0x13, 0x14, 0x16, 0x17, 0x18)
fill(2, 1, 0x1a, 0x1b, 0x1c, 0x1d, 0x20)
fill(3, 1, 0x08, 0x09)
fill(1, 1, 0x15, 0x19, 0x31, 0x35, 0x3b, 0x3f, 0x40, 0x49, 0x51, 0x54, 0x5c)
fill(0, 1, 0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3a, 0x3d, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x4a)
fill(0, 1, 0x58, 0x59, 0x5a)
fill(3, 0, 0x37, 0x39, 0x3e, 0x5e)
fill(4, 0, 0x3c)
fill(1, 0, 0x50, 0x56, 0xff)
fill(2, 0, 0x52, 0x53, 0x55, 0x57, 0x5d, 0xf3, 0xfd)
fill(3, 1, 0xf0)
fill(4, 1, 0xf5)
fill(7, 1, 0xf1, 0xf2)
fill(6, 1, 0xf4, 0xfa)

const names: Readonly<Record<number, string>> = {
	32: 'KECCAK256',
	27: 'SHL',
	28: 'SHR',
	29: 'SAR',
	61: 'RETURNDATASIZE',
	62: 'RETURNDATACOPY',
	63: 'EXTCODEHASH',
	70: 'CHAINID',
	71: 'SELFBALANCE',
	72: 'BASEFEE',
	244: 'DELEGATECALL',
	245: 'CREATE2',
	250: 'STATICCALL',
	253: 'REVERT',
	254: 'INVALID',
}

/** Name of an instruction that does not exist at a height, as go-ethereum v1.10.16 prints it. */
export function missingOpcodeName(opcode: number): string {
	return names[opcode] ?? `opcode 0x${opcode.toString(16)} not defined`
}

/** Offset and length of memory an instruction touches, as places from the stack's top; a number is the length. */
export function memoryAreas(opcode: number): readonly { readonly offset: number; readonly length: number | bigint }[] {
	if (opcode >= 0xa0 && opcode <= 0xa4) return [{ offset: 0, length: 1 }]
	return areas[opcode] ?? []
}

const areas: Readonly<Record<number, readonly { readonly offset: number; readonly length: number | bigint }[]>> = {
	32: [{ offset: 0, length: 1 }],
	55: [{ offset: 0, length: 2 }],
	57: [{ offset: 0, length: 2 }],
	60: [{ offset: 1, length: 3 }],
	62: [{ offset: 0, length: 2 }],
	81: [{ offset: 0, length: 32n }],
	82: [{ offset: 0, length: 32n }],
	83: [{ offset: 0, length: 1n }],
	94: [
		{ offset: 0, length: 2 },
		{ offset: 1, length: 2 },
	],
	240: [{ offset: 1, length: 2 }],
	241: [
		{ offset: 5, length: 6 },
		{ offset: 3, length: 4 },
	],
	242: [
		{ offset: 5, length: 6 },
		{ offset: 3, length: 4 },
	],
	243: [{ offset: 0, length: 1 }],
	244: [
		{ offset: 4, length: 5 },
		{ offset: 2, length: 3 },
	],
	245: [{ offset: 1, length: 2 }],
	250: [
		{ offset: 4, length: 5 },
		{ offset: 2, length: 3 },
	],
	253: [{ offset: 0, length: 1 }],
}
