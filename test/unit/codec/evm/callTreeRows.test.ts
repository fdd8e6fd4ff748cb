import { expect, test } from 'vitest'
import { type CallNode, callTreeLine, callTreeRows } from '../../../../src/codec/evm/callTreeRows.ts'

const wall = '0x00000000000000000000000000000000000000aa'

function frame(parts: Partial<CallNode>): CallNode {
	return {
		kind: 'CALL',
		from: wall,
		to: wall,
		contract: '',
		call: '0x12345678',
		result: '',
		failed: false,
		gas: 0n,
		gasUsed: 21_000n,
		gasOwn: 21_000n,
		value: 0n,
		calls: [],
		...parts,
	}
}

test('a call tree has a line for each call, with its branches, its coins, its result and its gas', () => {
	const root = frame({
		contract: 'Wall',
		call: 'clean()',
		gasUsed: 1_234_567n,
		gasOwn: 1_000n,
		calls: [
			frame({ calls: [frame({ kind: 'STATICCALL', result: '7', gasUsed: 999n, gasOwn: 999n }), frame({ value: 1n })] }),
			frame({
				kind: 'CREATE',
				to: undefined,
				call: '',
				result: 'out of gas',
				failed: true,
				value: 5n * 10n ** 17n,
				calls: [frame({ contract: 'a contract whose name has a length of 42..' })],
			}),
		],
	})
	const rows = callTreeRows(root, 'uchain')
	expect(rows.map(callTreeLine)).toEqual([
		'CALL Wall clean()  [1,234,567 gas, 1,000 its own]',
		'├─ CALL 0x000000…00aa 0x12345678  [21,000 gas]',
		'│  ├─ STATICCALL 0x000000…00aa 0x12345678 → 7  [999 gas]',
		'│  └─ CALL 0x000000…00aa 0x12345678 · 0.000000000000000001 CHAIN  [21,000 gas]',
		'└─ CREATE new contract  · 0.5 CHAIN ✗ out of gas  [21,000 gas]',
		'   └─ CALL a contract whose name has a length of 42.. 0x12345678  [21,000 gas]',
	])
	expect(rows[0]?.node).toBe(root)
})
