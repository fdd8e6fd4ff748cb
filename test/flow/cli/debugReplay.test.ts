import { expect, it } from 'vitest'
import { cli } from './testCli.ts'

it('debug replay prints its steps and its time to the error output only when it is asked to', async () => {
	const replay = ['debug', 'replay', 'test/golden/replay-empty.json']
	const plain = await cli(replay)
	const timed = await cli([...replay, '--timing'])
	expect([plain.exit, plain.stderr]).toEqual([0, ''])
	expect(timed.stderr).toMatch(/^steps \d+ seconds \d+\.\d{3}\n$/)
	expect(timed.stdout).toBe(plain.stdout)
})
