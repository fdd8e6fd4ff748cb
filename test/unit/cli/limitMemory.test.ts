import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { limitMemory } from '../../../src/cli/limitMemory.ts'

const start = './scripts/start.sh'
const program = './scripts/../bin/chain-tui.js'

/** What a process like this one is replaced by. */
function replacedBy(changes: Partial<NodeJS.Process> = {}): readonly unknown[] {
	const replaced: unknown[] = []
	const self = {
		platform: 'linux' as const,
		env: { HOME: '/home/alice' },
		execPath: '/usr/bin/node',
		execArgv: ['--no-warnings'],
		argv: ['node', '/app/bin/chain-tui.js', '--home', 'here'],
		execve: (...by: readonly unknown[]) => replaced.push(by),
	}
	limitMemory({ ...self, ...changes })
	return replaced
}

it('the app is replaced by itself with limits on garbage and on what the C library keeps', () => {
	expect(replacedBy()).toEqual([
		[
			'/usr/bin/node',
			['/usr/bin/node', '--max-semi-space-size=4', '--no-warnings', '/app/bin/chain-tui.js', '--home', 'here'],
			{ HOME: '/home/alice', MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' },
		],
	])
})

it.each([
	['that was replaced or started with limits', { env: { MALLOC_ARENA_MAX: '2' } }],
	['with a limit of its user', { env: { MALLOC_TRIM_THRESHOLD_: '1' } }],
	['of another system', { platform: 'darwin' as const }],
	['that Node cannot replace', { execve: undefined }],
])('a process %s goes on as it is', (_which, changes) => {
	expect(replacedBy(changes as Partial<NodeJS.Process>)).toEqual([])
})

it.each([
	['the app', [], {}, '2 131072 --max-semi-space-size=4'],
	['the app with flags', ['--home', 'here'], {}, '2 131072 --max-semi-space-size=4'],
	['the app with a limit of its user', [], { MALLOC_ARENA_MAX: '4' }, '4  --max-semi-space-size=4'],
	['a command', ['status'], {}, ' '],
])('started by npm start, %s runs in a Node with the right limits', (_which, args, env, limits) => {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-start-'))
	const node = '#!/bin/sh\necho "$MALLOC_ARENA_MAX $MALLOC_TRIM_THRESHOLD_ $*"\n'
	writeFileSync(join(folder, 'node'), node, { mode: 0o755 })
	try {
		const { stdout, stderr } = spawnSync('sh', [start, ...args], {
			encoding: 'utf8',
			env: { PATH: `${folder}:${process.env.PATH}`, ...env },
		})
		expect(stdout, stderr).toBe(`${[limits, program, ...args].join(' ')}\n`)
	} finally {
		rmSync(folder, { recursive: true })
	}
})
