import { expect, it } from 'vitest'
import { limitArenas } from '../../../src/cli/limitArenas.ts'

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
	limitArenas({ ...self, ...changes })
	return replaced
}

it('the app is replaced by itself with limits on what the C library keeps', () => {
	expect(replacedBy()).toEqual([
		[
			'/usr/bin/node',
			['/usr/bin/node', '--no-warnings', '/app/bin/chain-tui.js', '--home', 'here'],
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
