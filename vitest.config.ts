import { availableParallelism } from 'node:os'
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'
import { inkPartsOfTests } from './scripts/inkParts.js'
import { LongFirst } from './test/setup/LongFirst.js'

/** Tests that change their process: they load modules anew, limit the size of its files, or end by its signals. */
const alone = [
	'test/unit/crypto/signatureBackend.test.ts',
	'test/unit/modules/evm/vm/precompiles/curves.test.ts',
	'test/flow/keyring/fullDisk.test.ts',
	'test/tui/app/fullDiskPreferences.test.ts',
	'test/tui/shell/fullScreen.test.ts',
]

/** How each file is read. */
const project: UserWorkspaceConfig = {
	plugins: [inkPartsOfTests()],
	// As in the bundle: calls of React's development build cost a fifth of a drawn frame.
	oxc: { jsx: { runtime: 'automatic', development: false } },
}

/** What every test gets. */
const common: UserWorkspaceConfig['test'] = {
	env: { NODE_ENV: 'production' },
	// Through Vite, so that Ink gets our parts in the tests too.
	server: { deps: { inline: ['ink', 'ink-testing-library'] } },
	testTimeout: 60_000,
	// A shared machine stops a test for seconds now and then. The report marks each second try with "retry x1": a bug to mend.
	retry: process.env.CI === 'true' ? 1 : 0,
	hookTimeout: 60_000,
	pool: 'forks',
	// A worker of many files makes much and keeps little: with room for the young it spends an eighth less on collections.
	execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
	// A test that checks nothing passes whatever the program does.
	expect: { requireAssertions: true, poll: { timeout: 20_000 } },
}

export default defineConfig({
	test: {
		// Vitest leaves one core free. The long tests mostly wait for programs and sockets: one worker more than cores uses their pauses.
		maxWorkers: availableParallelism() + 1,
		sequence: { sequencer: LongFirst },
		// A file that did not change since the last run is not transformed again.
		experimental: { fsModuleCache: true },
		projects: [
			{
				...project,
				test: {
					...common,
					name: 'shared',
					// A worker loads a module once, for all its files: no test leaves anything behind in one.
					isolate: false,
					include: ['test/**/*.test.{ts,tsx}', 'examples/**/*.test.ts'],
					exclude: alone,
					// A seed printed once makes every random test repeatable: CHAIN_TUI_SEED=… npm test
					globalSetup: ['test/setup/seed.ts', 'test/setup/temporaryFolder.ts'],
				},
			},
			{ ...project, test: { ...common, name: 'alone', include: alone } },
		],
		// The table of it is scripts/coverage.js.
		coverage: {
			enabled: process.env.CHAIN_TUI_COVERAGE === '1',
			provider: 'v8',
			include: ['src/**/*.{ts,tsx}'],
			exclude: ['src/gen/**'],
			reportOnFailure: true,
			reporter: ['json-summary'],
			reportsDirectory: 'node_modules/.cache/coverage',
		},
	},
})
