import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { cli } from './testCli.ts'

it('debug replay prints its steps and its time to the error output only when it is asked to', async () => {
	const replay = ['debug', 'replay', 'test/golden/replay-empty.json']
	const plain = await cli(replay)
	const timed = await cli([...replay, '--timing'])
	expect([plain.exit, plain.stderr]).toEqual([0, ''])
	expect(timed.stderr).toMatch(/^steps \d+ seconds \d+\.\d{3}\n$/)
	expect(timed.stdout).toBe(plain.stdout)
})

it('debug replay prints every line of a long script in its order, and counts its steps without the first line', async () => {
	const recorded = readFileSync('test/golden/replay-basic.jsonl', 'utf8')
	const written: string[] = []
	const { exit, stdout, stderr } = await cli(['debug', 'replay', 'test/golden/replay-basic.json', '--timing'], {
		onStdout: (text) => written.push(text),
	})
	expect(stdout).toBe(recorded)
	expect([exit, stderr.split(' seconds ')[0]]).toEqual([0, `steps ${recorded.trimEnd().split('\n').length - 1}`])
	// More than one write, and far fewer than one a line.
	expect(written.length).toBeGreaterThan(1)
	expect(written.length).toBeLessThan(10)
})

it('debug replay keeps its state in memory, or in the folder of --leveldb, and takes the prefix of addresses from --prefix', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-replay-'))
	try {
		const state = join(folder, 'state')
		const replay = ['debug', 'replay', 'test/golden/replay-basic.json']
		const inMemory = await cli(replay)
		const kept = await cli([...replay, '--leveldb', state])
		const ofOthers = await cli([...replay, '--prefix', 'other'])
		expect(readdirSync(state)).toContain('CURRENT')
		expect(kept).toEqual(inMemory)
		expect([ofOthers.exit, ofOthers.stdout]).toEqual([1, ''])
		expect(ofOthers.stderr).toContain('expected other, got chain')
	} finally {
		rmSync(folder, { recursive: true, force: true })
	}
})

it('the seconds of a replay are those of its calls, without the reading of its steps', async () => {
	let ms = 0
	// Each look at the clock comes ten seconds after the last.
	const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 10_000))
	try {
		const { stderr } = await cli(['debug', 'replay', 'test/golden/replay-basic.json', '--timing'])
		// It looks before and after the replay, and twice at each of two readings, of which the second finds the end.
		expect(stderr).toMatch(/ seconds 30\.000\n$/)
	} finally {
		clock.mockRestore()
	}
})
