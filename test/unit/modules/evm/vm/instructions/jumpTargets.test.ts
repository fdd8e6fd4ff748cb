import { describe, expect, test } from 'vitest'
import { run } from '../runCodes.ts'

// go-ethereum v1.10.16 core/vm/analysis.go: what a PUSH puts on the stack is no instruction.
describe('where code may jump to', () => {
	test.each([
		['the value of PUSH1', '6004 56 60 5b 00', 'invalid jump destination'],
		['the last byte of a code, behind the value of PUSH1', '6005 56 60 00 5b', ''],
		['the last byte of the value of PUSH32', `6023 56 7f ${'00'.repeat(31)} 5b 5b`, 'invalid jump destination'],
		['what is behind the value of PUSH32', `6024 56 7f ${'00'.repeat(31)} 5b 5b`, ''],
		['what is behind PUSH0, which has no value', '6004 56 5f 5b', ''],
		['what is behind DUP1, which has no value', '6004 56 80 5b', ''],
		['an instruction that is none of its kind', '6003 56 00', 'invalid jump destination'],
		['beyond the end', '6004 56 5b', 'invalid jump destination'],
		// The second round ends, as there is memory then.
		['the first byte', '5b 59 600a 57 5f5f52 5f 56 5b', ''],
	])('code jumps to %s or is refused', async (_name, code, error) => {
		expect((await run({ 170: code })).error).toBe(error)
		// The same for a code that was seen before.
		expect((await run({ 170: code })).error).toBe(error)
	})
})
