import { defineConfig } from 'vitest/config'
import { inkPartsOfTests } from './scripts/inkParts.js'

export default defineConfig({
	plugins: [inkPartsOfTests()],
	test: {
		include: ['test/**/*.test.{ts,tsx}', 'examples/**/*.test.ts'],
		// Through Vite, so that Ink gets our parts in the tests too.
		server: { deps: { inline: ['ink', 'ink-testing-library'] } },
		testTimeout: 60_000,
		hookTimeout: 60_000,
		pool: 'forks',
		// A seed printed once makes every random test repeatable: CHAIN_TUI_SEED=… npm test
		globalSetup: ['test/setup/seed.ts', 'test/setup/temporaryFolder.ts'],
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
