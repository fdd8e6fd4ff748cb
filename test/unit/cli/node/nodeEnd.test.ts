import { describe, expect, test } from 'vitest'
import { nodeEnd } from '../../../../src/cli/node/nodeEnd.ts'

/** An end in hand: the stop of its program, and what it has reported. */
function endInHand() {
	const program = new AbortController()
	const reported: unknown[] = []
	return { program, reported, ...nodeEnd({ stopped: program.signal }, (cause) => reported.push(cause)) }
}

describe('the end of a node that a command runs', () => {
	test('the end comes with a stop of the program, and is none of a failure', async () => {
		const { program, ended, exitCode, reported } = endInHand()
		program.abort()
		await ended
		expect([exitCode(), reported]).toEqual([0, []])
	})

	test('the end comes when the node halts by itself, and is none of a failure', async () => {
		const { end, ended, exitCode, reported } = endInHand()
		end()
		await ended
		expect([exitCode(), reported]).toEqual([0, []])
	})

	test('the end comes with a failure, which is reported and exits with 1', async () => {
		const { onFailure, ended, exitCode, reported } = endInHand()
		const cause = new Error('the disk is gone')
		onFailure(cause)
		await ended
		expect([exitCode(), reported]).toEqual([1, [cause]])
	})

	test('a node that nothing ends goes on', async () => {
		const { ended } = endInHand()
		expect(await Promise.race([ended.then(() => 'ended'), Promise.resolve('goes on')])).toBe('goes on')
	})
})
