import { describe, expect, test } from 'vitest'
import type { CommandContext } from '../../../src/cli/CommandContext.ts'
import { goJson, printResult } from '../../../src/cli/printResult.ts'

describe('the result of a command', () => {
	test.each([
		['<a & b>', '"\\u003ca \\u0026 b\\u003e"'],
		['\u007e\u007f\u0080\u009f\u00a0', '"\u007e\\u007f\\u0080\\u009f\u00a0"'],
		['\u001b[2J\t\n', '"\\u001b[2J\\t\\n"'],
		['\u2028', '"\\u2028"'],
		[{ b: 1, a: [null, true] }, '{"b":1,"a":[null,true]}'],
	])('%j is written as JSON as Go writes it, without what controls a terminal', (value, text) => {
		expect(goJson(value)).toBe(text)
	})

	test('a result is one line of JSON where that is asked for, else YAML with its keys in order', async () => {
		const printed = async (output: 'text' | 'json') => {
			let stdout = ''
			const io = { stdout: (text: string) => (stdout += text) }
			await printResult({ io, output } as unknown as CommandContext, { b: '1', a: [{ d: true, c: 'x' }] })
			return stdout
		}
		expect(await printed('json')).toBe('{"b":"1","a":[{"d":true,"c":"x"}]}\n')
		expect(await printed('text')).toBe('a:\n- c: x\n  d: true\nb: "1"\n')
	})
})
